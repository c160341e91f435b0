/// An enumeration whose cases are declared in ascending order.
package protocol OrderedCases: CaseIterable, Comparable {}

extension OrderedCases {
    // Inlinable, because generic code of another module is slow.
    @inlinable package static func < (left: Self, right: Self) -> Bool {
        left != right && allCases.first { $0 == left || $0 == right } == left
    }
}
