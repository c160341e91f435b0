import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemePackager

/// Names that a disk of another system could not hold, given by the in-memory file system.
@Suite("Bad names")
struct BadNameTests {
    static let folder = "themes/year/common"
    static let image = PNGFile(44, 22, shade: 3).bytes

    @Test(
        "A name that is not portable is told, and the rest is verified all the same",
        arguments: [
            ("year_a\nb.png", "U+000A"), ("year_a\\b.png", "backslash"), (" year_a.png", "space"),
            ("year_a.png ", "space"),
            ("year_a\u{7F}.png", "U+007F"), ("year_a\u{202E}gnp.png", "U+202E"), ("year_a:b.png", "U+003A"),
            ("year_a?.png", "U+003F"),
            ("year_a.png.", "dot"), ("aux.png", "device"), ("COM1.png", "device"), ("year_\u{FFFD}.png", "U+FFFD"),
            (String(repeating: "a", count: 256) + ".png", "bytes"),
        ])
    func portable(_ name: String, _ says: String) throws {
        let findings = try ProjectFiles.sound.with { $0.files["\(Self.folder)/\(name)"] = Self.image }.verify()
        #expect(findings.map(\.rule) == [.namePortable], "\(findings.map(\.line))")
        #expect(findings.first?.path == "\(Self.folder)/\(name)")
        #expect(findings.first?.message.contains(says) == true && findings.first?.hint != nil)
        #expect(findings.first?.severity == .error)
    }

    @Test("So is such a folder, and one in the asset tree", arguments: ["a\\b", "a ", "nul", "a\u{1}"])
    func folders(_ name: String) throws {
        let findings = try ProjectFiles.sound.with {
            $0.files["assets/\(name)/x.png"] = Self.image
            $0.files["\(Self.folder)/\(name)/year_x.png"] = Self.image
        }.verify()
        #expect(findings.map(\.path) == ["assets/\(name)", "\(Self.folder)/\(name)"])
        #expect(findings.allSatisfy { $0.rule == .namePortable })
    }

    @Test(
        "A name that is not UTF-8 is shown byte by byte",
        arguments: [
            ([0xFF], "\\xFF.png"), ([0x61, 0xE9], "a\\xE9.png"), ([0xC3, 0xA9, 0x80], "é\\x80.png"),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80.png"),
        ] as [([UInt8], String)])
    func bytes(_ name: [UInt8], _ shown: String) throws {
        var memory = ProjectFiles.sound.memory
        memory[bytes: Array("/project/\(Self.folder)/".utf8) + name + Array(".png".utf8)] = .file(Self.image)
        let findings = try ProjectFiles.verify(memory)
        #expect(findings.map(\.rule) == [.namePortable])
        #expect(findings.first?.path == "\(Self.folder)/\(shown)" && findings.first?.message.contains("UTF-8") == true)
    }

