/// The severity of a finding. A theme with an error is not packed.
package enum Severity: String, CaseIterable, Comparable, Sendable {
    /// For information. No rule has it by default, and no project can set it.
    case note
    case warning
    case error

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .note: 0
        case .warning: 1
        case .error: 2
        }
    }

    /// The levels of rules in `themepack.json`; `nil` turns a rule off.
    static let levels: [String: Severity?] = ["error": .error, "warning": .warning, "off": nil]
}
