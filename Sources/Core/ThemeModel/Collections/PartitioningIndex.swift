extension RandomAccessCollection {
    /// Returns the index of the first element that satisfies `belongsInSecondPartition`; `endIndex` if none does.
    /// All elements after the first such element must satisfy it.
    @inlinable
    package func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Index {
        var start = startIndex
        var length = count
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
