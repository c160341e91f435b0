import PackFormat
import TestSupport
import Testing
import ThemeModel
import ThemePackager
import ThemeProject

/// A mistake that somebody makes once, with the number of findings that people see.
struct Mistake: CustomTestStringConvertible {
    let name: String
    let count: Int
    let change: @Sendable (inout ProjectFiles) -> Void

    init(_ name: String, count: Int = 1, _ change: @escaping @Sendable (inout ProjectFiles) -> Void) {
        self.name = name
        self.count = count
        self.change = change
    }

    var testDescription: String { name }
}

/// A default theme and three others, each with six images at three scales, of which one is a mask.
enum Brands {
    static let themes = ["dark", "sea", "year"]
    static let names = ["common/back", "common/home", "common/pressed", "common/save", "icons/star", "tab/inbox"]
    static let scales = 1...3

    static func path(_ theme: String?, _ name: String, _ scale: Int) -> String {
        let suffix = scale == 1 ? "" : "@\(scale)x"
        guard let theme else { return "assets/\(name)\(suffix).png" }
        let parts = name.split(separator: "/")
        return "themes/\(theme)/\(parts[0])/\(theme)_\(parts[1])\(suffix).png"
    }

    /// A drawing of 24x24 points by default: blocks of colors on a transparent ground.
    static func drawing(
        _ name: String, _ theme: String?, scale: Int = 1, width: Int = 24, height: Int = 24, alpha: UInt8 = 255
    ) -> [UInt8] {
        var random = SeededRandom(seed: XXHash64.hash("\(theme ?? "") \(name)"))
        let colors = (0..<36).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
        let (width, height) = (width * scale, height * scale)
        return PNGFile(width, height) { x, y in
            let (column, row) = (x * 8 / width, y * 8 / height)
            guard (1..<7).contains(column), (1..<7).contains(row) else { return [0, 0, 0, 0] }
            if name == "icons/star" { return [0, 0, 0, theme == nil || row != column ? alpha : 0] }
            return colors[(row - 1) * 6 + column - 1] + [alpha]
        }.bytes
    }

    static let sound: ProjectFiles = {
        var project = ProjectFiles()
        for name in names {
            for scale in scales {
                project.files[path(nil, name, scale)] = drawing(name, nil, scale: scale)
                // A mask is not replaced: its color is.
                for theme in themes where name != "icons/star" {
                    project.files[path(theme, name, scale)] = drawing(name, theme, scale: scale)
                }
            }
        }
        project["themepack.json"] = """
            {"contrast": [{"text": "Color.title", "on": "Color.ground", "min": 4.5}], "fonts": ["Helvetica"]}
            """
        project["themes/default/theme.json"] =
            #"{"id": "default", "version": "1.0.0", "templates": {"icons/**": "Color.title"}}"#
        project["themes/default/config.json"] = config()
        for theme in themes {
            project["themes/\(theme)/theme.json"] =
                #"{"id": "\#(theme)", "version": "1.0.0", "imageNamePrefix": "\#(theme)_"}"#
            project["themes/\(theme)/config.json"] = config()
        }
        return project
    }()

    /// - Parameter changes: from a text of the settings to another one.
    static func config(_ changes: (String, String)...) -> String {
        var text = """
            {
              "Color": {"title": "#202020", "ground": "#FFFFFF", "accent": "{Color.title}"},
              "Button": {"titleColor": {"normal": "#101010", "highlighted": "#404040"}},
              "Metrics": {"radius": 6, "width": 2},
              "TitleFont": "Helvetica 12",
              "HomeImage": "common/home",
              "CapInsets": {"common/back": {"left": 4, "right": 4, "top": 4, "bottom": 4}}
            }
            """
        for (old, new) in changes { text = text.replacing(old, with: new) }
        return text
    }
}

extension ProjectFiles {
    fileprivate mutating func setConfig(_ theme: String, _ old: String, _ new: String) {
        self["themes/\(theme)/config.json"] = Brands.config((old, new))
    }

    /// Replaces an image at all scales, or at some.
    fileprivate mutating func redraw(
        _ name: String, of theme: String? = "year", at scales: some Sequence<Int> = Brands.scales,
        _ bytes: (_ scale: Int) -> [UInt8]
    ) {
        for scale in scales { files[Brands.path(theme, name, scale)] = bytes(scale) }
    }

