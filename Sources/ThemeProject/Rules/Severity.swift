/// The severity of a finding. A theme with an error is not packed.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    case warning
    case error

    package static func < (left: Self, right: Self) -> Bool { left == .warning && right == .error }
}
