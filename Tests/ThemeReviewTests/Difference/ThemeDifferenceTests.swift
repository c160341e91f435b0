import TestSupport
import Testing
import ThemeProject
import ThemeReview

@Suite("Differences between two versions of a theme")
struct ThemeDifferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let theme: String
        let step: VersionStep
        let change: @Sendable (inout ProjectFiles) -> Void

        init(
            _ name: String, of theme: String = "year", _ step: VersionStep,
            change: @escaping @Sendable (inout ProjectFiles) -> Void
        ) {
            self.name = name
            self.theme = theme
            self.step = step
            self.change = change
        }

        var testDescription: String { name }
    }

    static let themed = "themes/year/common/year_button.png"
    /// An image whose pixels are known.
    static let grid = PixelGrid(44, 22, seed: 1)

    static let images: [Case] = [
        Case("a new default", of: "default", .minor) {
            $0.files["assets/common/new.png"] = PNGFile(3, 2).bytes
        },
        Case("a new image", .minor) {
            $0.files["themes/year/common/year_new.png"] = PNGFile(3, 2).bytes
        },
        Case("a default that is gone", of: "default", .major) {
            $0.files["assets/common/button@3x.png"] = nil
        },
        Case("an image that is gone: its default stays", .patch) {
            $0.files[themed] = nil
        },
        Case("a renamed default", of: "default", .major) {
            $0.files["assets/other/knob@2x.png"] = $0.files.removeValue(forKey: "assets/common/button@2x.png")
        },
        Case("a renamed image", .minor) {
            $0.files["themes/year/common/year_knob.png"] = $0.files.removeValue(forKey: themed)
        },
        Case("another size", .major) {
            $0.files[themed] = PNGFile(45, 22).bytes
        },
        Case("another pixel", .patch) {
            var other = grid
            (other.samples[0...3]) = [255, 255, 255, 255]
            $0.files[themed] = other.png().bytes
        },
        Case("another encoding", .patch) {
            $0.files[themed] = grid.png(interlaced: true).bytes
        },
        Case("another gamma", .patch) {
            $0.files[themed] = grid.png().inserting(.init("gAMA", [0, 0, 0, 1]), before: "IDAT").bytes
        },
        Case("damage", .patch) {
            $0.files[themed] = Array(grid.png().bytes.dropLast(20))
        },
        Case("no PNG", .patch) {
            $0.files[themed] = Array("GIF89a".utf8)
        },
    ]

    static let others: [Case] = [
        Case("only the version", .none) { $0.replace("1.2.0", "1.3.0") },
        Case("the name", .patch) { $0.replace("New Year", "Old Year") },
        Case("the prefix", .patch) { project in
            project.replace("year_", "ny_")
            for (path, bytes) in project.files where path.contains("/year_") {
                project.files[path] = nil
                project.files["themes/year/common/ny_" + path.dropFirst("themes/year/common/year_".count)] = bytes
            }
        },
        Case("another parent", .major) { project in
            project["themes/base/theme.json"] = #"{"id": "base", "version": "1.0.0"}"#
            project.replace(#""config""#, #""extends": "base", "config""#)
        },
        Case("a new setting", .minor) {
            $0["themes/year/config.json"] = #"{"Color": {"title": "F85825", "bar": "FFF"}}"#
        },
        Case("another value", .patch) {
            $0["themes/year/config.json"] = #"{"Color": {"title": "FFF"}}"#
        },
        Case("a setting that is gone is inherited", .patch) {
            $0["themes/year/config.json"] = #"{"Color": {}}"#
        },
        Case("a setting of another type", .major) {
            $0["themes/year/config.json"] = #"{"Color": {"title": 7}}"#
        },
        Case("a default setting that is gone", of: "default", .major) {
            $0.replace(#""Font": "Helvetica 12","#, "", in: "themes/default/config.json")
        },
        Case("a default setting that is not set", of: "default", .major) {
            $0.replace("Helvetica 12", "", in: "themes/default/config.json")
        },
        Case("an object instead of a value", of: "default", .major) {
            $0.replace(#""Helvetica 12""#, #"{"size": 12}"#, in: "themes/default/config.json")
        },
        Case("a list", of: "default", .patch) {
            $0.replace("[1, 2]", "[1, 3]", in: "themes/default/config.json")
        },
        Case("a resource", .minor) { $0["themes/year/fonts/a.ttf"] = "font" },
        Case("another form of a letter", .patch) {
            $0["themes/year/config.json"] = "{\"Color\": {\"title\": \"e\u{301}\"}}"
        },
    ]

    static let base: ProjectFiles = .sound.with {
        $0.files[themed] = grid.png().bytes
        $0.replace(#""config""#, #""resources": ["fonts/*"], "config""#)
    }

    @Test("Each kind of change has one line, and its step of the version", arguments: images + others)
    func kinds(_ item: Case) throws {
        let difference = try Self.base.difference(to: Self.base.with(item.change), theme: item.theme)
        let lines = difference.lines
        #expect(try Sentences.mismatch(lines.joined(separator: "\n"), of: item.name, in: "reviews") == nil)
        #expect(difference.step == item.step)
        #expect(difference.breakingCount == lines.count { $0.hasPrefix("!") })
        #expect(!difference.isEmpty && difference.changeCount == 1)
    }

    @Test("Backwards, what was new is gone, and what has changed has changed back", arguments: images + others)
    func mirrored(_ item: Case) throws {
        let changed = Self.base.with(item.change)
        let there = try Self.base.difference(to: changed, theme: item.theme)
        let back = try changed.difference(to: Self.base, theme: item.theme)
        let forward = there.properties.map { [$0.name, $0.old, $0.new] }
        #expect(forward == back.properties.map { [$0.name, $0.new, $0.old] })
        func names(_ images: [StoredImage?]) -> [String?] {
            images.map { $0.map { "\($0.title) \($0.path) \(String(describing: $0.size)) \($0.digest)" } }
        }
        let forth = Set(there.images.map { names([$0.old, $0.new]) })
        #expect(forth == Set(back.images.map { names([$0.new, $0.old]) }))
        #expect(there.settings.map { [$0.old, $0.new] } == back.settings.map { [$0.new, $0.old] })
        #expect(there.resources.map { [$0.old, $0.new] } == back.resources.map { [$0.new, $0.old] })
    }

    @Test("A version does not differ from itself", arguments: images + others)
    func same(_ item: Case) throws {
        let project = Self.base.with(item.change)
        for theme in ["default", "year"] {
            let difference = try project.difference(to: project, theme: theme)
            #expect(difference.isEmpty && difference.step == .none && difference.breakingCount == 0)
        }
    }

    @Test("A pack does not differ from the folder that it was built from, nor from itself")
    func packs() throws {
        let project = TestProject.sample()
        let sandbox = try Sandbox()
        let limits = ProjectLimits()
        for (theme, path) in try project.build(to: sandbox.path) {
            let folder = try ThemeState(of: .theme(theme), in: Project(at: project.root), label: theme, jobs: 2)
            let pack = try ThemeState(ofPack: path, label: path, limits: limits)
            #expect(try ThemeDifference(from: folder, to: pack, jobs: 2).lines == [], "\(theme)")
            #expect(try ThemeDifference(from: pack, to: folder, jobs: 2).isEmpty)
            #expect(try ThemeDifference(from: pack, to: pack, jobs: 2).isEmpty)
        }
    }

    @Test("Of several images with the same bytes, each is renamed once, at its scale if possible")
    func renamedOnce() throws {
        let bytes = PNGFile(4, 4).bytes
        let old = Self.base.with {
            for name in ["a", "a@2x", "b"] { $0.files["assets/\(name).png"] = bytes }
        }
        let new = Self.base.with {
            for name in ["x@2x", "y", "z", "z@3x"] { $0.files["assets/\(name).png"] = bytes }
        }
        #expect(
            try old.difference(to: new, theme: "default").lines == [
                "! x@2x: renamed from a@2x", "! y: renamed from a", "! z: renamed from b",
                "z@3x: new, 4x4 px, \(bytes.count) bytes",
            ])
    }

    @Test("Two names that look the same are two names, and the words say why")
    func unicodeForms() throws {
        // A dictionary takes both names for one key.
        func state(_ name: String, shade: UInt8 = 4) throws -> ThemeState {
            var memory = Self.base.memory
            memory["/project/assets/\(name).png"] = .file(PNGFile(4, 4, shade: shade).bytes)
            return try ThemeState(
                of: .theme("default"), in: Project(at: ProjectFiles.root, in: memory), label: "x", jobs: 1)
        }
        let (one, other) = ("\u{E9}", "e\u{301}")
        let renamed = try ThemeDifference(from: state(one), to: state(other), jobs: 1)
        #expect(
            renamed.lines.map { Array($0.utf8) } == [
                Array("! \(other): renamed from \(one), the same letters in another Unicode form".utf8)
            ])
        let changed = try ThemeDifference(from: state(one), to: state(other, shade: 5), jobs: 1)
        #expect(changed.changeCount == 2 && changed.breakingCount == 1)
    }

    @Test("Versions of two themes are not compared")
    func twoThemes() throws {
        let error = #expect(throws: UserError.self) {
            _ = try ThemeDifference(
                from: Self.base.state(of: "default"), to: Self.base.state(of: "year"), jobs: 1)
        }
        #expect(try Sentences.mismatch(error?.sentence, of: "versions of two themes", in: "reviews") == nil)
    }

    @Test("A theme that cannot be read as a whole is an error with its place")
    func unreadable() throws {
        let noTheme = #expect(throws: UserError.self) { _ = try Self.base.state(of: "yaer", label: "here") }
        #expect(noTheme?.message.hasPrefix("here: ") == true && noTheme?.message.contains("'yaer'") == true)
        #expect(try Sentences.mismatch(noTheme?.sentence, of: "a theme that does not exist", in: "reviews") == nil)
        for (path, text) in [("theme.json", "{"), ("config.json", "{\"a\": }")] {
            let broken = Self.base.with { $0["themes/year/\(path)"] = text }
            let error = #expect(throws: UserError.self) { _ = try broken.state(of: "year") }
            #expect(error?.path == "themes/year/\(path)" && error?.position?.line == 1)
        }
        #expect(try Self.base.with { $0["assets/x.txt"] = "" }.state(of: "default").errorCount == 1)
    }
}

extension ProjectFiles {
    mutating func replace(_ old: String, _ new: String, in path: String = "themes/year/theme.json") {
        self[path] = self[path]?.replacing(old, with: new)
    }
}
