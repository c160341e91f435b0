import Testing

@testable import LoopbackServer

/// The requests that a page of another site, or another program, could send.
@Suite struct AccessTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let rules = AccessRules(port: 4711, token: token)

    private static func request(
        _ host: String?, method: String = "GET", path: String = "/\(token)/", _ fields: [String: String] = [:]
    ) -> HTTPRequest {
        let host = host.map { [HTTPRequest.Field("host", $0)] } ?? []
        let others = fields.map { HTTPRequest.Field($0.key, $0.value) }
        return HTTPRequest(method: method, path: path, fields: host + others, keepsConnection: true)
    }

    private static func status(_ request: HTTPRequest) -> HTTPStatus? { rules.check(request).refusal?.status }

    @Test(arguments: ["localhost:4711", "LOCALHOST:4711", "127.0.0.1:4711", "[::1]:4711"])
    func `its own names are answered`(host: String) {
        #expect(Self.status(Self.request(host)) == nil)
        #expect(Self.status(Self.request(host, method: "HEAD")) == nil)
        #expect(Self.status(Self.request(host, ["origin": "http://\(host)"])) == nil)
    }

    @Test(arguments: [
        nil, "", "localhost", "127.0.0.1", "localhost:4712", "127.0.0.1:80", "evil.example:4711", "evil.example",
        "localhost.evil.example:4711", "127.0.0.1.nip.io:4711", "localhost:4711.evil.example", "0.0.0.0:4711",
        "127.1:4711", "2130706433:4711", "127.0.0.2:4711", "::1:4711", "[::]:4711", "user@localhost:4711",
        "localhost:04711", "localhost:4711 ", "localhost.:4711",
    ])
    func `no other host is answered`(host: String?) {
        #expect(Self.status(Self.request(host)) == .forbidden)
    }

    @Test func `two hosts are refused`() {
        var request = Self.request("localhost:4711")
        request.fields.append(HTTPRequest.Field("host", "localhost:4711"))
        #expect(Self.status(request) == .forbidden)
    }

    @Test(arguments: ["cross-site", "same-site", "", "SAME-ORIGIN ", "none, cross-site"])
    func `no request of another site is answered`(site: String) {
        #expect(Self.status(Self.request("localhost:4711", ["sec-fetch-site": site])) == .forbidden)
    }

    @Test(arguments: ["same-origin", "none"])
    func `a request of the page or of a person is answered`(site: String) {
        #expect(Self.status(Self.request("localhost:4711", ["sec-fetch-site": site])) == nil)
    }

    @Test(arguments: [
        "null", "", "http://evil.example", "https://localhost:4711", "http://localhost", "http://localhost:4712",
        "http://127.0.0.1:4711", "http://localhost:4711/", "file://",
    ])
    func `no other origin is answered`(origin: String) {
        #expect(Self.status(Self.request("localhost:4711", ["origin": origin])) == .forbidden)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE", "PATCH", "get", "GETS"])
    func `only GET and HEAD are answered`(method: String) {
        #expect(Self.status(Self.request("localhost:4711", method: method)) == .methodNotAllowed)
    }

    @Test(arguments: [
        "/", "/index.html", "/0123456789abcdef0123456789abcdee/", "/0123456789abcdef0123456789abcde/",
        "/0123456789abcdef0123456789abcdef", "/0123456789ABCDEF0123456789ABCDEF/", "//", "/../", "/%2e%2e/",
        "/00123456789abcdef0123456789abcdef/",
    ])
    func `without the token nothing is found`(path: String) {
        #expect(Self.status(Self.request("localhost:4711", path: path)) == .notFound)
    }

    @Test func `the path after the token is returned`() {
        #expect(Self.rules.check(Self.request("localhost:4711", path: "/\(Self.token)/image/7")).path == "image/7")
    }

    @Test func `the code of a started program leads to the token once, by GET from this machine alone`() throws {
        let code = OpeningCode()
        let rules = AccessRules(port: 4711, token: Self.token, opening: code)
        #expect(rules.openingAddress == "http://127.0.0.1:4711\(code.path)")
        #expect(!code.path.contains(Self.token) && Self.rules.openingAddress == nil)
        func answer(
            _ path: String, _ host: String = "127.0.0.1:4711", _ method: String = "GET", site: String = "none"
        ) -> HTTPResponse? {
            rules.check(Self.request(host, method: method, path: path, ["sec-fetch-site": site])).refusal
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

    @Test func `tokens are random`() {
        let tokens = (0..<1000).map { _ in AccessRules.randomToken() }
        #expect(Set(tokens).count == 1000)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 })
    }
}