    @Test(
        "Names that differ only by case or Unicode form clash",
        arguments: [
            ("common/Button.png", "common/button.png"), ("Common/button2.png", "common/button.png"),
            ("é.png", "e\u{301}.png"),
            ("É.png", "e\u{301}.png"), ("caf\u{E9}/a.png", "cafe\u{301}/b.png"),
            ("common/button.PNG", "common/button.png"),
            ("\u{212A}.png", "k.png"), ("\u{212B}.png", "\u{E5}.png"),
            ("A/b/x.png", "a/c/y.png"), ("a/B/c/x.png", "a/b/d/e/y.png"), ("q/A.PNG", "q/a.png"),
        ])
    func clashes(_ one: String, _ other: String) throws {
        // A dictionary would take two Unicode forms for one key: straight into the file system.
        var memory = ProjectFiles.sound.memory
        for path in [one, other] { memory["/project/assets/\(path)"] = .file(PNGFile(44, 22, shade: 0x40).bytes) }
        let findings = try ProjectFiles.verify(memory).filter { $0.severity == .error }
        #expect(findings.first?.rule == .nameClash, "\(findings.map(\.line))")
        #expect(
            findings.allSatisfy { [.nameClash, .imageDefaultMissing].contains($0.rule) && $0.hint != nil },
            "\(findings.map(\.line))")
        let paths = ["assets/\(one)", "assets/\(other)"].map { Array($0.utf8) }
        #expect(findings.contains { paths.contains(Array($0.path.utf8)) })
    }

    @Test("Names that differ by more do not clash")
    func apart() throws {
        let findings = try ProjectFiles.sound.with { project in
            for path in ["common/a.png", "common/b.png", "commons/a.png", "e.png", "é.png", "ß.png", "ss.png"] {
                project.files["assets/\(path)"] = Self.image
            }
        }.verify()
        #expect(findings.map(\.line) == [])
    }

    @Test("Two files for one variant are told with both names")
    func twoFiles() throws {
        let findings = try ProjectFiles.sound.with { $0.files["assets/common/year_button.png"] = Self.image }.verify()
        let clash = try #require(findings.first { $0.rule == .nameClash })
        #expect(
            [clash.path, clash.related?.path].sorted { ($0 ?? "") < ($1 ?? "") } == [
                "assets/common/year_button.png", BadInput.imagePath,
            ])
        #expect(clash.theme == "year")
    }

    @Test(
        "A misspelt prefix is told with the name that was meant",
        arguments: [
            ("yaer_button@2x.png", "did you mean 'year_button@2x.png'?"),
            ("yearbutton.png", "did you mean 'year_button.png'?"),
            ("Year_button.png", "did you mean 'year_button.png'?"), ("button.png", "did you mean 'year_button.png'?"),
            ("other.png", "rename it to 'year_other.png', or move it out of the theme"),
        ])
    func prefix(_ name: String, _ hint: String) throws {
        let findings = try ProjectFiles.sound.with { $0.files["\(Self.folder)/\(name)"] = Self.image }.verify()
        let finding = try #require(findings.first { $0.rule == .namePrefix })
        #expect(finding.path == "\(Self.folder)/\(name)" && finding.hint == hint && finding.severity == .error)
        #expect(finding.actual == name)
    }

    @Test(
        "The tree's oddities are told by name",
        arguments: [
            (MemoryFileSystem.Node.link("/etc/passwd"), "out of the tree|leads nowhere"),
            (.link("../../default/theme.json"), "out of the tree"),
            (.link("/project/assets/common/button.png"), "out of the tree"), (.link("nowhere.png"), "leads nowhere"),
            (.link("year_x.png"), "leads back to itself"), (.link("."), "link to a folder"),
            (.other("a FIFO"), "is a FIFO"),
            (.other("a device"), "is a device"), (.other("a socket"), "is a socket"),
        ])
    func kinds(_ node: MemoryFileSystem.Node, _ says: String) throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/\(Self.folder)/year_x.png"] = node
        let findings = try ProjectFiles.verify(memory)
        #expect(findings.map(\.rule) == [.fileKind], "\(findings.map(\.line))")
        #expect(findings.first?.path == "\(Self.folder)/year_x.png" && findings.first?.hint != nil)
        #expect(
            says.split(separator: "|").contains { findings.first?.message.contains($0) == true },
            "\(findings.map(\.line))")
    }

    @Test("A link to a file of the same tree is that file")
    func innerLink() throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/assets/common/other.png"] = .link("button.png")
        memory["/project/\(Self.folder)/year_other.png"] = .link("../common/year_button.png")
        #expect(try ProjectFiles.verify(memory).map(\.line) == [])
    }

    @Test(
        "What cannot be read is told, and the rest is verified",
        arguments: [
            (FileProblem.notPermitted, Rule.fileKind), (.system("Input/output error"), .fileKind),
            (.changed, .fileKind),
            (.tooLarge(bytes: 1 << 40, limit: 1), .imageLimits), (.missing, .fileKind),
        ])
    func unreadable(_ problem: FileProblem, _ rule: Rule) throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/\(BadInput.imagePath)"] = .refused(problem)
        memory["/project/themes/year/closed/x"] = .file([])
        memory["/project/themes/year/closed"] = .refusedFolder(.notPermitted)
        let findings = try ProjectFiles.verify(memory).filter { $0.rule != .imageScaleMissing }
        #expect(
            findings.map(\.rule) == [.fileKind, rule].sorted { _, _ in false } && findings.count == 2,
            "\(findings.map(\.line))")
        #expect(findings.map(\.path) == ["themes/year/closed", BadInput.imagePath])
        #expect(findings.allSatisfy { $0.hint != nil && $0.severity == .error }, "\(findings.map(\.line))")
    }

    @Test("theme.json and settings that cannot be read are told", arguments: ["theme.json", "config.json"])
    func unreadableText(_ name: String) throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/themes/year/\(name)"] = .refused(.notPermitted)
        let findings = try ProjectFiles.verify(memory)
        #expect(
            findings.map(\.path) == ["themes/year/\(name)"]
                && findings.first?.message.contains("permission denied") == true)
        #expect(findings.first?.rule == (name == "theme.json" ? .themeManifest : .configSyntax))
    }

    @Test("An empty theme is a theme", arguments: [true, false])
    func empty(hasFolders: Bool) throws {
        var project = ProjectFiles.sound
        project.files = project.files.filter { !$0.key.hasPrefix("themes/year/") }
        if hasFolders { project.files["themes/year/common/.gitkeep"] = [] }
        project["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0"}"#
        let verification = try Verifier(Project(at: ProjectFiles.root, in: project.memory), jobs: 1).verifyForPackaging(
            .folders(["year"]))
        #expect(verification.findings.map(\.line) == [] && verification.imageCount == 0)
        #expect(verification.themes.count == 1)
        _ = try PackPlan(for: try #require(verification.themes.first))
    }

    @Test("A theme without any image beside a project without any is sound")
    func nothing() throws {
        var memory = MemoryFileSystem()
        memory["/project/assets/.keep"] = .file([])
        memory["/project/themes/.keep"] = .file([])
        #expect(try ProjectFiles.verify(memory).isEmpty)
    }
}

