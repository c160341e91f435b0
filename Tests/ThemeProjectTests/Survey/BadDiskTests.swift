import Foundation
import TestSupport
import Testing
import ThemeProject

@Suite("Bad names on disk")
struct BadDiskTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
    }

    private func survey() throws -> [Finding] {
        try ProjectSurvey(of: Project(at: sandbox.path), .everything, jobs: 2).findings.sorted()
    }

    /// Expects one finding about a kind of file, with the sentence of a case.
    private func expectOne(
        _ path: String, _ name: String, _ findings: [Finding], at location: SourceLocation = #_sourceLocation
    ) throws {
        #expect(findings.map(\.rule) == [.fileKind], "\(findings.map(\.line))", sourceLocation: location)
        #expect(findings.first?.path == path, sourceLocation: location)
        #expect(findings.first?.hint != nil, sourceLocation: location)
        try expect(findings.first?.sentence, name, at: location)
    }

    private func expect(
        _ sentence: String?, _ name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        let mismatch = try Sentences.mismatch(sentence, of: "on disk: \(name)", in: "project-tree")
        #expect(mismatch == nil, sourceLocation: location)
    }

    @Test("A valid project on disk has no finding")
    func sound() throws { #expect(try survey().map(\.line) == []) }

    @Test(
        "A FIFO does not hang", .timeLimit(.minutes(10)),
        arguments: ["themes/year/common/year_x.png", "assets/x.png", "themes/year/pipe"])
    func fifo(_ path: String) throws {
        #expect(mkfifo("\(sandbox.path)/\(path)", 0o600) == 0)
        try expectOne(path, "a FIFO: \(path)", try survey())
    }

    @Test(
        "A FIFO or folder in place of a text file does not hang", .timeLimit(.minutes(10)), arguments: [true, false],
        ["theme.json", "config.json"])
    func fifoForText(isFIFO: Bool, _ name: String) throws {
        let path = "\(sandbox.path)/themes/year/\(name)"
        #expect(unlink(path) == 0)
        #expect((isFIFO ? mkfifo(path, 0o600) : mkdir(path, 0o700)) == 0)
        let findings = try survey()
        let finding = findings.first { $0.path == "themes/year/\(name)" }
        try expect(finding?.sentence, "\(isFIFO ? "a FIFO" : "a folder") in place of \(name)")
    }

    @Test("A socket is reported")
    func socketFile() throws {
        let (path, descriptor) = ("\(sandbox.path)/assets/s.png", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        try expectOne("assets/s.png", "a socket", try survey())
    }

    @Test(
        "Links out of the tree, in cycles and to nowhere are reported",
        arguments: [
            "/etc/passwd", "../../../assets/common/button.png", "year_x.png", "nowhere", ".", "/dev/null", "..",
        ])
    func links(_ target: String) throws {
        #expect(symlink(target, "\(sandbox.path)/themes/year/common/year_x.png") == 0)
        try expectOne("themes/year/common/year_x.png", "a link to \(target)", try survey())
    }

    @Test("What is neither a folder nor a file among the themes is reported")
    func noFolders() throws {
        #expect(symlink("nowhere", "\(sandbox.path)/themes/gone") == 0)
        #expect(symlink("loop", "\(sandbox.path)/themes/loop") == 0)
        #expect(mkfifo("\(sandbox.path)/themes/pipe", 0o600) == 0)
        try sandbox.write("themes/README.md", "")
        #expect(symlink("README.md", "\(sandbox.path)/themes/notes") == 0)
        let findings = try survey()
        #expect(findings.allSatisfy { $0.rule == .fileKind && $0.hint != nil })
        #expect(findings.map(\.path) == ["themes/gone", "themes/loop", "themes/pipe"])
        let sentences = findings.map { "\($0.path) \($0.sentence)" }.joined(separator: "\n")
        try expect(sentences, "no folders among the themes")
    }

    @Test("What is not a folder in place of the themes or of the default images", arguments: ["themes", "assets"])
    func notFolders(_ folder: String) throws {
        let path = "\(sandbox.path)/\(folder)"
        try sandbox.write("themepack.json", "{}")
        let replacements: [(name: String, make: () throws -> Void)] = [
            ("a file", { try sandbox.write(folder, "text\n") }),
            ("a FIFO", { #expect(mkfifo(path, 0o600) == 0) }),
            ("a link to nowhere", { #expect(symlink("nowhere", path) == 0) }),
        ]
        for (name, make) in replacements {
            try FileManager.default.removeItem(atPath: path)
            try make()
            let error = #expect(throws: UserError.self) { try survey() }
            #expect(error?.path == folder)
            #expect(error?.hint?.contains("\"\(folder)\"") == true)
            try expect(error?.sentence, "\(name) in place of \(folder)")
        }
    }

    @Test("A link to itself in place of the default images")
    func loopForAssets() throws {
        let path = "\(sandbox.path)/assets"
        try sandbox.write("themepack.json", "{}")
        try FileManager.default.removeItem(atPath: path)
        #expect(symlink("assets", path) == 0)
        let findings = try survey().filter { $0.rule == .fileKind }
        try expectOne("assets", "a link to itself in place of assets", findings)
    }

    @Test(
        "A theme or an asset tree that is a link out of the project is not read", arguments: ["themes/leak", "assets"])
    func outside(_ folder: String) throws {
        let (path, other) = ("\(sandbox.path)/\(folder)", try Sandbox())
        try ProjectFiles.sound.write(to: other)
        // Nothing of the folder may reach a report, not even from its theme.json.
        try other.write("themes/leak/theme.json", "{\"id\": \"secret\", \"secret\": 1}")
        try? FileManager.default.removeItem(atPath: path)
        #expect(symlink("\(other.path)/\(folder)", path) == 0)
        let findings = try survey()
        #expect(!findings.map(\.line).joined().contains("secret"))
        let found = findings.filter { $0.rule == .fileKind }
        try expectOne(folder, "a link out of the project: \(folder)", found)
        #expect(found.first?.hint?.contains("\"links\": [\"\(folder)\"]") == true)
        try sandbox.write("themepack.json", "{\"links\": [\"\(folder)\"]}")
        #expect(try survey().filter { $0.rule == .fileKind }.isEmpty)
    }

    @Test("A folder within a link out of the project is outside as well; one within the project is not")
    func outsideAbove() throws {
        let other = try Sandbox()
        try FileManager.default.moveItem(atPath: "\(sandbox.path)/themes", toPath: "\(other.path)/themes")
        #expect(symlink("\(other.path)/themes", "\(sandbox.path)/themes") == 0)
        #expect(try survey().filter { $0.rule == .fileKind }.map(\.path) == ["themes/default", "themes/year"])
        try sandbox.write("themepack.json", "{\"links\": [\"themes\"]}")
        #expect(try survey().map(\.line) == [])
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/themes")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/themepack.json")
        try FileManager.default.moveItem(atPath: "\(other.path)/themes", toPath: "\(sandbox.path)/elsewhere")
        #expect(symlink("elsewhere", "\(sandbox.path)/themes") == 0)
        #expect(try survey().map(\.line) == [])
    }

    @Test("A settings file in a linked folder is not read")
    func linkedSettings() throws {
        let other = try Sandbox()
        try other.write("config.json", "{\"secret\": 1}")
        #expect(symlink(other.path, "\(sandbox.path)/themes/year/sub") == 0)
        try sandbox.write(
            "themes/year/theme.json",
            #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "sub/config.json"}"#)
        let source = SurveyedTheme(folderName: "year", in: try Project(at: sandbox.path))
        #expect(source.settings == nil)
        #expect(source.findings.count == 1)
        try expect(source.findings.first?.sentence, "settings in a linked folder")
    }

    @Test("A cycle of folder links ends")
    func cycle() throws {
        #expect(symlink("../../year", "\(sandbox.path)/themes/year/common/loop") == 0)
        #expect(symlink("b", "\(sandbox.path)/assets/a") == 0 && symlink("a", "\(sandbox.path)/assets/b") == 0)
        let findings = try survey()
        #expect(findings.map(\.rule) == [.fileKind, .fileKind, .fileKind])
        #expect(findings.map(\.path) == ["assets/a", "assets/b", "themes/year/common/loop"])
    }

    @Test("A folder called x.png is reported")
    func folder() throws {
        try sandbox.write("themes/year/common/year_x.png/inner.txt", "")
        try sandbox.write("assets/x.PNG/y.png", PNGFile(1, 1).bytes)
        let findings = try survey()
        #expect(findings.map(\.rule) == [.fileKind, .fileKind])
        #expect(findings.map(\.path) == ["assets/x.PNG", "themes/year/common/year_x.png"])
        try expect(findings.map(\.sentence).joined(separator: "\n"), "folders with the names of images")
    }

    #if os(Linux)
        @Test("Names that are not UTF-8 are reported", arguments: [[0xFF], [0x79, 0xE9, 0x72]] as [[UInt8]])
        func notUTF8(_ name: [UInt8]) throws {
            let path = Array("\(sandbox.path)/themes/year/common/".utf8) + name + Array(".png\0".utf8)
            let descriptor = path.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    $0.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
                }
            }
            try #require(descriptor >= 0)
            close(descriptor)
            let findings = try survey()
            #expect(findings.map(\.rule) == [.namePortable])
            #expect(findings.first?.path.contains("\\x") == true && findings.first?.message.contains("UTF-8") == true)
        }
    #endif

    @Test("A path of thousands of characters is reported, and the survey goes on")
    func deep() throws {
        // The tree is too deep for a path, so this makes it folder by folder.
        let name = String(repeating: "d", count: 200)
        var folder = open("\(sandbox.path)/themes/year", O_RDONLY)
        for _ in 0..<40 {
            #expect(mkdirat(folder, name, 0o700) == 0)
            let next = openat(folder, name, O_RDONLY)
            close(folder)
            folder = next
        }
        let file = openat(folder, "year_x.png", O_CREAT | O_WRONLY, 0o600)
        try #require(file >= 0)
        close(file)
        close(folder)
        let findings = try survey()
        #expect(findings.map(\.rule) == [.namePortable], "\(findings.map { $0.line.suffix(200) })")
        #expect(findings.first?.path.hasPrefix("themes/year/ddd") == true)
    }

    @Test("Folders nested deeper than the limit are reported")
    func nested() throws {
        try sandbox.write("assets/" + String(repeating: "a/", count: 40) + "x.png", PNGFile(1, 1).bytes)
        try expectOne(
            "assets/" + Array(repeating: "a", count: 33).joined(separator: "/"), "more than 32 folders deep",
            try survey())
    }
}
