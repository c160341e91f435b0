import Foundation
import TestSupport
import Testing

/// `themepack serve` as a process, and the rules of a server of static files.
struct ServeCommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write("dist/feed.json", "{}\n")
        try sandbox.write("dist/sha256/abc", Array((0..<700_000).map { UInt8(truncatingIfNeeded: $0 / 7) }))
        try sandbox.write("secret", "secret")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/dist/link", withDestinationPath: "\(sandbox.path)/secret")
    }

    @Test("TR12 serve answers for the files of a folder, with ranges, and for nothing else")
    func files() throws {
        let server = try Server(sandbox.path)
        let file = try sandbox.read("dist/sha256/abc")
        let whole = try server.get("/sha256/abc")
        #expect(whole.status == 200 && whole.body == file)
        let tag = try #require(whole.fields["etag"])
        #expect(whole.fields["cache-control"]?.contains("immutable") == true)
        let part = try server.get("/sha256/abc", "Range: bytes=5-600004", "If-Range: \(tag)")
        #expect(part.status == 206 && part.body == Array(file[5...600_004]))
        #expect(part.fields["content-range"] == "bytes 5-600004/700000")
        #expect(try server.get("/sha256/abc", "Range: bytes=5-9", "If-Range: \"other\"").body == file)
        #expect(try server.get("/sha256/abc", "Range: bytes=-3").body == Array(file.suffix(3)))
        #expect(try server.get("/sha256/abc", "Range: bytes=700000-").status == 416)
        #expect(try server.get("/sha256/abc", "If-None-Match: \(tag)").status == 304)
        #expect(try server.get("/feed.json").fields["cache-control"] == "no-cache")
        for path in ["/link", "/../secret", "/sha256/../../secret", "/sha256", "/", "/absent", "/%2e%2e/secret", "//"] {
            #expect(try server.get(path).status == 404, "\(path)")
        }
        #expect(try server.get("/feed.json", host: "evil.example").status == 403)
        #expect(try server.get("/feed.json", "Origin: http://evil.example").status == 403)
        let second = try themepack("serve", "dist", "--port", "\(server.port)")
        #expect(second.status == 2 && second.errors.contains("--port 0"), "\(second)")
        #expect(server.end() == 0)
        #expect(try themepack("serve", "absent").status == 2)
    }

    private final class Server {
        private let running: Tool.Running
        let port: UInt16

        init(_ folder: String) throws {
            let output = "\(folder)/address"
            running = try Tool.start(
                "/bin/sh", ["-c", "exec \"$0\" serve dist --port 0 > \"$1\"", Tool.themepack, output], in: folder)
            let start = Date()
            var address = ""
            while !address.hasSuffix("/\n"), Date().timeIntervalSince(start) < 20 {
                address = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
                usleep(5000)
            }
            port = UInt16(address.dropFirst("http://127.0.0.1:".count).prefix { $0 != "/" }) ?? 0
        }

        deinit { running.process.terminate() }

        func get(_ path: String, host: String? = nil, _ lines: String...) throws -> HTTPClient.Response {
            let client = try HTTPClient(port: port)
            client.get(path, host: host ?? "127.0.0.1:\(port)", lines + ["Connection: close"])
            let response = try #require(client.response())
            #expect(client.isEnded)
            return response
        }

        func end() -> Int32 {
            kill(running.process.processIdentifier, SIGINT)
            running.process.waitForEnd()
            return running.process.terminationStatus
        }
    }
}
