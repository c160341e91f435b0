import Foundation
import ThemeReview
import TestSupport
import Testing

/// `themepack preview` as a process.
@Suite struct PreviewCommandTests {
    private let project: TestProject

    init() throws {
        project = try TestProject()
        try project.image("assets/common/button.png")
        try project.theme("default")
    }

    @Test("It prints its address, answers there, and ends with Ctrl-C")
    func printedAddress() throws {
        let preview = try PreviewProcess(of: project.root)
        #expect(preview.address.hasPrefix("http://127.0.0.1:"))
        let path = try #require(URL(string: preview.address)?.path) + "/"
        let client = try HTTPClient(port: preview.port)
        client.get(path, host: "127.0.0.1:\(preview.port)")
        #expect(client.response()?.status == 200)
        client.get("\(path)events", host: "127.0.0.1:\(preview.port)")
        #expect(client.response(toHead: true)?.status == 200)
        #expect(client.event()?.contains("\"revision\": ") == true)
        #expect(preview.end() == 0)
        #expect(client.isEnded)
    }

    /// Everything that a page of another site, or a wrong guess, could send.
    @Test("It refuses what is not its own")
    func refusals() throws {
        let preview = try PreviewProcess(of: project.root)
        let path = try #require(URL(string: preview.address)?.path) + "/"
        let own = "127.0.0.1:\(preview.port)"
        func status(_ path: String, host: String, method: String = "GET", _ line: String = "Accept: */*") throws -> Int?
        {
            let client = try HTTPClient(port: preview.port)
            client.get(path, host: host, method: method, line)
            return client.response(toHead: true)?.status
        }
        #expect(try status(path, host: own) == 200)
        #expect(try status(path, host: "localhost:\(preview.port)") == 200)
        #expect(try status(path, host: own, method: "HEAD") == 200)
        #expect(try status(path, host: own, method: "POST") == 405)
        #expect(try status(path, host: own, method: "OPTIONS") == 405)
        #expect(try status(path, host: "evil.example:\(preview.port)") == 403)
        #expect(try status("/", host: own) == 404)
        #expect(try status("/" + String(repeating: "0", count: 32) + "/", host: own) == 404)
        #expect(try status(path, host: own, "Origin: http://evil.example") == 403)
        #expect(try status(path, host: own, "Origin: null") == 403)
        #expect(try status(path, host: own, "Sec-Fetch-Site: cross-site") == 403)
        #expect(try status(path, host: own, "Sec-Fetch-Site: same-site") == 403)
        #expect(try status(path, host: own, "Sec-Fetch-Site: same-origin") == 200)
        let client = try HTTPClient(port: preview.port)
        client.get(path, host: own)
        let page = String(decoding: try #require(client.response()).body, as: UTF8.self)
        let image = try #require(page.split(separator: "\"").first { $0.hasPrefix("image/") })
        #expect(try status("\(path)\(image)", host: own) == 200)
        #expect(try status("\(path)image/0", host: own) == 404)
        #expect(try status("\(path)../../../etc/passwd", host: own) == 404)
        #expect(try status("\(path)themepack.json", host: own) == 404)
        #expect(try status("/favicon.ico", host: own) == 204)
        #expect(try status("/favicon.ico", host: "evil.example") == 403)
    }

    /// All users of the machine can read the arguments of a program.
    @Test("A program that opens the address gets no token")
    func opening() throws {
        let sandbox = try Sandbox()
        try sandbox.writeProgram(
            Self.opener,
            "#!/bin/sh\necho \"$@\" > '\(sandbox.path)/arguments.new'\n"
                + "mv '\(sandbox.path)/arguments.new' '\(sandbox.path)/arguments'\n")
        let preview = try PreviewProcess(
            of: project.root, "--open", environment: ["PATH": sandbox.path + ":/usr/bin:/bin"])
        try #require(blockUntil { FileManager.default.fileExists(atPath: "\(sandbox.path)/arguments") })
        let address = try sandbox.text("arguments").trimmingCharacters(in: .newlines)
        let token = try #require(URL(string: preview.address)?.path)
        #expect(address.hasPrefix("http://127.0.0.1:\(preview.port)/open/") && !address.contains(token))
        let client = try HTTPClient(port: preview.port)
        client.get(try #require(URL(string: address)?.path), host: "127.0.0.1:\(preview.port)")
        let answer = try #require(client.response(toHead: true))
        #expect(answer.status == 303 && answer.fields["location"] == "\(token)/")
    }

    #if canImport(Darwin)
        private static let opener = "open"
    #else
        private static let opener = "xdg-open"
    #endif

    @Test("A port in use is an error")
    func portInUse() throws {
        let socket = try ListeningSocket(port: 0)
        let result = try Tool.themepack("preview", "--port", "\(socket.port)", in: project.root)
        #expect(result.status == 2)
        #expect(result.errors.contains(" \(socket.port) ") && result.errors.contains("--port 0"))
        #expect(result.output.isEmpty)
    }

    @Test("A port is a number", arguments: ["65536", "-1", "x", ""])
    func wrongPort(port: String) throws {
        #expect(try Tool.themepack("preview", "--port", port, in: project.root).status == 64)
    }

    @Test("A named port is taken")
    func namedPort() throws {
        let port = try ListeningSocket(port: 0).port
        let preview = try PreviewProcess(of: project.root, "--port", "\(port)")
        #expect(preview.port == port)
    }

    @Test("A folder without a project is an error")
    func noProject() throws {
        let sandbox = try Sandbox()
        let result = try Tool.themepack("preview", in: sandbox.path)
        #expect(result.status == 2)
        #expect(result.output.isEmpty && result.errors.contains("themepack init"))
    }

    @Test("The screens of a new project are drawn without an error")
    func newProject() throws {
        let sandbox = try Sandbox()
        #expect(try Tool.themepack("init", "-q", in: sandbox.path).status == 0)
        let preview = try PreviewProcess(of: sandbox.path)
        let path = try #require(URL(string: preview.address)?.path) + "/screens"
        let client = try HTTPClient(port: preview.port)
        client.get(path, host: "localhost:\(preview.port)")
        let page = try #require(client.response()).text
        #expect(page.components(separatedBy: "<figure class=\"phone\"").count == 9, "one for each selection")
        #expect(!page.contains("<b>Error</b>"))
    }

    /// A designer starts it while a file is wrong.
    @Test("A project that cannot be read is an error at the start")
    func unreadableProject() throws {
        try project.write("themepack.json", "{")
        let result = try Tool.themepack("preview", in: project.root)
        #expect(result.status == 2)
        #expect(result.errors.contains("themepack.json:1:1: error:"))
    }
}