    /// - Parameter prefix: a value of JSON.
    fileprivate mutating func setPrefix(_ prefix: String) {
        self["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "imageNamePrefix": \#(prefix)}"#
    }

    /// Adds a combination of two themes of different axes, with a color that can be read on one of them only.
    ///
    /// - Parameter dark: the `theme.json` of that one, without its end.
    fileprivate mutating func combine(
        _ dark: String? = #"{"id": "dark", "version": "1.0.0", "imageNamePrefix": "dark_", "axis": "mode"}"#
    ) {
        self["themepack.json"] = self["themepack.json"]?.replacing(
            "{\"contrast\"", with: "{\"axes\": [\"mode\", \"season\"], \"contrast\"")
        self["themes/dark/theme.json"] = dark
        self["themes/dark/config.json"] = ##"{"Color": {"title": "#F0F0F0", "ground": "#101010"}}"##
        self["themes/year/theme.json"] =
            #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "axis": "season"}"#
        self["themes/year/config.json"] = "{}"
        self["themes/dark-year/theme.json"] = #"{"id": "dark-year", "version": "1.0.0", "for": ["dark", "year"]}"#
        self["themes/dark-year/config.json"] = ##"{"Color": {"title": "#FFFFFF"}}"##
    }

    fileprivate mutating func rename(
        of theme: String? = "year", _ name: String, at scales: some Sequence<Int> = Brands.scales,
        _ change: (String) -> String
    ) {
        for scale in scales {
            let path = Brands.path(theme, name, scale)
            files[change(path)] = files.removeValue(forKey: path)
        }
    }
}

@Suite("Mistakes of designers")
struct MistakeTests {
    private static func png(_ scale: Int, _ shade: UInt8 = 0xFF, _ type: PNGFile.ColorType = .rgba) -> [UInt8] {
        PNGFile(24 * scale, 24 * scale, type, shade: shade).bytes
    }

    private static let pointer = Array(
        """
        version https://git-lfs.github.com/spec/v1
        oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
        size 12345

        """.utf8)

