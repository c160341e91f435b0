import Testing

@testable import ThemeReview

/// The requests that a page of another site, or another program, could send.
@Suite struct AccessTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let rules = AccessRules(port: 4711, token: token)

    private static func request(
        _ host: String?, method: String = "GET", path: String = "/\(token)/", _ fields: [String: String] = [:]
    ) -> HTTPRequest {
        let host = host.map { [("host", $0)] } ?? []
        let others = fields.map { ($0.key, $0.value) }
        return HTTPRequest(method: method, path: path, fields: host + others, keepsConnection: true)
    }

    private static func status(_ request: HTTPRequest) -> HTTPStatus? { refusal(of: request, rules)?.status }

    private static func refusal(of request: HTTPRequest, _ rules: AccessRules) -> HTTPResponse? {
        do throws(HTTPResponse) {
            _ = try rules.path(of: request)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Its own names are answered", arguments: ["localhost:4711", "LOCALHOST:4711", "127.0.0.1:4711", "[::1]:4711"])
    func ownNames(host: String) {
        #expect(Self.status(Self.request(host)) == nil)
        #expect(Self.status(Self.request(host, method: "HEAD")) == nil)
        #expect(Self.status(Self.request(host, ["origin": "http://\(host)"])) == nil)
    }

    @Test(
        "No other host is answered",
        arguments: [
            nil, "", "localhost", "127.0.0.1", "localhost:4712", "127.0.0.1:80", "evil.example:4711", "evil.example",
            "localhost.evil.example:4711", "127.0.0.1.nip.io:4711", "localhost:4711.evil.example", "0.0.0.0:4711",
            "127.1:4711", "2130706433:4711", "127.0.0.2:4711", "::1:4711", "[::]:4711", "user@localhost:4711",
            "localhost:04711", "localhost:4711 ", "localhost.:4711",
        ])
    func otherHosts(host: String?) {
        #expect(Self.status(Self.request(host)) == .forbidden)
    }

    @Test("Two hosts are refused")
    func twoHosts() {
        var request = Self.request("localhost:4711")
        request.fields.append(("host", "localhost:4711"))
        #expect(Self.status(request) == .forbidden)
    }

    @Test(
        "No request of another site is answered",
        arguments: ["cross-site", "same-site", "", "SAME-ORIGIN ", "none, cross-site"])
    func otherSites(site: String) {
        #expect(Self.status(Self.request("localhost:4711", ["sec-fetch-site": site])) == .forbidden)
    }

    @Test("A request of the page or of a person is answered", arguments: ["same-origin", "none"])
    func ownSite(site: String) {
        #expect(Self.status(Self.request("localhost:4711", ["sec-fetch-site": site])) == nil)
    }

    @Test(
        "No other origin is answered",
        arguments: [
            "null", "", "http://evil.example", "https://localhost:4711", "http://localhost", "http://localhost:4712",
            "http://127.0.0.1:4711", "http://localhost:4711/", "file://",
        ])
    func otherOrigins(origin: String) {
        #expect(Self.status(Self.request("localhost:4711", ["origin": origin])) == .forbidden)
    }

    @Test(
        "Only GET and HEAD are answered",
        arguments: ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH", "get", "GETS"])
    func methods(method: String) {
        #expect(Self.status(Self.request("localhost:4711", method: method)) == .methodNotAllowed)
    }

    @Test(
        "Without the token nothing is found",
        arguments: [
            "/", "/index.html", "/0123456789abcdef0123456789abcdee/", "/0123456789abcdef0123456789abcde/",
            "/0123456789abcdef0123456789abcdef", "/0123456789ABCDEF0123456789ABCDEF/", "//", "/../", "/%2e%2e/",
            "/00123456789abcdef0123456789abcdef/",
        ])
    func noToken(path: String) {
        #expect(Self.status(Self.request("localhost:4711", path: path)) == .notFound)
    }

    @Test("The path after the token is returned")
    func path() throws {
        #expect(try Self.rules.path(of: Self.request("localhost:4711", path: "/\(Self.token)/image/7")) == "image/7")
    }

    @Test("The code of a started program leads to the token once, by GET from this machine alone")
    func openingCode() throws {
        let code = OpeningCode()
        let rules = AccessRules(port: 4711, token: Self.token, opening: code)
        #expect(rules.openingAddress == "http://127.0.0.1:4711\(code.path)")
        #expect(!code.path.contains(Self.token) && Self.rules.openingAddress == nil)
        func answer(
            _ path: String, _ host: String = "127.0.0.1:4711", _ method: String = "GET", site: String = "none"
        ) -> HTTPResponse? {
            Self.refusal(of: Self.request(host, method: method, path: path, ["sec-fetch-site": site]), rules)
        }
        #expect(answer(code.path + "0")?.status == .notFound)
        #expect(answer("/open/")?.status == .notFound)
        #expect(answer(code.path, "evil.example:4711")?.status == .forbidden)
        #expect(answer(code.path, site: "cross-site")?.status == .forbidden)
        #expect(answer(code.path, "127.0.0.1:4711", "HEAD")?.status == .notFound)
        let first = try #require(answer(code.path))
        #expect(first.status == .seeOther && first.fields.first?.value == "/\(Self.token)/")
        #expect(answer(code.path)?.status == .notFound)
        #expect(Self.status(Self.request("localhost:4711", path: code.path)) == .notFound)
    }

    @Test("Tokens are random")
    func randomTokens() {
        let tokens = (0..<1000).map { _ in AccessRules.randomToken() }
        #expect(Set(tokens).count == 1000)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 })
    }
}
