extension RandomAccessCollection {
    /// Returns the index of the first element that satisfies `belongsInSecondPartition`; `endIndex` if none does.
    ///
    /// The collection must be partitioned: after the first such element, all elements satisfy the predicate.
    /// Name and meaning follow swift-algorithms. Inlinable, because callers in other modules need a specialized copy.
    ///
    /// Cost: a logarithmic number of calls.
    @inlinable
    package func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Index {
        var (start, length) = (startIndex, count)
        while length > 0 {
            let half = length / 2
            let middle = index(start, offsetBy: half)
            if belongsInSecondPartition(self[middle]) {
                length = half
            } else {
                start = index(after: middle)
                length -= half + 1
            }
        }
        return start
    }
}
