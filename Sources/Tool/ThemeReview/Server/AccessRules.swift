import ThemeModel
import ThemeSystem

/// Decides which requests a server answers: those of its own pages, and those of a person who opens its address.
package struct AccessRules: Sendable {
    package let port: UInt16
    /// The first component of every path. Only the person who started the server knows it.
    package let token: String
    /// `nil` if no program opens the address.
    package let opening: OpeningCode?

    package init(port: UInt16, token: String, opening: OpeningCode? = nil) {
        self.port = port
        self.token = token
        self.opening = opening
    }

    package var address: String { "http://127.0.0.1:\(port)\(root)" }

    private var root: String { "/\(token)/" }

    /// The address for a program that opens the first page; `nil` without a code for it.
    package var openingAddress: String? { opening.map { "http://127.0.0.1:\(port)\($0.path)" } }

    /// Returns the path after the token.
    ///
    /// - Throws: the refusal of a request.
    package func path(of request: HTTPRequest) throws(HTTPResponse) -> String {
        guard request.method == "GET" || request.method == "HEAD" else {
            throw HTTPResponse(.methodNotAllowed, "This server answers GET and HEAD.")
        }
        // The name of another site can lead to this address (DNS rebinding). The request contains that name.
        let hosts = request.values("host")
        guard hosts.count == 1, isOwn(host: hosts[0]) else {
            throw HTTPResponse(.forbidden, "This server answers at http://127.0.0.1:\(port) only.")
        }
        // `same-site` includes every other port of this host.
        guard request.values("sec-fetch-site").allSatisfy({ $0 == "same-origin" || $0 == "none" }),
            request.values("origin").allSatisfy({ $0.lowercased() == "http://\(hosts[0].lowercased())" })
        else { throw HTTPResponse(.forbidden, "This server answers no request of another page.") }
        // Browsers ask for it on their own, and show an error on the console without an answer.
        if request.path == "/favicon.ico" { throw HTTPResponse(.noContent, type: "image/x-icon", body: []) }
        if let opening, request.path.hasPrefix(OpeningCode.folder) {
            guard request.method == "GET", opening.use(request.path) else {
                throw HTTPResponse(.notFound, "Open the address that themepack printed.")
            }
            throw HTTPResponse(redirectingTo: root)
        }
        guard let path = pathAfterToken(request.path) else {
            throw HTTPResponse(.notFound, "Open the address that themepack printed.")
        }
        return path
    }

    private func isOwn(host: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { name in
            host.lowercased() == "\(name):\(port)" || port == 80 && host.lowercased() == name
        }
    }

    /// Takes the same time for every wrong token of the right length.
    private func pathAfterToken(_ path: String) -> String? {
        let bytes = Array(path.utf8)
        let expected = Array(root.utf8)
        guard bytes.count >= expected.count else { return nil }
        let difference = zip(bytes, expected).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? String(decoding: bytes[expected.count...], as: UTF8.self) : nil
    }

    /// Returns 128 random bits as hexadecimal digits.
    package static func randomToken() -> String {
        (0..<16).map { _ in UInt8.random(in: .min ... .max).hexadecimal(digits: 2) }.joined()
    }
}

/// A code that leads to the first page once. The address with it is an argument of the program that opens it, which all
/// users of the machine can read, so it does not contain the token. Thread-safe.
package final class OpeningCode: Sendable {
    static let folder = "/open/"

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