    static let ofImages: [Mistake] = [
        Mistake("an image of another size at one scale") { files in
            files.redraw("common/home", at: [2]) { Brands.drawing("common/home", "year", scale: $0, width: 26) }
        },
        Mistake("an image of another size at all scales") { files in
            files.redraw("common/home") { Brands.drawing("common/home", "year", scale: $0, width: 26) }
        },
        Mistake("one file under the names of all scales") { files in
            files.redraw("common/home") { _ in Brands.drawing("common/home", "year", scale: 2) }
        },
        Mistake("most images of a folder at the wrong scale") { files in
            for name in Brands.names where name.hasPrefix("common/") {
                files.redraw(name, at: [2]) { _ in Brands.drawing(name, "year", scale: 3) }
            }
        },
        Mistake("two scales exchanged") { files in
            files.redraw("common/home", at: 1...2) { Brands.drawing("common/home", "year", scale: 3 - $0) }
        },
        Mistake("an export with a hidden layer") { files in files.redraw("common/home") { png($0, 0) } },
        Mistake("an opaque rectangle instead of the drawing") { files in
            files.redraw("common/home") { png($0, 0xFF, .rgb) }
        },
        Mistake("an export with the opacity of its layer") { files in
            files.redraw("common/home") { Brands.drawing("common/home", "year", scale: $0, alpha: 80) }
        },
        Mistake("the default's image at all scales") { files in
            files.redraw("common/home") { Brands.drawing("common/home", nil, scale: $0) }
        },
        Mistake("the default's image at one scale") { files in
            files.redraw("common/home", at: [3]) { Brands.drawing("common/home", nil, scale: $0) }
        },
        Mistake("an image that is cut off, at all scales") { files in
            files.redraw("common/home") { Array(Brands.drawing("common/home", "year", scale: $0).dropLast(40)) }
        },
        Mistake("a default that is cut off") { files in
            files.redraw("common/home", of: nil, at: [2]) {
                Array(Brands.drawing("common/home", nil, scale: $0).dropLast(40))
            }
        },
        Mistake("bytes after the end") { files in
            files.redraw("common/home") { Brands.drawing("common/home", "year", scale: $0) + [0x0A] }
        },
        Mistake("an image without transparency") { files in
            files.redraw("common/home") { scale in
                PNGFile(24 * scale, 24 * scale, .rgb).changing("IDAT") { chunk in
                    chunk.data = PixelGrid(24 * scale, 24 * scale, .rgb, seed: 1).png().chunks[1].data
                }.bytes
            }
        },
        Mistake("another drawing at one scale") { files in
            files.redraw("common/home", at: [2]) { Brands.drawing("other", "year", scale: $0) }
        },
        Mistake("one drawing under two names") { files in
            files.redraw("common/pressed") { Brands.drawing("common/home", "year", scale: $0) }
        },
        Mistake("a scale that was forgotten") { files in files.files[Brands.path("year", "common/home", 3)] = nil },
        Mistake("a JPEG with the name of a PNG") { files in
            files.redraw("common/home") { _ in [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1] }
        },
        Mistake("empty files") { files in files.redraw("common/home") { _ in [] } },
        Mistake("pointers of Git LFS in place of a whole theme") { files in
            for name in Brands.names where name != "icons/star" { files.redraw(name) { _ in pointer } }
        },
        Mistake("empty files in place of a whole theme") { files in
            for name in Brands.names where name != "icons/star" { files.redraw(name) { _ in [] } }
        },
        Mistake("texts of links in place of a whole theme") { files in
            for name in Brands.names where name != "icons/star" {
                files.redraw(name) { Array("../../\(name)@\($0)x.png".utf8) }
            }
        },
        Mistake("placeholders of iCloud in place of a whole theme") { files in
            for name in Brands.names where name != "icons/star" {
                files.rename(name) { "\($0.parentFolder)/.\($0.lastPathComponent).icloud" }
            }
        },
        Mistake("a placeholder of iCloud at one scale") { files in
            files.rename("common/home", at: [2]) { "\($0.parentFolder)/.\($0.lastPathComponent).icloud" }
        },
        Mistake("placeholders of iCloud in place of all defaults") { files in
            for name in Brands.names {
                files.rename(of: nil, name) { "\($0.parentFolder)/.\($0.lastPathComponent).icloud" }
            }
            files["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0"}"#
        },
        Mistake("placeholders of iCloud for the scales of a default", count: 3) { files in
            files.rename(of: nil, "common/save") { "\($0.parentFolder)/.\($0.lastPathComponent).icloud" }
        },
        Mistake("a state of an image before its default") { files in
            for scale in Brands.scales {
                let path = Brands.path("year", "common/selected_home", scale)
                files.files[path] = Brands.drawing("common/selected_home", "year", scale: scale)
            }
        },
        Mistake("a misspelled folder in two themes of three") { files in
            for theme in ["dark", "year"] {
                files.rename(of: theme, "tab/inbox") { $0.replacing("/tab/", with: "/tabb/") }
            }
        },
        Mistake("a name at one scale that not every system can store") { files in
            files.rename("common/home", at: [2]) { $0.replacing("home", with: "home:") }
        },
        Mistake("a space at the end of a name at one scale") { files in
            files.rename("common/home", at: [2]) { $0.replacing(".png", with: " .png") }
        },
        Mistake("another letter case at one scale") { files in
            files.rename("common/home", at: [2]) { $0.replacing("home", with: "Home") }
        },
        Mistake("a scale for one device") { files in
            files.rename("common/home", at: [2]) { $0.replacing("@2x", with: "@2x~ipad") }
        },
        Mistake("a misspelled prefix in theme.json") { $0.setPrefix("\"yaer_\"") },
        Mistake("a prefix of another letter case in theme.json") { $0.setPrefix("\"Year_\"") },
        Mistake("a prefix without its mark in theme.json") { $0.setPrefix("\"year\"") },
        Mistake("another prefix in theme.json") { $0.setPrefix("\"new_\"") },
        Mistake("an empty prefix in theme.json") { $0.setPrefix("\"\"") },
        Mistake("null for the prefix in theme.json") { $0.setPrefix("null") },
        Mistake("a misspelled key of the prefix in theme.json") {
            $0["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "imageNamePrefx": "year_"}"#
        },
        Mistake("a folder of defaults that was renamed") { files in
            files.rename(of: nil, "tab/inbox") { $0.replacing("tab", with: "bar") }
        },
        Mistake("a folder of defaults that was removed") { files in
            for scale in Brands.scales { files.files[Brands.path(nil, "tab/inbox", scale)] = nil }
        },
        Mistake("a theme's images without their folders") { files in
            for name in Brands.names where name != "icons/star" {
                files.rename(name) { "themes/year/\($0.lastPathComponent)" }
            }
        },
        Mistake("a folder for a scale") { files in
            for name in Brands.names where name.hasPrefix("common/") {
                files.rename(name, at: [2]) {
                    $0.replacing("common", with: "common/2x").replacing("@2x", with: "")
                }
            }
        },
        Mistake("a default that differs from its other scales") { files in
            files.redraw("common/home", of: nil, at: [2]) { _ in Brands.drawing("common/home", nil) }
        },
        Mistake("a misspelled name") { files in
            files.rename("common/home") { $0.replacing("home", with: "hone") }
        },
        Mistake("a misspelled folder") { files in
            for name in Brands.names where name.hasPrefix("common/") {
                files.rename(name) { $0.replacing("common", with: "comon") }
            }
        },
        Mistake("a name without prefix") { files in files.rename("common/home") { $0.replacing("year_", with: "") } },
        Mistake("one scale without the prefix") { files in
            files.rename("common/home", at: [2]) { $0.replacing("year_", with: "") }
        },
        Mistake("an export with a hidden layer at one scale") { files in
            files.redraw("common/home", at: [1]) { png($0, 0) }
        },
        Mistake("two files exchanged at one scale") { files in
            files.redraw("common/home", at: [2]) { Brands.drawing("common/save", "year", scale: $0) }
            files.redraw("common/save", at: [2]) { Brands.drawing("common/home", "year", scale: $0) }
        },
        Mistake("a faint export at one scale") { files in
            files.redraw("common/home", at: [2]) { Brands.drawing("common/home", "year", scale: $0, alpha: 80) }
        },
        Mistake("a name with the prefix of another theme") { files in
            files.rename("common/home") { $0.replacing("year_", with: "dark_") }
        },
        Mistake("a name with spaces of a copy") { files in
            let path = Brands.path("year", "common/home", 2)
            files.files[path.replacing("@2x", with: "@2x copy")] = files.files[path]
        },
        Mistake("a scale in capitals") { files in
            files.rename("common/home", at: [2]) { $0.replacing("@2x", with: "@2X") }
        },
        Mistake("a mask in several colors") { files in
            files.redraw("icons/star", of: nil) { Brands.drawing("common/home", nil, scale: $0) }
        },
        Mistake("a copy of the default's mask") { files in
            files.redraw("icons/star") { Brands.drawing("icons/star", nil, scale: $0) }
        },
        Mistake("a mask that shows nothing") { files in files.redraw("icons/star") { png($0, 0) } },
        Mistake("a mask with the opacity of its layer") { files in
            files.redraw("icons/star") { Brands.drawing("icons/star", "year", scale: $0, alpha: 80) }
        },
        Mistake("a default that changed its size") { files in
            files.redraw("common/home", of: nil) { Brands.drawing("common/home", nil, scale: $0, width: 26) }
        },
        Mistake("a default that was renamed") { files in
            files.rename(of: nil, "tab/inbox") { $0.replacing("inbox", with: "mailbox") }
        },
        Mistake("a scale that the default alone lacks") { files in
            files.files[Brands.path(nil, "tab/inbox", 3)] = nil
        },
        Mistake("a new scale of a default") { files in
            files.files[Brands.path(nil, "tab/inbox", 4)] = Brands.drawing("tab/inbox", nil, scale: 4)
        },
    ]

    static let ofSettings: [Mistake] = [
        Mistake("a comma too few in theme.json") {
            $0["themes/year/theme.json"] = #"{"id": "year" "version": "1.0.0"}"#
        },
        Mistake("a comma too few in the default's theme.json") {
            $0["themes/default/theme.json"] = #"{"id": "default" "version": "1.0.0"}"#
        },
        Mistake("a comma too few in config.json") { $0.setConfig("year", "\"radius\": 6,", "\"radius\": 6") },
        Mistake("a comma too few in the default's config.json") {
            $0.setConfig("default", "\"radius\": 6,", "\"radius\": 6")
        },
        Mistake("a number in quotes") { $0.setConfig("year", "\"radius\": 6", "\"radius\": \"6\"") },
        Mistake("a default's setting of another type") { $0.setConfig("default", "\"radius\": 6", "\"radius\": true") },
        Mistake("a color that is none") { $0.setConfig("year", "#404040", "#40404") },
        Mistake("a color of a pair that is none") { $0.setConfig("year", "#202020", "#20202") },
        Mistake("a misspelled key") { $0.setConfig("year", "\"radius\"", "\"radios\"") },
        Mistake("a misspelled group of keys") { $0.setConfig("year", "\"Color\"", "\"Colour\"") },
        Mistake("a state that was forgotten") { $0.setConfig("year", ", \"highlighted\": \"#404040\"", "") },
        Mistake("a text that is too faint") { $0.setConfig("year", "#202020", "#F0F0F0") },
        Mistake("an alias of nothing") { $0.setConfig("year", "{Color.title}", "{Color.tilte}") },
        Mistake("a misspelled font") { $0.setConfig("year", "Helvetica 12", "Helvetika 12") },
        Mistake("a misspelled name of an image") { $0.setConfig("year", "\"common/home\"", "\"common/hone\"") },
        Mistake("cap insets that are too wide") { $0.setConfig("year", "\"left\": 4", "\"left\": 40") },
        Mistake("a parent that does not exist") {
            $0["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "extends": "drak"}"#
        },
        Mistake("a theme that all others extend, without its folder") { files in
            for theme in Brands.themes {
                files["themes/\(theme)/theme.json"] = files["themes/\(theme)/theme.json"]?.replacing(
                    "}", with: #", "extends": "base"}"#)
            }
        },
        Mistake("a theme.json of a combined theme that is not closed") { $0.combine("{") },
        Mistake("a theme.json of a combined theme that is missing") { $0.combine(nil) },
        Mistake("a version of a combined theme that is none") {
            $0.combine(#"{"id": "dark", "version": "1.x", "imageNamePrefix": "dark_", "axis": "mode"}"#)
        },
        Mistake("a misspelled axis of a combined theme") {
            $0.combine(#"{"id": "dark", "version": "1.0.0", "imageNamePrefix": "dark_", "axis": "mood"}"#)
        },
        Mistake("settings of a combined theme under another name") {
            $0.combine(
                #"{"id": "dark", "version": "1.0.0", "imageNamePrefix": "dark_", "axis": "mode", "config": "a.json"}"#)
        },
        Mistake("a misspelled member of a combination") {
            $0.combine()
            $0["themes/dark-year/theme.json"] = #"{"id": "dark-year", "version": "1.0.0", "for": ["drak", "year"]}"#
        },
        Mistake("a folder of a combined theme that was renamed") { files in
            files.combine()
            for (path, bytes) in files.files where path.hasPrefix("themes/dark/") {
                files.files[path.replacing("themes/dark/", with: "themes/drak/")] = bytes
                files.files[path] = nil
            }
        },
        Mistake("two aliases of nothing") {
            $0["themes/year/config.json"] = Brands.config(
                ("{Color.title}", "{Color.tilte}"), ("#202020", "{Color.tilte}"))
        },
        Mistake("two themes with one prefix") {
            $0["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "dark_"}"#
        },
        Mistake("a renamed setting of the default theme") { $0.setConfig("default", "\"width\"", "\"height\"") },
        Mistake("a new state of the default theme") {
            $0.setConfig("default", "\"#404040\"", "\"#404040\", \"disabled\": \"#AAAAAA\"")
        },
        Mistake("a color of the default theme that is none") { $0.setConfig("default", "#202020", "#20202") },
    ]

    @Test("The project without a mistake has no finding")
    func sound() throws {
        #expect(try Brands.sound.verify().map(\.line) == [])
    }

    /// The mistakes, each with what verification finds.
    static let found = Result {
        try (ofImages + ofSettings).map { mistake in
            let project = try Project(at: ProjectFiles.root, in: Brands.sound.with(mistake.change).memory)
            return (mistake: mistake, verification: try ProjectRun(of: project, jobs: 2).verify())
        }
    }

    static func verification(of mistake: String) throws -> Verification {
        try #require(found.get().first { $0.mistake.name == mistake }).verification
    }

    @Test("One mistake is one finding", arguments: ofImages + ofSettings)
    func count(_ mistake: Mistake) throws {
        let groups = FindingGroup.groups(of: try Self.verification(of: mistake.name).findings)
        #expect(groups.count == mistake.count, "\(groups.map(\.first.line))")
    }

    @Test("The 92 mistakes give 420 findings, of which people see 94")
    func total() throws {
        let verifications = try Self.found.get().map { $0.verification }
        let shown = verifications.reduce(0) { $0 + FindingGroup.groups(of: $1.findings).count }
        let all = verifications.reduce(0) { $0 + ($1.findings + $1.explained).count { !$0.isRoot } }
        #expect((verifications.count, shown, all) == (92, 94, 420))
    }
}