/// The same on the disk of the machine, as far as it can be made there.
@Suite("Bad names on disk")
struct BadDiskTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
    }

    private func verify() throws -> [Finding] {
        try Verifier(Project(at: sandbox.path), jobs: 2).verify(.everything).findings
    }

    private func expectOne(
        _ rule: Rule, _ path: String, says: String, _ findings: [Finding],
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(findings.map(\.rule) == [rule], "\(findings.map(\.line))", sourceLocation: location)
        #expect(findings.first?.path == path, sourceLocation: location)
        #expect(findings.first?.message.contains(says) == true, "\(findings.map(\.line))", sourceLocation: location)
        #expect(findings.first?.hint != nil, sourceLocation: location)
    }

    @Test("A sound project on disk is sound")
    func sound() throws { #expect(try verify().map(\.line) == []) }

    @Test(
        "A FIFO does not hang", .timeLimit(.minutes(1)),
        arguments: ["themes/year/common/year_x.png", "assets/x.png", "themes/year/pipe"])
    func fifo(_ path: String) throws {
        #expect(mkfifo("\(sandbox.path)/\(path)", 0o600) == 0)
        expectOne(.fileKind, path, says: "is a FIFO", try verify())
    }

    @Test(
        "A FIFO or folder in place of a text file does not hang", .timeLimit(.minutes(1)), arguments: [true, false],
        ["theme.json", "config.json"])
    func fifoForText(isFIFO: Bool, _ name: String) throws {
        let path = "\(sandbox.path)/themes/year/\(name)"
        #expect(unlink(path) == 0)
        #expect((isFIFO ? mkfifo(path, 0o600) : mkdir(path, 0o700)) == 0)
        let findings = try verify()
        #expect(
            findings.contains { $0.path == "themes/year/\(name)" && $0.message.contains("not a regular file") },
            "\(findings.map(\.line))")
    }

    @Test("A socket is told")
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
        expectOne(.fileKind, "assets/s.png", says: "is a socket", try verify())
    }

    @Test(
        "Links out of the tree, in circles and to nowhere are told",
        arguments: [
            ("/etc/passwd", "out of the tree"), ("../../../assets/common/button.png", "out of the tree"),
            ("year_x.png", "back to itself"),
            ("nowhere", "leads nowhere"), (".", "link to a folder"), ("/dev/null", "out of the tree"),
            ("..", "out of the tree"),
        ])
    func links(_ target: String, _ says: String) throws {
        #expect(symlink(target, "\(sandbox.path)/themes/year/common/year_x.png") == 0)
        expectOne(.fileKind, "themes/year/common/year_x.png", says: says, try verify())
    }

    @Test("A circle of folder links ends")
    func circle() throws {
        #expect(symlink("../../year", "\(sandbox.path)/themes/year/common/loop") == 0)
        #expect(symlink("b", "\(sandbox.path)/assets/a") == 0 && symlink("a", "\(sandbox.path)/assets/b") == 0)
        let findings = try verify()
        #expect(findings.map(\.rule) == [.fileKind, .fileKind, .fileKind])
        #expect(findings.map(\.path) == ["assets/a", "assets/b", "themes/year/common/loop"])
    }

    @Test("A folder called x.png is told")
    func folder() throws {
        try sandbox.write("themes/year/common/year_x.png/inner.txt", "")
        try sandbox.write("assets/x.PNG/y.png", PNGFile(1, 1).bytes)
        let findings = try verify()
        #expect(findings.map(\.rule) == [.fileKind, .fileKind])
        #expect(findings.map(\.path) == ["assets/x.PNG", "themes/year/common/year_x.png"])
        #expect(findings.allSatisfy { $0.message.contains("named like an image") })
    }

    #if os(Linux)
        @Test("Names in bytes that are not UTF-8 are told", arguments: [[0xFF], [0x79, 0xE9, 0x72]] as [[UInt8]])
        func notUTF8(_ name: [UInt8]) throws {
            let path = Array("\(sandbox.path)/themes/year/common/".utf8) + name + Array(".png\0".utf8)
            let descriptor = path.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    $0.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
                }
            }
            try #require(descriptor >= 0)
            close(descriptor)
            let findings = try verify()
            #expect(findings.map(\.rule) == [.namePortable])
            #expect(findings.first?.path.contains("\\x") == true && findings.first?.message.contains("UTF-8") == true)
        }
    #endif

    @Test("A path of thousands of characters is told, and the tree can still be verified")
    func deep() throws {
        // No path names it: made from within.
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
        let findings = try verify()
        #expect(findings.map(\.rule) == [.namePortable], "\(findings.map { $0.line.suffix(200) })")
        #expect(findings.first?.path.hasPrefix("themes/year/ddd") == true)
    }

    @Test("Folders within folders beyond the limit are told")
    func nested() throws {
        try sandbox.write("assets/" + String(repeating: "a/", count: 40) + "x.png", PNGFile(1, 1).bytes)
        expectOne(
            .fileKind, "assets/" + Array(repeating: "a", count: 33).joined(separator: "/"), says: "32 folders deep",
            try verify())
    }

    @Test("Unreadable files are told", .enabled(if: geteuid() != 0, "root reads everything"))
    func unreadable() throws {
        #expect(chmod("\(sandbox.path)/\(BadInput.imagePath)", 0) == 0)
        #expect(try verify().contains { $0.path == BadInput.imagePath && $0.message.contains("permission denied") })
    }

    @Test("The twin in memory answers as the disk does")
    func twin() throws {
        let (memory, disk) = (ProjectFiles.sound.memory, DiskFileSystem())
        for path in ["", "/assets", "/themes/year", "/themes/year/common", "/nowhere"] {
            let left = (try? memory.entries(of: "/project" + path)).map(Set.init)
            #expect(left == (try? disk.entries(of: sandbox.path + path)).map(Set.init), "\(path)")
            #expect(memory.kind(of: "/project" + path) == disk.kind(of: sandbox.path + path))
        }
        for (path, limit) in [
            ("themes/year/theme.json", 1 << 20), ("themes/year/theme.json", 1), ("themes/year", 9), ("x", 9),
        ] {
            func outcome(_ fileSystem: any FileSystem, _ root: String) -> Result<[UInt8], FileProblem> {
                Result { () throws(FileProblem) in try fileSystem.read("\(root)/\(path)", first: 5, limit: limit).bytes
                }
            }
            #expect(outcome(memory, "/project") == outcome(disk, sandbox.path), "\(path)")
        }
    }
}
