/// The records of an index by hash slots. Within a slot they keep their order.
struct RecordSlots {
    private let records: [NewIndexRecord]
    /// Indexes of `records`, slot by slot.
    private let order: [Int32]
    /// The start of each slot in `order`, then the end of the last slot.
    private let starts: [Int32]

    init(of contents: PackContents, slotCount: Int) {
        var records: [NewIndexRecord] = []
        records.reserveCapacity(contents.images.count + contents.resources.count)
        NewIndexRecord.forEach(of: contents) { records.append($0) }
        var starts = [Int32](repeating: 0, count: slotCount + 1)
        for record in records { starts[record.slot(slotCount: slotCount) + 1] += 1 }
        for slot in 0..<slotCount { starts[slot + 1] += starts[slot] }
        var nextInSlot = starts
        var order = [Int32](repeating: 0, count: records.count)
        for (number, record) in records.enumerated() {
            let slot = record.slot(slotCount: slotCount)
            order[Int(nextInSlot[slot])] = Int32(number)
            nextInSlot[slot] += 1
        }
        (self.records, self.order, self.starts) = (records, order, starts)
    }

    subscript(slot: Int) -> some BidirectionalCollection<NewIndexRecord> {
        order[Int(starts[slot])..<Int(starts[slot + 1])].lazy.map { records[Int($0)] }
    }
}
