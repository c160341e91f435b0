import ThemeSystem
import ThemeModel

/// A code that leads to the first page once. The address with it is an argument of the program that opens it, which all
/// users of the machine can read, so it does not contain the token. Thread-safe.
package final class OpeningCode: Sendable {
    static let folder = "/open/"

    /// The path of the address.
    package let path: String
    private let isUsed = Lock(false)

    package init() { path = Self.folder + AccessRules.randomToken() }

    /// Returns whether a path is that of the code, for the first time.
    func use(_ path: String) -> Bool {
        isUsed.withLock { isUsed in
            guard path == self.path, !isUsed else { return false }
            isUsed = true
            return true
        }
    }
}
