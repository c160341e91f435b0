/// A law that an implementation does not keep.
///
/// Laws are functions that return what they found, so that any test framework can use them:
/// `#expect(StoreLaws.breaches { FileStore(path) }.isEmpty)`.
public struct Breach: Hashable, Sendable, CustomStringConvertible {
    /// What must hold.
    public let law: String
    /// What was seen instead.
    public let found: String

    /// The law, and what was seen instead.
    public var description: String { "\(law): \(found)" }
}

/// Collects breaches.
struct Breaches {
    private(set) var all: [Breach] = []

    /// - Parameter check: `nil` if the law is kept, else what was seen.
    mutating func hold(_ law: String, _ check: () throws -> String?) {
        do {
            if let found = try check() { all.append(Breach(law: law, found: found)) }
        } catch {
            all.append(Breach(law: law, found: "threw \(error)"))
        }
    }

    mutating func equal<Value: Equatable>(_ law: String, _ expected: Value, _ found: () throws -> Value) {
        hold(law) {
            let value = try found()
            return value == expected ? nil : "expected \(expected), found \(value)"
        }
    }
}
