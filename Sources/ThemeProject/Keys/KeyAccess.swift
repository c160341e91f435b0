/// The access level of generated keys.
package enum KeyAccess: String, Sendable, CaseIterable {
    case `public`, `internal`, `package`

    /// All levels, as the object of "expected" in a message.
    package static var names: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
}
