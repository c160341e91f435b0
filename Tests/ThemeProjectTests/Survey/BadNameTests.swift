import ThemeProject
import TestSupport
import Testing

@Suite("Bad names")
struct BadNameTests {
    static let folder = "themes/year/common"
    static let image = PNGFile(44, 22, shade: 3).bytes

    @Test(
        "A name that is not portable is reported",
        arguments: [
            "year_a\nb.png", "year_a\\b.png", " year_a.png", "year_a.png ", "year_a\u{7F}.png",
            "year_a\u{202E}gnp.png", "year_a:b.png", "year_a?.png", "year_a.png.", "aux.png", "COM1.png",
            "COM\u{B9}.png", "lpt\u{B2}.png", "CONIN$.png", "conout$.png",
            "year_\u{FFFD}.png", String(repeating: "a", count: 256) + ".png",
        ])
    func portable(_ name: String) throws {
        let findings = try ProjectFiles.sound.with { $0.files["\(Self.folder)/\(name)"] = Self.image }.survey()
        #expect(findings.map(\.rule) == [.namePortable], "\(findings.map(\.line))")
        #expect(findings.first?.path == "\(Self.folder)/\(name)")
        #expect(findings.first?.severity == .error)
        let shown = name.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        try check(findings.first, shown.count > 99 ? "a name of \(shown.count) bytes" : "'\(shown)'")
    }

    private func check(_ finding: Finding?, _ name: String) throws {
        #expect(try Sentences.mismatch(finding?.sentence ?? "", of: name, in: "project-tree") == nil)
    }

    /// A project whose theme `year` has another prefix, and one more image.
    private static func project(prefix: String, _ path: String) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            for path in project.files.keys where path.hasPrefix("\(folder)/") { project.files[path] = nil }
            project["themes/year/theme.json"] =
                "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"\(prefix)\"}"
            project.files[path] = image
        }
    }

    @Test(
        "A name that only a pack's spelling makes unportable is reported",
        arguments: [
            ("CO", "CON@1x.png"), ("CO", "CON@1x.PNG"), ("nu", "nul@1x.png"), ("LPT", "LPT1@1x.png"),
            ("", "aux@1x.png"), ("com", "com9@1x.Png"),
        ], [folder, "assets/common"])
    func packNames(_ name: (prefix: String, file: String), _ folder: String) throws {
        let path = "\(folder)/\(name.file)"
        let findings = try Self.project(prefix: name.prefix, path).survey()
        #expect(findings.map(\.rule) == [.namePortable], "\(findings.map(\.line))")
        #expect(findings.first?.path == path)
        try check(findings.first, "\(path) of a theme with the prefix '\(name.prefix)'")
    }

    @Test(
        "A part that looks like a device's name only without its scale, prefix or extension is portable",
        arguments: [
            ("CO", "CON@2x.png"), ("CO", "CONE@1x.png"), ("CO", "COX@1x.png"), ("year_", "year_con@1x.png"),
            ("year_", "year_x.nul@1x.png"),
        ])
    func portableInPacks(_ prefix: String, _ file: String) throws {
        let isDefaultName = file != "year_con@1x.png"
        let findings = try Self.project(prefix: prefix, "\(Self.folder)/\(file)").survey()
        #expect(findings.isEmpty == isDefaultName, "\(findings.map(\.line))")
    }

    @Test(
        "A folder's name that is not portable is reported, also in the asset tree",
        arguments: ["a\\b", "a ", "nul", "a\u{1}"])
    func folders(_ name: String) throws {
        let findings = try ProjectFiles.sound.with {
            $0.files["assets/\(name)/x.png"] = Self.image
            $0.files["\(Self.folder)/\(name)/year_x.png"] = Self.image
        }.survey()
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
        let findings = try ProjectFiles.survey(memory)
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
        // A dictionary would take two Unicode forms for one key, so these go to the file system directly.
        var memory = ProjectFiles.sound.memory
        for path in [one, other] { memory["/project/assets/\(path)"] = .file(PNGFile(44, 22, shade: 0x40).bytes) }
        let findings = try ProjectFiles.survey(memory).filter { $0.severity == .error }
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
        }.survey()
        #expect(findings.map(\.line) == [])
    }

    @Test("Two files for one variant are reported with both names")
    func twoFiles() throws {
        let findings = try ProjectFiles.sound.with { $0.files["assets/common/year_button.png"] = Self.image }.survey()
        let clash = try #require(findings.first { $0.rule == .nameClash })
        let paths: Set = [clash.path, clash.related?.path]
        #expect(paths == ["assets/common/year_button.png", "\(Self.folder)/year_button.png"])
        #expect(clash.theme == "year")
    }

    @Test(
        "A misspelled prefix is reported with the likely name",
        arguments: [
            "yaer_button@2x.png", "yearbutton.png", "Year_button.png", "button.png", "other.png",
        ])
    func prefix(_ name: String) throws {
        let findings = try ProjectFiles.sound.with { $0.files["\(Self.folder)/\(name)"] = Self.image }.survey()
        let finding = try #require(findings.first { $0.rule == .namePrefix })
        #expect(finding.path == "\(Self.folder)/\(name)" && finding.severity == .error)
        #expect(finding.actual == name)
        try check(finding, name)
    }

    @Test(
        "Links and special files are reported",
        arguments: [
            ("to an absolute path", MemoryFileSystem.Node.link("/etc/passwd")),
            ("to a file of another theme", .link("../../default/theme.json")),
            ("to an absolute path in the project", .link("/project/assets/common/button.png")),
            ("to nowhere", .link("nowhere.png")), ("to itself", .link("year_x.png")), ("to a folder", .link(".")),
            ("a FIFO", .other("a FIFO")), ("a device", .other("a device")), ("a socket", .other("a socket")),
        ])
    func kinds(_ name: String, _ node: MemoryFileSystem.Node) throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/\(Self.folder)/year_x.png"] = node
        let findings = try ProjectFiles.survey(memory)
        #expect(findings.map(\.rule) == [.fileKind], "\(findings.map(\.line))")
        #expect(findings.first?.path == "\(Self.folder)/year_x.png")
        try check(findings.first, name)
    }

    @Test("A link to a file of the same tree is that file")
    func innerLink() throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/assets/common/other.png"] = .link("button.png")
        memory["/project/\(Self.folder)/year_other.png"] = .link("../common/year_button.png")
        #expect(try ProjectFiles.survey(memory).map(\.line) == [])
    }

    @Test("Unreadable theme.json and settings are reported", arguments: ["theme.json", "config.json"])
    func unreadableText(_ name: String) throws {
        var memory = ProjectFiles.sound.memory
        memory["/project/themes/year/\(name)"] = .refused(.notPermitted)
        let findings = try ProjectFiles.survey(memory)
        #expect(
            findings.map(\.path) == ["themes/year/\(name)"]
                && findings.first?.message.contains("permission denied") == true)
        #expect(findings.first?.rule == (name == "theme.json" ? .themeManifest : .configSyntax))
    }

    @Test("A project without images and themes has no finding")
    func nothing() throws {
        var memory = MemoryFileSystem()
        memory["/project/assets/.keep"] = .file([])
        memory["/project/themes/.keep"] = .file([])
        #expect(try ProjectFiles.survey(memory).isEmpty)
    }
}
