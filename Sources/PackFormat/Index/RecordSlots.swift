/// The number and the bytes of the records of each hash slot of a new index.
struct RecordSlots {
    private(set) var counts: [Int]
    private(set) var lengths: [Int]

    init(of contents: PackContents, slotCount: Int) {
        counts = Array(repeating: 0, count: slotCount)
        lengths = counts
        NewIndexRecord.forEach(of: contents) { record in
            let slot = record.slot(slotCount: slotCount)
            counts[slot] += 1
            lengths[slot] += record.length
        }
    }

    /// The bytes of all blocks.
    var blocksLength: Int {
        counts.count { $0 > 0 } * IndexTable.blockHeaderLength + lengths.reduce(0, +)
    }
}
