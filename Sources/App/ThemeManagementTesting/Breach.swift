/// A law that an implementation breaks.
///
/// Tests of laws return the breaches, so that any test framework can use them:
/// `#expect(StoreLaws.breaches { FileStore(path) }.isEmpty)`.
public struct Breach: Hashable, Sendable, CustomStringConvertible {
    /// The law.
    public let law: String
    /// The result that breaks the law.
    public let found: String

    public var description: String { "\(law): \(found)" }
}

struct Breaches {
    private(set) var all: [Breach] = []

    /// - Parameter check: returns the result that breaks the law; `nil` if none does.
    mutating func check(_ law: String, _ check: () throws -> String?) {
        do {
            if let found = try check() { all.append(Breach(law: law, found: found)) }
        } catch {
            all.append(Breach(law: law, found: "threw \(error)"))
        }
    }

    mutating func equal<Value: Equatable>(_ law: String, _ expected: Value, _ found: () throws -> Value) {
        check(law) {
            let value = try found()
            return value == expected ? nil : "expected \(expected), found \(value)"
        }
    }
}
