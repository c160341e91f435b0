import TestSupport
import Testing
import ThemeModel
import ThemePackager

/// For each rule, how to break it. That nothing is found where nothing is broken, the first test shows once for all.
@Suite("Rules")
struct RuleTests {
    struct Breach: Sendable, CustomTestStringConvertible {
        let rule: Rule
        let path: String
        let spoil: @Sendable (inout ProjectFiles) -> Void
        var testDescription: String { rule.rawValue }

        init(_ rule: Rule, _ path: String, _ spoil: @escaping @Sendable (inout ProjectFiles) -> Void) {
            (self.rule, self.path, self.spoil) = (rule, path, spoil)
        }

        func findings(_ themepack: String? = nil) throws -> [Finding] {
            try ProjectFiles.sound.with { project in
                spoil(&project)
                project["themepack.json"] = themepack
            }.verify()
        }
    }

    static let year = "themes/year/common/year_"

    static let breaches: [Breach] = [
        Breach(.imageDimensions, "\(year)button.png") { $0.files["\(year)button.png"] = PNGFile(45, 22).bytes },
        Breach(.imageDefaultMissing, "\(year)x.png") { $0.files["\(year)x.png"] = PNGFile(1, 1).bytes },
        Breach(.imageCorrupt, "\(year)button.png") { $0.files["\(year)button.png"] = [] },
        Breach(.imageFormat, "\(year)button.png") { $0.files["\(year)button.png"] = [0xFF, 0xD8, 0xFF] },
        Breach(.imageLimits, "\(year)button.png") { $0.files["\(year)button.png"] = PNGFile(20_000, 1).bytes },
        Breach(.imageScale, "assets/common/odd@2x.png") {
            $0.files["assets/common/odd.png"] = PNGFile(10, 10).bytes
            $0.files["assets/common/odd@2x.png"] = PNGFile(30, 20).bytes
        },
        Breach(.imageScaleMissing, "\(year)button.png") { $0.files["\(year)button@3x.png"] = nil },
        Breach(.imageAlpha, "\(year)button.png") { $0.files["\(year)button.png"] = PNGFile(44, 22, .rgb).bytes },
        Breach(.imageIdentical, "\(year)button.png") {
            $0.files["\(year)button.png"] = $0.files["assets/common/button.png"]
        },
        Breach(.namePrefix, "themes/year/common/button.png") {
            $0.files["themes/year/common/button.png"] = PNGFile(44, 22).bytes
        },
        Breach(.nameAmbiguous, "assets/common/year_2_button.png") {
            $0.files["themes/year2/theme.json"] =
                Array(#"{"id": "year2", "version": "1.0.0", "imageNamePrefix": "year_2_"}"#.utf8)
            $0.files["assets/common/year_2_button.png"] = PNGFile(44, 22).bytes
        },
        Breach(.nameClash, "assets/common/button.png") { $0.files["assets/common/Button.png"] = PNGFile(44, 22).bytes },
        Breach(.namePortable, "assets/common/a:b.png") { $0.files["assets/common/a:b.png"] = PNGFile(44, 22).bytes },
        Breach(.fileKind, "assets/x.png") { $0.files["assets/x.png/inner"] = [] },
        Breach(.configSyntax, "themes/year/config.json") { $0["themes/year/config.json"] = "{" },
        Breach(.configType, "themes/year/config.json") {
            $0["themes/year/config.json"] = #"{"Metrics": {"radius": "6"}}"#
        },
        Breach(.configColour, "themes/year/config.json") {
            $0["themes/year/config.json"] = #"{"Color": {"title": "x"}}"#
        },
        Breach(.configUnknownKey, "themes/year/config.json") { $0["themes/year/config.json"] = #"{"Fnot": "x"}"# },
        Breach(.configState, "themes/year/config.json") {
            $0["themes/year/config.json"] = #"{"Button": {"titleColor": {"highlighted": "FFF"}}}"#
        },
        Breach(.themeManifest, "themes/year/theme.json") { $0["themes/year/theme.json"] = nil },
    ]

    @Test("There is a breach for every rule of themes")
    func complete() {
        let ofPacks: Set<Rule> = [.packStructure, .packContents, .exemptionUnused]
        #expect(Set(Self.breaches.map(\.rule)) == Set(Rule.allCases).subtracting(ofPacks))
        #expect(Rule.allCases.allSatisfy { !$0.summary.isEmpty })
    }

    @Test("A sound project breaks none") func sound() throws {
        #expect(try ProjectFiles.sound.verify().map(\.line) == [])
    }

    @Test("A breach is one finding with the rule's severity", arguments: breaches)
    func fires(_ breach: Breach) throws {
        let findings = try breach.findings()
        let found = findings.filter { $0.rule == breach.rule }
        // Both themes to which an image might belong say so.
        let count = breach.rule == .nameAmbiguous ? 2 : 1
        #expect(found.map(\.path) == Array(repeating: breach.path, count: count), "\(findings.map(\.line))")
        #expect(found.first?.severity == breach.rule.defaultSeverity)
    }

    @Test("The severities are those of the design")
    func severities() {
        let warnings: Set<Rule> = [
            .imageScale, .imageScaleMissing, .imageAlpha, .imageIdentical, .configUnknownKey, .configState,
            .exemptionUnused,
        ]
        #expect(Set(Rule.allCases.filter { $0.defaultSeverity == .warning }) == warnings)
    }

    @Test("themepack.json turns a rule off, up and down, unless no pack could be built", arguments: breaches)
    func configured(_ breach: Breach) throws {
        for (level, severity) in [("off", nil), ("warning", .warning), ("error", .error)] as [(String, Severity?)] {
            let text = "{\"rules\": {\"\(breach.rule.rawValue)\": \"\(level)\"}}"
            if breach.rule.isStructural, level != "error" {
                #expect(throws: ProjectProblem.self) { try breach.findings(text) }
            } else {
                let found = try Set(breach.findings(text).filter { $0.rule == breach.rule }.map(\.severity))
                #expect(found == Set([severity].compactMap { $0 }))
            }
        }
    }

    @Test("An exemption takes the finding away; without use it is a warning itself", arguments: breaches)
    func exempted(_ breach: Breach) throws {
        func text(_ path: String) -> String {
            "{\"exemptions\": [\n {\"rule\": \"\(breach.rule.rawValue)\", \"path\": \"\(path)\", \"reason\": \"x\"}]}"
        }
        guard breach.rule.canBeExempted else {
            #expect(throws: ProjectProblem.self) { try breach.findings(text(breach.path)) }
            return
        }
        let parts = breach.path.split(separator: "/")
        for pattern in [breach.path, "**", "\(parts[0])/**/*.*", "**/\(parts.last ?? "")"] {
            let left = try breach.findings(text(pattern)).filter {
                $0.rule == breach.rule || $0.rule == .exemptionUnused
            }
            #expect(left.isEmpty, "\(pattern): \(left.map(\.line))")
        }
        let found = try breach.findings(text("assets/elsewhere/*.png"))
        #expect(found.contains { $0.rule == breach.rule })
        let unused = try #require(found.first { $0.rule == .exemptionUnused })
        #expect(
            unused.severity == .warning && unused.path == "themepack.json" && unused.place == Place(line: 2, column: 2))
    }

    @Test("An unused exemption is told only when everything was looked at, and can be made an error or be turned off")
    func unused() throws {
        func findings(_ rules: String, _ selection: ThemeScope) throws -> [Finding] {
            try ProjectFiles.sound.with {
                $0["themepack.json"] = "{\(rules)\"exemptions\": [{\"rule\": \"image-alpha\", \"path\": \"x\"}]}"
            }.verify(selection)
        }
        #expect(try findings("", .folders(["year"])).isEmpty)
        #expect(try findings("", .everything).map(\.severity) == [.warning])
        #expect(try findings("\"rules\": {\"exemption-unused\": \"error\"}, ", .everything).map(\.severity) == [.error])
        #expect(try findings("\"rules\": {\"exemption-unused\": \"off\"}, ", .everything).isEmpty)
    }

    @Test("A file that is exempt from a structural rule is left out of the pack, not packed broken")
    func leftOut() throws {
        let project = ProjectFiles.sound.with {
            $0.files[BadInput.imagePath] = []
            $0["themepack.json"] =
                "{\"exemptions\": [{\"rule\": \"image-corrupt\", \"path\": \"\(BadInput.imagePath)\"}]}"
        }
        let verification = try Verifier(Project(at: ProjectFiles.root, in: project.memory), jobs: 1).verifyForPackaging(
            .folders(["year"]))
        #expect(verification.count(.error) == 0)
        let plan = try PackPlan(for: try #require(verification.themes.first))
        #expect(plan.contents.images.flatMap(\.variants).map(\.scale.factor) == [2, 3])
    }

    @Test("Scales agree within rounding")
    func scales() throws {
        func rules(_ sizes: [(Int, Int)]) throws -> [Rule] {
            try ProjectFiles.sound.with { project in
                for (index, size) in sizes.enumerated() {
                    project.files["assets/odd\(index == 0 ? "" : "@\(index + 1)x").png"] = PNGFile(size.0, size.1).bytes
                }
            }.verify().map(\.rule)
        }
        #expect(try rules([(11, 11), (21, 22), (32, 34)]) == [])
        #expect(try rules([(11, 11), (20, 22)]) == [.imageScale])
        #expect(try rules([(11, 11), (22, 22), (66, 66)]) == [.imageScale])
    }

    @Test("TM1 a theme may have an empty prefix, and its images may lie in the asset tree")
    func places() throws {
        let project = ProjectFiles.sound.with { project in
            project.files = project.files.filter { !$0.key.hasPrefix("themes/year/common") }
            for scale in ["", "@2x", "@3x"] {
                let factor = scale.isEmpty ? 1 : Int(scale.dropFirst().prefix(1)) ?? 0
                project.files["assets/common/year_button\(scale).png"] =
                    PNGFile(44 * factor, 22 * factor, shade: 9).bytes
                project.files["themes/plain/common/button\(scale).png"] =
                    PNGFile(44 * factor, 22 * factor, shade: 8).bytes
            }
            project["themes/plain/theme.json"] = #"{"id": "plain", "version": "1.0.0"}"#
        }
        let verification = try Verifier(Project(at: ProjectFiles.root, in: project.memory), jobs: 2).verifyForPackaging(
            .everything)
        #expect(verification.findings.map(\.line) == [])
        let names = try verification.themes.map { try PackPlan(for: $0).contents.images.map(\.name.description) }
        #expect(names == [["common/button"], ["common/button"], ["common/button"]])
        let missing = try project.with { $0.files["assets/common/year_other.png"] = PNGFile(1, 1).bytes }.verify()
        #expect(missing.map(\.rule) == [.imageDefaultMissing])
        #expect(missing.first?.hint?.contains("it carries the prefix of theme 'year'") == true)
    }

    @Test("Other files are findings unless theme.json lists them as resources")
    func resources() throws {
        func project(_ more: String) -> ProjectFiles {
            ProjectFiles.sound.with {
                $0["themes/year/theme.json"] =
                    "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\"\(more)}"
                $0["themes/year/fonts/a.ttf"] = "font"
                $0["themes/year/photo.jpg"] = "photo"
                $0["themes/year/.DS_Store"] = "x"
            }
        }
        let found = try project("").verify()
        #expect(found.map(\.rule) == [.imageFormat, .imageFormat])
        #expect(found.map(\.path) == ["themes/year/fonts/a.ttf", "themes/year/photo.jpg"])
        let listed = project(", \"resources\": [\"fonts/**\", \"*.jpg\"]")
        let verification = try Verifier(Project(at: ProjectFiles.root, in: listed.memory), jobs: 1).verifyForPackaging(
            .folders(["year"]))
        #expect(verification.findings.map(\.line) == [])
        let plan = try PackPlan(for: try #require(verification.themes.first))
        #expect(plan.contents.resources.map(\.path.string) == ["fonts/a.ttf", "photo.jpg"])
    }
}

@Suite("What themes extend")
struct ChainTests {
    private func findings(_ parents: [String: String], more: (inout ProjectFiles) -> Void = { _ in }) throws
        -> [Finding]
    {
        try ProjectFiles.sound.with { project in
            for (theme, parent) in parents {
                project["themes/\(theme)/theme.json"] =
                    "{\"id\": \"\(theme)\", \"version\": \"1.0.0\", \"imageNamePrefix\": \"\(theme)_\",\n \"extends\": \"\(parent)\"}"
            }
            more(&project)
        }.verify()
    }

    @Test("A chain of any length is sound", arguments: [1, 2, 20])
    func long(_ length: Int) throws {
        let parents = (0..<length).map { ("t\($0)x", $0 == 0 ? "default" : "t\($0 - 1)x") }
        #expect(try findings(Dictionary(uniqueKeysWithValues: parents)).map(\.line) == [])
    }

    @Test(
        "DD9 every theme of a circle says so, with the way round",
        arguments: [
            (["a": "b", "b": "a"], ["a -> b -> a", "b -> a -> b"]),
            (["a": "b", "b": "c", "c": "a"], ["a -> b -> c -> a", "b -> c -> a -> b", "c -> a -> b -> c"]),
        ])
    func circles(_ parents: [String: String], _ ways: [String]) throws {
        let found = try findings(parents)
        #expect(
            found.allSatisfy {
                $0.rule == .themeManifest && $0.key == "extends" && $0.place == Place(line: 2, column: 13)
            })
        #expect(found.map(\.message) == ways.map { "extends itself by a circle: \($0)" })
    }

    @Test("A theme that leads into a circle is not one of it, and ends")
    func leading() throws {
        let found = try findings(["a": "b", "b": "a", "z": "a"])
        #expect(found.map(\.path) == ["themes/a/theme.json", "themes/b/theme.json"])
    }

    @Test("A parent that does not exist is told, with the one that was meant")
    func unknown() throws {
        let found = try findings(["a": "yaer"])
        #expect(found.map(\.message) == ["there is no theme 'yaer'"] && found.first?.hint == "did you mean 'year'?")
    }

    private func superPlist(_ parent: String) -> String {
        "<plist><dict><key>super</key><string>\(parent)</string></dict></plist>"
    }

    @Test(
        "DD9 super says what a theme extends; against extends it is an error",
        arguments: [
            ("year", nil, nil), ("year.plist", nil, nil), ("year.plist", "year", nil),
            ("year", "default", "says 'year', but theme.json extends default"),
            ("../x", nil, "names no theme"), ("absent", nil, "there is no theme 'absent'"),
        ] as [(String, String?, String?)])
    func supers(_ parent: String, _ extends: String?, _ message: String?) throws {
        let found = try ProjectFiles.sound.with { project in
            let member = extends.map { ", \"extends\": \"\($0)\"" } ?? ""
            project["themes/a/theme.json"] =
                "{\"id\": \"a\", \"version\": \"1.0.0\", \"imageNamePrefix\": \"a_\"\(member)}"
            project["themes/a/config.plist"] = superPlist(parent)
        }.verify()
        #expect(found.map(\.message) == [message].compactMap { $0 }, "\(found.map(\.line))")
    }
}

@Suite("themepack.json")
struct ProjectFileTests {
    @Test(
        "What it does not know is an error with place and suggestion",
        arguments: [
            ("{\"rulez\": {}}", 1, 2, "there is no key 'rulez'", "did you mean 'rules'?"),
            (
                "{\"rules\": {\n\"image-dimension\": \"off\"}}", 2, 1, "there is no key 'image-dimension'",
                "did you mean 'image-dimensions'?"
            ),
            ("{\"rules\": {\"image-alpha\": \"none\"}}", 1, 27, "expected \"error\", \"warning\" or \"off\"", nil),
            ("{\"rules\": []}", 1, 11, "expected an object", nil), ("[]", 1, 1, "expected an object", nil),
            ("{\"limits\": {\"imageWidht\": 1}}", 1, 13, "there is no key", "did you mean 'imageWidth'?"),
            ("{\"limits\": {\"imageWidth\": 0}}", 1, 27, "whole number from 1", nil),
            ("{\"limits\": {\"imageWidth\": 1.5}}", 1, 27, "whole number from 1", nil),
            ("{\"limits\": {\"imageWidth\": 1e300}}", 1, 27, "whole number from 1", nil),
            ("{\"limits\": {\"imageWidth\": \"1\"}}", 1, 27, "whole number from 1", nil),
            ("{\"exemptions\": {}}", 1, 16, "expected a list", nil),
            ("{\"exemptions\": [{\"rule\": \"image-alpha\"}]}", 1, 17, "expected \"rule\" and \"path\"", nil),
            (
                "{\"exemptions\": [{\"rule\": \"image-alfa\", \"path\": \"x\"}]}", 1, 18, "there is no rule",
                "did you mean 'image-alpha'?"
            ),
            (
                "{\"exemptions\": [{\"rule\": \"image-alpha\", \"paht\": \"x\"}]}", 1, 41, "there is no key",
                "did you mean 'path'?"
            ),
            ("{\"assets\": \"../x\"}", 1, 12, "relative to the project", nil),
            ("{\"themes\": \"/x\"}", 1, 12, "relative to the project", nil),
            ("{\"assets\": 1}", 1, 12, "relative to the project", nil),
            ("{\"rules\": {}, \"rules\": {}}", 1, 15, "stands twice", "keep one of them"),
            ("{", 1, 2, "expected a key", nil), ("", 1, 1, "the file ends", nil),
        ] as [(String, Int, Int, String, String?)])
    func refused(_ text: String, _ line: Int, _ column: Int, _ says: String, _ hint: String?) {
        #expect {
            try ProjectFiles.sound.with { $0["themepack.json"] = text }.verify()
        } throws: { error in
            guard let problem = error as? ProjectProblem else { return false }
            return problem.path == "/project/themepack.json" && problem.place == Place(line: line, column: column)
                && problem.message.contains(says) && (hint == nil || problem.hint == hint)
        }
    }

    @Test("Folders can have other names")
    func folders() throws {
        let project = ProjectFiles.sound.with { project in
            project.files = Dictionary(
                uniqueKeysWithValues: project.files.map {
                    ($0.replacing("assets/", with: "a/b/").replacing("themes/", with: "t/"), $1)
                })
            project["themepack.json"] = "{\"assets\": \"a/b\", \"themes\": \"t\"}"
        }
        let verification = try Verifier(Project(at: ProjectFiles.root, in: project.memory), jobs: 1).verify(.everything)
        #expect(verification.findings.isEmpty && verification.imageCount == 6 && verification.themeCount == 2)
    }

    @Test(
        "A limit that is changed is held",
        arguments: [
            ("imageWidth", 43, Rule.imageLimits), ("imageHeight", 21, .imageLimits), ("imagePixels", 900, .imageLimits),
            ("imageBytes", 500, .imageLimits), ("configDepth", 2, .configSyntax), ("folderDepth", 1, .fileKind),
            ("files", 2, .fileKind),
            ("resourceBytes", 3, .fileKind),
        ])
    func limits(_ name: String, _ value: Int, _ rule: Rule) throws {
        let findings = try ProjectFiles.sound.with { project in
            project["themepack.json"] = "{\"limits\": {\"\(name)\": \(value)}}"
            project["assets/a/b/.keep"] = ""
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "config.json", "resources": ["*.txt"]}"#
            project["themes/year/x.txt"] = "four"
        }.verify()
        #expect(
            !findings.isEmpty && findings.allSatisfy { $0.rule == rule || $0.severity == .warning },
            "\(findings.map(\.line))")
        #expect(findings.contains { $0.rule == rule && $0.severity == .error })
    }

    @Test("A folder that holds no project is told, with what to do")
    func none() {
        #expect {
            try Project(at: "/nowhere", in: MemoryFileSystem())
        } throws: { error in
            (error as? ProjectProblem)?.hint?.contains("themepack init") == true
        }
    }

    @Test("The nearest project is found from below")
    func nearest() {
        let memory = ProjectFiles.sound.memory
        for folder in ["/project", "/project/assets", "/project/assets/common", "/project/themes/year"] {
            #expect(Project.root(above: folder, in: memory) == "/project")
        }
        #expect(Project.root(above: "/", in: memory) == nil)
        #expect(Project.root(above: "/absent", in: memory) == nil)
    }
}

