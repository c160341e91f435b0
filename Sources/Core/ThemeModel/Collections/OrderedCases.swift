/// An enumeration whose cases are declared in ascending order.
package protocol OrderedCases: CaseIterable, Comparable {}

extension OrderedCases {
    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.prefix { $0 != self }.count }
}
