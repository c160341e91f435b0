import TestSupport
import Testing
import ThemeModel

@testable import ThemeTrust

@Suite("Addresses and channels of feeds")
struct FeedBaseTests {
    @Test(
        "Addresses that follow the grammar",
        arguments: [
            "https://example.org/", "https://example.org:8443/a/b/", "https://192.0.2.1/", "https://[2001:db8::1]/",
            "https://[2001:db8::1]:444/x/", "https://a-b.example/~user/v1.2_x/", "http://localhost/",
            "http://localhost:8080/dist/", "http://127.0.0.1:1/", "http://[::1]:65535/",
        ])
    func accepted(_ text: String) throws {
        let base = try FeedBase(text)
        #expect(base.url(of: "sha256/x") == text + "sha256/x")
        #expect(base.isSecure == text.hasPrefix("https:"))
    }

    @Test(
        "Other addresses",
        arguments: [
            "", "https://", "https:///", "https://example.org", "http://example.org/", "ftp://example.org/",
            "HTTPS://example.org/", "https://Example.org/", "https://user@example.org/", "https://example.org/?a/",
            "https://example.org/#/", "https://example.org//", "https://example.org/a//b/", "https://example.org/../",
            "https://example.org/./", "https://example.org/%2e%2e/", "https://example.org:0/",
            "https://example.org:65536/",
            "https://example.org:/", "https://example.org:0443/", "https://exa mple.org/", "https://[::1/",
            "https://[]/",
            "https://[::1]x/", "http://127.0.0.1.example.org/", "http://localhost.example.org/", "https://-a/",
            "https://a-/",
            "https://a..b/", "https://é/", "https://a/é/", "https://a\n/", "https://a/\u{0}/", "file:///etc/", "//a/",
            "https://" + String(repeating: "a/", count: 600),
        ])
    func refused(_ text: String) { #expect(throws: InvalidName.self) { try FeedBase(text) } }

    @Test("Channels have the grammar of ids")
    func channels() throws {
        #expect(try FeedChannel("stable") < FeedChannel("stable-2"))
        for text in ["", "a b", "a/b", "..", "con", String(repeating: "a", count: 65)] {
            #expect(throws: InvalidName.self) { try FeedChannel(text) }
        }
    }
}