@Suite("Globs")
struct GlobTests {
    @Test(
        "Stars stay within a part, two stars do not",
        arguments: [
            ("a.png", "a.png", true), ("a.png", "b/a.png", false), ("*.png", "a.png", true),
            ("*.png", "a/b.png", false),
            ("**", "a/b/c", true), ("**/*.png", "a.png", true), ("**/*.png", "a/b/c.png", true),
            ("a/**", "a/b/c", true),
            ("a/**/c", "a/c", true), ("a/**/c", "a/b/b/c", true), ("a/**/c", "a/b/b/d", false),
            ("?.png", "é.png", true),
            ("?.png", "ab.png", false), ("a*b*c", "aXXbYYc", true), ("a*b*c", "aXXbYY", false), ("", "a", false),
            ("*", "", true),
            ("A.png", "a.png", false), ("[a].png", "a.png", false), ("a/*/c", "a//c", true),
        ])
    func matching(_ pattern: String, _ path: String, _ matches: Bool) {
        #expect(Glob(pattern).matches(path) == matches)
    }

    @Test("A pattern of a thousand stars ends")
    func stars() {
        let start = ContinuousClock.now
        #expect(!Glob(String(repeating: "*a", count: 500) + "b").matches(String(repeating: "a", count: 1000)))
        #expect(!Glob(String(repeating: "**/a/", count: 200) + "b").matches(String(repeating: "a/", count: 400)))
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
