import BrowserSupport
import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject
import ThemeSystem

@testable import ThemeReview

/// Images that pages replace.
@Suite struct ImageEditTests {
    private let project: TestProject
    private let preview: LivePreview
    private static let file = "themes/dark/common/dark_button.png"
    private static let fresh = PNGFile(9, 9, shade: 77).bytes

    init() throws {
        project = try TestProject()
        try project.image("assets/common/button.png")
        try project.image(Self.file, width: 40, height: 41)
        try project.theme("dark", prefix: "dark_")
        preview = LivePreview(
            of: try Project(at: project.root), rules: AccessRules(port: 1, token: "t", allowsEdits: true))
        try update()
    }

    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(project.root)/\(path)")))
    }

    private func update() throws {
        let read = try Project(at: project.root)
        _ = preview.update(
            try ReviewFacts(of: read, jobs: 1), SampleScreens(of: read))
    }

    /// The address of the theme's image.
    private func address() throws -> String {
        let page = preview.respond(to: request("GET", ""))
        let paths = String(decoding: page.body, as: UTF8.self).split(separator: "\"")
            .filter { $0.hasPrefix("image/") }.map(String.init)
        return try #require(
            paths.first { preview.respond(to: request("GET", $0)).body == (try? bytes(Self.file)) })
    }

    private func request(_ method: String, _ path: String, _ body: [UInt8]? = nil) -> HTTPRequest {
        var request = HTTPRequest(
            method: method, path: "/t/\(path)",
            fields: [("host", "localhost:1"), ("origin", "http://localhost:1")],
            keepsConnection: true)
        request.bodyLength = body?.count ?? 0
        request.body = body
        return request
    }

    private func put(_ path: String, _ body: [UInt8] = []) -> HTTPResponse {
        preview.respond(to: request("PUT", path, body))
    }

    @Test("An image is replaced and given back, and nothing else is written")
    func replaced() throws {
        let before = try bytes(Self.file)
        let others = try bytes("assets/common/button.png")
        let answer = put(try address(), Self.fresh)
        #expect(answer.status == .ok)
        #expect(String(decoding: answer.body, as: UTF8.self) == "undo/1\nReplaced\n\(Self.file)")
        #expect(try bytes(Self.file) == Self.fresh)
        #expect(put("undo/1").status == .noContent)
        #expect(try bytes(Self.file) == before)
        #expect(put("undo/1").status == .notFound)
        #expect(try bytes("assets/common/button.png") == others)
    }

    @Test("A theme's missing image is added where it belongs, and deleted again; a damaged one is replaced")
    func added() throws {
        let place = "themes/dark/icons/big/dark_star@2x.png"
        try project.image("assets/icons/big/star@2x.png", width: 8, height: 8)
        try update()
        let page = String(decoding: preview.respond(to: request("GET", "")).body, as: UTF8.self)
        #expect(page.contains("<option value=\"dark\">"))
        let star = try bytes("assets/icons/big/star@2x.png")
        let address = try #require(
            page.split(separator: "\"").first {
                $0.hasPrefix("image/") && preview.respond(to: request("GET", String($0))).body == star
            })
        #expect(put("\(address)/default", Self.fresh).status == .notFound)
        #expect(put("\(address)/other", Self.fresh).status == .notFound)
        #expect(put("\(address)/../dark", Self.fresh).status == .notFound)
        for broken in [Array("no picture".utf8), Self.fresh.dropLast(20), PNGFile(20_000, 1).bytes] {
            #expect(put("\(address)/dark", broken).status == .unsupportedMediaType)
        }
        let answer = put("\(address)/dark", Self.fresh)
        #expect(String(decoding: answer.body, as: UTF8.self) == "undo/1\nAdded\n\(place)")
        #expect(try bytes(place) == Self.fresh)
        // The page has not seen it yet.
        #expect(put("\(address)/dark", star).status == .conflict)
        #expect(put("undo/1").status == .noContent)
        #expect(!FileManager.default.fileExists(atPath: "\(project.root)/themes/dark/icons"))
        try project.write(place, Array(star.dropLast(5)))
        try update()
        #expect(put("\(address)/dark", star).status == .ok)
        #expect(try bytes(place) == star)
        #expect(put("undo/2").status == .noContent)
        #expect(try bytes(place) == Array(star.dropLast(5)))
    }

    @Test("A file that has changed since it was shown stays, for a replacement and for its undo")
    func changed() throws {
        let address = try address()
        let other = PNGFile(40, 41, shade: 5).bytes
        try project.write(Self.file, other)
        #expect(put(address, Self.fresh).status == .conflict)
        #expect(try bytes(Self.file) == other)
        try update()
        #expect(put(try self.address(), Self.fresh).status == .ok)
        try project.write(Self.file, other)
        #expect(put("undo/1").status == .conflict)
        #expect(try bytes(Self.file) == other)
    }

    @Test("What is no PNG, too large, unknown, or from another page is refused, and the file stays")
    func refused() throws {
        let before = try bytes(Self.file)
        let address = try address()
        for bytes in [[], Array("GIF89a".utf8), Array(Self.fresh.prefix(20))] {
            let answer = put(address, bytes)
            #expect(answer.status == .unsupportedMediaType, "\(bytes.count)")
            #expect(String(decoding: answer.body, as: UTF8.self).contains("not a PNG"))
        }
        for path in ["image/999999", "image/", "undo/9", "", "../x", "events", "image/-1"] {
            #expect(put(path, Self.fresh).status == .notFound, "\(path)")
        }
        var request = request("PUT", address)
        request.bodyLength = .max
        #expect(preview.respond(to: request).status == .contentTooLarge)
        request.bodyLength = 10
        #expect(preview.respond(to: request).status == .wantsBody)
        for origins in [[], ["http://localhost:2"], ["null"], ["http://localhost:1", "http://localhost:1"]] {
            request.fields = [("host", "localhost:1")]
            request.fields += origins.map { ("origin", $0) }
            #expect(preview.respond(to: request).status == .forbidden, "\(origins)")
        }
        let reader = LivePreview(of: try Project(at: project.root), rules: AccessRules(port: 1, token: "t"))
        #expect(reader.respond(to: self.request("PUT", address, Self.fresh)).status == .methodNotAllowed)
        #expect(try bytes(Self.file) == before)
    }

    @Test("A folder that became a link after the page was shown is not written to")
    func links() throws {
        let outside = try Sandbox()
        let folder = "\(project.root)/themes/dark/common"
        let address = try address()
        let bytes = try bytes(Self.file)
        try FileManager.default.moveItem(atPath: folder, toPath: "\(outside.path)/common")
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: "\(outside.path)/common")
        let answer = put(address, Self.fresh)
        #expect(answer.status == .forbidden, "\(String(decoding: answer.body, as: UTF8.self))")
        #expect(try self.bytes(Self.file) == bytes)
    }

    @Test("The last sixteen changes can be taken back")
    func memory() throws {
        for number in 1...17 {
            let answer = put(try address(), PNGFile(40, 41, shade: UInt8(number)).bytes)
            #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("undo/\(number)\n"))
            try update()
        }
        #expect(put("undo/1").status == .notFound)
        #expect(put("undo/17").status == .noContent)
        #expect(try bytes(Self.file) == PNGFile(40, 41, shade: 16).bytes)
    }

    @Test("Old files that are taken back have a limit of bytes, but for the newest one")
    func memoryOfFiles() throws {
        var edits = ImageEdits()
        edits.bytesMax = 100
        var old = try bytes(Self.file)
        for shade in [1, 2] as [UInt8] {
            let new = PNGFile(40, 41, shade: shade).bytes
            _ = try edits.replace(
                "\(project.root)/\(Self.file)", shown: .file(ContentDigest(of: old)), with: new, in: project.root,
                limits: ProjectLimits())
            old = new
        }
        #expect(throws: HTTPResponse.self) { try edits.undo(1, in: project.root, limit: 1 << 20) }
        try edits.undo(2, in: project.root, limit: 1 << 20)
        #expect(try bytes(Self.file) == PNGFile(40, 41, shade: 1).bytes)
    }

    @Test("A body is read only if it was asked for, whole, and in any pieces")
    func bodies() throws {
        let handled = Lock<[Int?]>([])
        let server = try RunningServer { request in
            handled.withLock { $0.append(request.body?.count) }
            if request.path == "/refused" { return HTTPResponse(.forbidden, "no") }
            if request.method == "PUT", request.body == nil { return .wantsBody }
            return HTTPResponse(.ok, "done")
        }
        let client = try HTTPClient(port: server.port)
        let head = "PUT /x HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 70000\r\n\r\n"
        let text = Array((head + String(repeating: "x", count: 70_000) + "GET / HTTP/1.1\r\n\r\n").utf8)
        for start in stride(from: 0, to: text.count, by: 999) {
            client.send(String(decoding: text[start..<min(start + 999, text.count)], as: UTF8.self))
        }
        #expect(client.response(toHead: true)?.status == 100)
        for _ in 0..<2 { #expect(client.response()?.text == "done\n") }
        #expect(handled.withLock { $0 } == [nil, 70_000, nil])
        let other = try HTTPClient(port: server.port)
        other.send("PUT /refused HTTP/1.1\r\nContent-Length: 5\r\n\r\nGET /")
        #expect(other.response()?.status == 403)
        #expect(other.isEnded)
        #expect(handled.withLock { $0.count } == 4)
        for length in ["-1", "5, 5", "+5", "99999999999999999999", "0x5", ""] {
            let text = "PUT / HTTP/1.1\r\nContent-Length: \(length)"
            #expect(throws: HTTPStatus.badRequest, "\(length)") { try HTTPRequest(head: Array(text.utf8)[...]) }
        }
    }

    @Test(
        "RR13 A PNG that is dropped on an image replaces it, the page shows it, and one click gives the old one back",
        .enabled(if: Browser.executable != nil, Comment(rawValue: Browser.isMissing)))
    func dropped() async throws {
        let before = try bytes(Self.file)
        try project.theme("brand", prefix: "")
        let process = try PreviewProcess(of: project.root, "--edit")
        let page = try await Browser.open(process.address, reducedMotion: false)
        let image = "document.querySelector('.card img[title$=\"dark_button.png\"]')"
        try await page.wait(until: image)
        let data = Data(Self.fresh).base64EncodedString()
        try await page.evaluate(
            """
            window.fileOf = (bytes) => new File([bytes], "a.png", { type: "image/png" });
            window.drop = (file, types = ["dragover", "drop"], target = \(image)) => {
              const data = new DataTransfer();
              data.items.add(file);
              for (const type of types) target.dispatchEvent(
                new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
            };
            window.drop(window.fileOf(Uint8Array.from(atob("\(data)"), (it) => it.charCodeAt(0))));
            """)
        try await page.wait(until: "document.querySelector('.edited').textContent.startsWith('Replaced ')")
        #expect(try bytes(Self.file) == Self.fresh)
        if let axe = Axe.script {
            try await page.evaluate(axe + "; 0")
            let found = try await page.evaluate(
                "axe.run().then((it) => it.violations.map((rule) => rule.id + ': ' + rule.nodes[0].html))")
            #expect(found.array.compactMap(\.string) == [])
        }
        try await page.wait(until: "\(image).dataset.size === '9x9'")
        #expect(try await page.evaluate("document.querySelectorAll('.shot.drop').length").number == 0)
        try await page.evaluate(
            "[...document.querySelectorAll('.edited button')].find((it) => it.textContent === 'Undo').click()")
        try await page.wait(until: "document.querySelector('.edited').textContent.includes(' is as before.')")
        #expect(try bytes(Self.file) == before)
        try await page.wait(until: "\(image).dataset.size === '40x41'")
        try await page.evaluate(
            """
            window.place = () => { const { x, y } = \(image).getBoundingClientRect(); return [x, y].join(); };
            window.before = window.place();
            window.drop(window.fileOf("x"), ["dragover"]);
            window.slot = document.querySelector(".slots span");
            """)
        #expect(try await page.evaluate("window.place() === window.before").bool == true, "the card has moved")
        #expect(try await page.evaluate("window.slot.textContent").string == "New for brand")
        try await page.evaluate(
            "window.drop(window.fileOf('x'), ['dragover'], document.querySelector('.slots').parentElement)")
        #expect(try await page.evaluate("window.slot.isConnected").bool == true, "the way to it hides it")
        try await page.evaluate(
            "window.drop(window.fileOf(Uint8Array.from(atob('\(data)'), (it) => it.charCodeAt(0))), undefined, slot)")
        let place = "themes/brand/common/button.png"
        try await page.wait(until: "document.querySelector('.edited').textContent.startsWith('Added \(place)')")
        #expect(try bytes(place) == Self.fresh)
        try await page.wait(until: "document.querySelector('img[title=\"\(place)\"]')")
        #expect(try await page.evaluate("document.querySelectorAll('.slots').length").number == 0)
        try await page.evaluate(
            "[...document.querySelectorAll('.edited button')].find((it) => it.textContent === 'Undo').click()")
        try await page.wait(until: "document.querySelector('.edited').textContent.includes(' is deleted again.')")
        try await page.wait(until: "!document.querySelector('img[title=\"\(place)\"]')")
        try await page.evaluate("window.drop(window.fileOf('no picture'))")
        try await page.wait(until: "document.querySelector('.edited').textContent.includes('not a PNG')")
        #expect(try bytes(Self.file) == before)
        try await page.close()
    }
}
