import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeKeys

/// Compiles generated code with the toolchain's compiler.
@Suite("Keys in the compiler", .enabled(if: Compiler.path != nil))
struct CompileTests {
    private static let words = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "switch", "throw", "where", "while",
        "any", "as", "await", "false", "is", "nil", "self", "super", "throws", "true", "try", "type", "async", "some",
        "each", "get", "set", "open", "package", "actor", "macro", "nonisolated", "borrowing", "consuming", "Void",
        "String", "Int", "Double", "Bool", "URL", "Swift", "Foundation", "ThemeRuntime", "ThemeModel", "ImageKey",
        "SettingKey", "Setting", "ResourceKey", "ThemeID", "ThemeColor", "StringLiteralType", "StringInterpolation",
        "__ImageKey", "_", "__", "$", "$0", "2x-on", "3", "é", "e\u{301}a", "\u{301}", "图", "😀", "👨‍👩‍👧", "★☆", "a b",
        "a.b.c", "a'b", "#if", "@x", "%d", "&", "a+b", "(x)", "[0]", "{}", "ǆ", "ﬁ", "İ", "ı", "\u{1F3FB}", "a\u{FE0F}",
    ]

    /// Names that only settings can have.
    private static let settingWords = [
        "\"", "\\", "\\(1)", "a\nb", "\r\nimport X", "*/", "/*", "`", "\u{202E}abc", "\u{0}", "\u{2028}", "\"\"\"", "",
        "\u{FEFF}", "a\u{7F}", "//", "\u{2066}x\u{2069}",
    ]

    private static func hostileProject() throws -> ProjectFiles {
        var files = ProjectFiles.project()
        let valid = words.filter { (try? LogicalName($0)) != nil }
        for name in valid {
            // A folder in a folder of its name, with an image of its name, and an image beside it.
            for path in ["\(name)/\(name)/\(name)", "all/\(name)"] {
                files.files["assets/\(path).png"] = PNGFile(8, 4).bytes
            }
        }
        files["themes/default/theme.json"] =
            #"{"id": "default", "version": "1.0.0", "config": "config.json", "resources": ["all/*.txt"]}"#
        for name in valid { files["assets/all/\(name).txt"] = "x" }
        // At the top, the path of "" is that of the file, and DDSkin names the parent by "super".
        var members: [String: SettingValue] = [:]
        for name in words + settingWords where !["", "super"].contains(name) {
            members[name] = .object([name: .string("#FFF"), "inner": .object([name: .number(1)])])
        }
        members["leaves"] = .object(
            Dictionary(uniqueKeysWithValues: (words + settingWords).map { ($0, .boolean(true)) }))
        files.files["themes/default/config.json"] = CanonicalJSON.encode(.object(members))
        for id in ["2024", "new-year", "init", "self", "Type"] {
            files["themes/\(id)/theme.json"] =
                "{\"id\": \"\(id)\", \"version\": \"1.0.0\", \"imageNamePrefix\": \"zz\(id)_\"}"
        }
        return files
    }

    /// Resolves collisions by giving the second of two names another identifier, as the error suggests.
    private static func resolved(_ files: ProjectFiles) throws -> KeyFile {
        var names: [String: SettingValue] = [:]
        var files = files
        while true {
            do {
                return try files.keys(.public)
            } catch let error as UserError {
                let hint = try #require(error.hint, "\(error)")
                let start = try #require(hint.range(of: "\"names\": {\""), "\(error)").upperBound
                let end = try #require(hint.range(of: "\": \"...\"}}")).lowerBound
                names[String(hint[start..<end])] = .string("chosen\(names.count)")
                files.files["themepack.json"] = CanonicalJSON.encode(
                    .object(["keys": .object(["names": .object(names)])]))
            }
        }
    }

    @Test("Every hostile name compiles, and is the name that the app asks for, byte by byte")
    func hostileNames() throws {
        let files = try Self.hostileProject()
        let keys = try Self.resolved(files)
        let folder = try Sandbox()
        try folder.write("Stub.swift", Compiler.stub)
        try folder.write("Keys.swift", keys.text)
        let uses = Compiler.uses(of: keys.text)
        // Types of the app that have the names of the library's, and of Swift.
        try folder.write(
            "main.swift",
            "import ThemeRuntime\nenum ImageKey {}\nenum Swift {}\nenum Setting {}\nenum ThemeColor {}\n" + uses)
        let library = try Compiler.run(
            ["-module-name", "ThemeRuntime", "-parse-as-library", "-emit-module", "-emit-library", "-static"]
                + ["-o", "libThemeRuntime.a", "Stub.swift"], in: folder)
        #expect(library.status == 0, "\(library.errors)")
        let program = try Compiler.run(
            Compiler.strict + ["-I", ".", "-L", ".", "-lThemeRuntime", "-o", "program", "Keys.swift", "main.swift"],
            in: folder)
        try #require(program.status == 0, "\(program.errors.prefix(4000))")
        let printed = try Tool.run("\(folder.path)/program", []).output.split(separator: "\n").map(String.init)
        var expected: [String] = []
        func expect(_ path: String, hash: UInt64) {
            expected.append(path.utf8.map { String($0, radix: 16) }.joined(separator: " ") + " \(hash)")
        }
        let source = try KeySource(of: Project(at: ProjectFiles.root, in: files.memory))
        for image in source.images { expect(image.name.description, hash: XXHash64.hash(image.name.description)) }
        source.settings.forEach { path, value in
            if value.object == nil { expect(path.description, hash: XXHash64.hash(path.description)) }
        }
        for path in source.resources { expect(path.string, hash: XXHash64.hash(path.string)) }
        for (id, _, _) in source.themes { expect(id.string, hash: 0) }
        #expect(printed.count > 500)
        #expect(printed.count == expected.count)
        #expect(Set(printed).symmetricDifference(expected) == [])
    }

    @Test(
        "Keys compile with the library in a strict app, at every access level",
        .enabled(if: Compiler.modules != nil), arguments: KeyAccess.allCases)
    func realLibrary(_ access: KeyAccess) throws {
        let rules = """
            {"types": {"Font.*": "font", "Size": "size", "Cap": "insets", "Link": "url"},
             "renamed": {"common/old": "common/button", "gone/x": "common/button"}}
            """
        var files = ProjectFiles.project(
            ["common/button", "default", "init/self"],
            config: """
                {"Color": {"title": "F00"}, "Font": {"a": "A,1"}, "Size": "1x1", "Cap": {}, "Link": "x", "N": 1,
                 "Name": "a"}
                """,
            rules: rules)
        files["themes/new-year/theme.json"] = #"{"id": "new-year", "version": "1.0.0", "imageNamePrefix": "year_"}"#
        let folder = try Sandbox()
        try folder.write("Keys.swift", try files.keys(access).text)
        try folder.write(
            "App.swift",
            """
            import ThemeRuntime

            enum ThemeRuntime {}
            enum ImageKey {}

            nonisolated func use(_ theme: Theme, _ library: ThemeLibrary) throws {
                _ = try theme.image(.Common.button, scale: .two)
                _ = try theme.image(.default, scale: .two)
                _ = try theme.image(.Init.`self`, scale: .two)
                let title = try theme[.Color.title]
                let known: ThemeColor? = title
                let font: ThemeFont = theme[.Font.a, default: ThemeFont(name: nil, size: 1)]
                let size: PointSize? = try theme[.size]
                let insets: CapInsets? = try theme[.cap]
                let number = theme[.n, default: 2]
                let named = SettingKey.Color.title
                _ = library.theme(.newYear)
                _ = try theme.image(forKey: .name, at: .two)
                _ = try theme.origin(of: .Color.title)
                _ = theme.explain(.Color.title)
                _ = theme.label(of: .Color.title.key)
                print(known ?? "", font, size ?? "", insets ?? "", number + 1, named, try theme[.link] ?? "")
            }
            """)
        for isolation in [[], ["-default-isolation", "MainActor"]] {
            let modules = try #require(Compiler.modules)
            let result = try Compiler.run(
                Compiler.strict + isolation + modules + ["-parse-as-library", "-typecheck", "Keys.swift", "App.swift"],
                in: folder)
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test("A misspelt or deleted name does not compile, and the error names it", .enabled(if: Compiler.modules != nil))
    func wrongNames() throws {
        let folder = try Sandbox()
        try folder.write("Keys.swift", try ProjectFiles.sound.keys().text)
        let uses = [
            ("_ = try theme.image(.Common.buton, scale: .two)", "has no member 'buton'"),
            ("_ = try theme.image(.Comon.button, scale: .two)", "has no member 'Comon'"),
            ("_ = try theme.resource(.Common.button)", "has no member 'Common'"),
            ("_ = try theme[.Color.tilte]", "has no member 'tilte'"),
            ("let _: Double? = try theme[.Color.title]", "Setting<Double>"),
            ("_ = theme[.Color.title, default: 3]", "Color"), ("_ = library.theme(.yaer)", "has no member 'yaer'"),
        ]
        try folder.write(
            "App.swift",
            "import ThemeRuntime\nfunc use(_ theme: Theme, _ library: ThemeLibrary) throws {\n"
                + uses.map { "    \($0.0)\n" }.joined() + "}\n")
        let modules = try #require(Compiler.modules)
        let result = try Compiler.run(
            ["-swift-version", "6"] + modules + ["-parse-as-library", "-typecheck", "Keys.swift", "App.swift"],
            in: folder)
        #expect(result.status != 0)
        for (line, use) in uses.enumerated() {
            #expect(
                result.errors.split(separator: "\n").contains {
                    $0.contains("App.swift:\(line + 3):") && $0.contains("error:") && $0.contains(use.1)
                }, "\(use.0): \(result.errors)")
        }
    }
}
