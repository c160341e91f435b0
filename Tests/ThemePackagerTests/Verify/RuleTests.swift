import PackFormat
import ThemeModel
import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

@Suite("Rules")
struct RuleTests {
    struct Breach: Sendable, CustomTestStringConvertible {
        let rule: Rule
        let path: String
        /// Members of themepack.json without which the rule has nothing to check.
        let declared: String
        let spoil: @Sendable (inout ProjectFiles) -> Void
        var testDescription: String { rule.rawValue }

        init(
            _ rule: Rule, _ path: String, declaring declared: String = "",
            _ spoil: @escaping @Sendable (inout ProjectFiles) -> Void
        ) {
            (self.rule, self.path, self.declared, self.spoil) = (rule, path, declared, spoil)
        }

        func findings(_ themepack: String? = nil) throws -> [Finding] {
            try ProjectFiles.sound.with { project in
                spoil(&project)
                project["themepack.json"] = themepack
                guard !declared.isEmpty else { return }
                project["themepack.json"] = "{\(declared)" + (themepack.map { ", \($0.dropFirst())" } ?? "}")
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
        Breach(.imageScaleContent, "\(year)button@2x.png") {
            $0.files["\(year)button@2x.png"] = PNGFile(88, 44, shade: 255).bytes
        },
        Breach(.imageBlank, "\(year)button.png") {
            $0.files["assets/common/button.png"] = PNGFile(44, 22, seed: 1).bytes
        },
        Breach(.imageIdentical, "\(year)button.png") {
            $0.files["\(year)button.png"] = $0.files["assets/common/button.png"]
        },
        Breach(.imageDuplicate, "\(year)other.png") {
            $0.files["assets/common/button.png"] = PNGFile(44, 22, seed: 1).bytes
            $0.files["assets/common/other.png"] = PNGFile(44, 22, seed: 2).bytes
            for name in ["button", "other"] { $0.files["\(year)\(name).png"] = PNGFile(44, 22, seed: 3).bytes }
        },
        Breach(.imageFaint, "\(year)button.png") {
            $0.files["assets/common/button.png"] = PNGFile(44, 22, shade: 255).bytes
            $0.files["\(year)button.png"] = PNGFile(44, 22, shade: 120).bytes
        },
        Breach(.imageTrailingData, "\(year)button.png") { $0.files["\(year)button.png"]?.append(0) },
        Breach(.imageOrientation, "\(year)button.png") {
            let orientation: [UInt8] = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
            $0.files["\(year)button.png"] =
                PNGFile(44, 22, shade: 0x80)
                .inserting(.init("eXIf", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8] + orientation), before: "IDAT").bytes
        },
        Breach(.nameNearMiss, "assets/common/other@2X.png") {
            $0.files["assets/common/other@2X.png"] = PNGFile(44, 22).bytes
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
        Breach(.resourceContent, "themes/year/fonts/a.ttf") {
            $0["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["fonts/**"]}"#
            $0["themes/year/fonts/a.ttf"] = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
        },
        Breach(.configSyntax, "themes/year/config.json") { $0["themes/year/config.json"] = "{" },
        Breach(.configType, "themes/year/config.json") {
            $0["themes/year/config.json"] = #"{"Metrics": {"radius": "6"}}"#
        },
        Breach(.configColor, "themes/year/config.json") {
            $0["themes/year/config.json"] = #"{"Color": {"title": "F8582"}}"#
        },
        Breach(.configUnknownKey, "themes/year/config.json") { $0["themes/year/config.json"] = #"{"Fnot": "x"}"# },
        Breach(.configState, "themes/year/config.json") {
            $0["themes/year/config.json"] = #"{"Button": {"titleColor": {"highlighted": "FFF"}}}"#
        },
        Breach(
            .configContrast, "themes/year/config.json",
            declaring: #""contrast": [{"text": "Color.title", "on": "Color.background", "min": 3}]"#
        ) { $0["themes/year/config.json"] = ##"{"Color": {"title": "EEE", "background": "#FFF"}}"## },
        Breach(.configAlias, "themes/year/config.json") {
            $0["themes/year/config.json"] = #"{"Color": {"title": "{Color.acent}"}}"#
        },
        Breach(.configImage, "themes/year/config.json") {
            $0["themes/default/config.json"] = #"{"Button": {"image": "common/button"}}"#
            $0["themes/year/config.json"] = #"{"Button": {"image": "common/buton"}}"#
        },
        Breach(.configFont, "themes/year/config.json", declaring: #""fonts": ["Helvetica"]"#) {
            $0["themes/year/config.json"] = #"{"Font": "Helvetika 12"}"#
        },
        Breach(.configInsets, "themes/year/config.json") {
            $0["themes/default/config.json"] = #"{"CapInsets": {"common/button": {"left": 4, "right": 20}}}"#
            $0["themes/year/config.json"] = #"{"CapInsets": {"common/button": {"left": 30}}}"#
        },
        Breach(.imageTemplate, "assets/icons/home.png") {
            $0.files["assets/icons/home.png"] = TemplateTests.mask(colored: 37)
            $0["themes/default/theme.json"] =
                #"{"id": "default", "version": "1.0.0", "config": "config.json", "templates": {"icons/home": null}}"#
        },
        Breach(.themeManifest, "themes/year/theme.json") { $0["themes/year/theme.json"] = nil },
    ]

    /// The suites that compare the examples of other rules with messages.
    private static let others: [String: Set<Rule>] = [
        "PackVerifierTests": [.packContents], "PackCapacityTests": [.packStructure],
        "SignatureCommandTests": [.packSignature], "AgainstTests": Set(Rule.allCases.filter(\.needsPacks)),
        "this one": [.exemptionUnused, .baselineUnused, .workLimit],
    ]

    @Test("Every rule of themes has a case that breaks it")
    func complete() {
        let others = Set(Self.others.values.joined())
        #expect(Set(Self.breaches.map(\.rule)) == Set(Rule.allCases).subtracting(others))
        #expect(Rule.allCases.allSatisfy { !$0.summary.isEmpty })
    }

    private static func words(_ finding: Finding) -> String {
        (finding.key.map { "\($0): " } ?? "") + finding.message
    }

    @Test("The example in a rule's explanation is a message of the rule", arguments: breaches)
    func examples(_ breach: Breach) throws {
        let finding = try #require(try breach.findings().first { $0.rule == breach.rule })
        #expect(breach.rule.facts.example == Self.words(finding))
    }

    @Test("So are the examples of rules about the run")
    func examplesOfRuns() throws {
        let image = BadInput.imagePath
        let fixed = try BaselineTests.accepting(
            ProjectFiles.sound.with { $0.files[image] = PNGFile(44, 22, .rgb).bytes }
        ).with { $0.files[image] = ProjectFiles.sound.files[image] }
        let exempting = ProjectFiles.sound.with {
            $0["themepack.json"] = #"{"exemptions": [{"rule": "image-alpha", "path": "themes/year/**"}]}"#
        }
        let budget = WorkBudget()
        #expect(!budget.spend(.max, on: .patterns))
        let findings = try fixed.verify() + exempting.verify() + budget.takeFindings()
        for rule in [Rule.baselineUnused, .exemptionUnused, .workLimit] {
            #expect(findings.contains { $0.rule == rule && Self.words($0) == rule.facts.example }, "\(rule)")
        }
    }

    /// The patterns in the explanation of a rule, and a path as that of its findings.
    private static let places: [(rule: Rule, path: String)] =
        breaches.map { breach in
            // Their findings are in both trees.
            let rules: Set<Rule> = [.imageScale, .imageTemplate, .nameAmbiguous, .nameClash, .namePortable, .fileKind]
            let isInBoth = rules.contains(breach.rule)
            return (breach.rule, isInBoth ? breach.path.replacing("assets/", with: "themes/year/") : breach.path)
        } + [
            (.packStray, "\(ProjectFiles.root)/dist/year-1.1.0.themepack.zip"),
            (.contractConflict, "\(ProjectFiles.root)/released/year-1.1.0.themepack.zip!/images/year_button.png"),
            (.themeRemoved, "\(ProjectFiles.root)/released/year-1.1.0.themepack.zip"),
            (.versionUnchanged, "themes/year/theme.json"), (.versionLower, "themes/year/theme.json"),
        ]

    @Test("The exemption in a rule's explanation exempts the rule's findings")
    func exemptionExamples() throws {
        let places = Self.places.filter(\.rule.canBeExempted)
        #expect(Set(places.map(\.rule)) == Set(Rule.allCases.filter(\.canBeExempted)))
        for (rule, path) in places {
            let example = try #require(rule.exemption.firstMatch(of: /"exemptions": \[.*?\]/)).output
            let files = MemoryFileSystem(ProjectFiles.root, ["themepack.json": Array("{\(example)}".utf8)])
            let book = try Project(at: ProjectFiles.root, in: files).configuration.ruleBook
            let judged = book.judgement(of: [Finding(rule, path: path, "is bad")], isComplete: true)
            #expect(judged.exempt.map(\.path) == [path] && judged.findings.isEmpty, "\(rule)")
        }
    }

    @Test("A valid project breaks no rule") func sound() throws {
        #expect(try ProjectFiles.sound.verify().map(\.line) == [])
    }

    @Test("A file that breaks a rule is one finding with the rule's severity", arguments: breaches)
    func fires(_ breach: Breach) throws {
        let findings = try breach.findings()
        let found = findings.filter { $0.rule == breach.rule }
        #expect(found.map(\.path) == [breach.path], "\(findings.map(\.line))")
        #expect(found.first?.severity == breach.rule.defaultSeverity)
    }

    @Test("themepack.json changes the severity of a rule that is not structural", arguments: breaches)
    func configured(_ breach: Breach) throws {
        for (level, severity) in [("off", nil), ("warning", .warning), ("error", .error)] as [(String, Severity?)] {
            let text = "{\"rules\": {\"\(breach.rule.rawValue)\": \"\(level)\"}}"
            if breach.rule.isStructural, level != "error" {
                #expect(throws: UserError.self) { try breach.findings(text) }
            } else {
                let found = try Set(breach.findings(text).filter { $0.rule == breach.rule }.map(\.severity))
                #expect(found == Set([severity].compactMap { $0 }))
            }
        }
    }

    @Test("An exemption removes the finding; an unused exemption is a warning", arguments: breaches)
    func exempted(_ breach: Breach) throws {
        func text(_ path: String) -> String {
            "{\"exemptions\": [\n {\"rule\": \"\(breach.rule.rawValue)\", \"path\": \"\(path)\", \"reason\": \"x\"}]}"
        }
        guard breach.rule.canBeExempted else {
            #expect(throws: UserError.self) { try breach.findings(text(breach.path)) }
            return
        }
        let parts = breach.path.split(separator: "/")
        for pattern in [breach.path, "**", "\(parts[0])/**/*.*", "**/\(parts.last ?? "")"] {
            let left = try breach.findings(text(pattern)).filter {
                $0.rule == breach.rule || $0.rule == .exemptionUnused
            }
            let isNoted = breach.rule.isStructural && left.allSatisfy { $0.severity == .note } && !left.isEmpty
            #expect(left.isEmpty || isNoted, "\(pattern): \(left.map(\.line))")
        }
        let found = try breach.findings(text("assets/elsewhere/*.png"))
        #expect(found.contains { $0.rule == breach.rule })
        let unused = try #require(found.first { $0.rule == .exemptionUnused })
        #expect(
            unused.severity == .warning && unused.path == "themepack.json"
                && unused.position == SourcePosition(line: 2, column: 2))
    }

    @Test("An unused exemption is reported for a whole project only, with a severity that can be set")
    func unused() throws {
        func findings(_ rules: String, _ scope: ThemeScope) throws -> [Finding] {
            try ProjectFiles.sound.with {
                $0["themepack.json"] = "{\(rules)\"exemptions\": [{\"rule\": \"image-alpha\", \"path\": \"x\"}]}"
            }.verify(scope)
        }
        #expect(try findings("", .folders(["year"])).isEmpty)
        #expect(try findings("", .everything).map(\.severity) == [.warning])
        #expect(try findings("\"rules\": {\"exemption-unused\": \"error\"}, ", .everything).map(\.severity) == [.error])
        #expect(try findings("\"rules\": {\"exemption-unused\": \"off\"}, ", .everything).isEmpty)
    }

    @Test("A file that is exempt from a structural rule is left out of the pack")
    func leftOut() throws {
        let project = ProjectFiles.sound.with {
            $0.files[BadInput.imagePath] = []
            $0["themepack.json"] =
                "{\"exemptions\": [{\"rule\": \"image-corrupt\", \"path\": \"\(BadInput.imagePath)\"}]}"
        }
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: project.memory), .folders(["year"]), jobs: 1
        ).verifyForPackaging()
        #expect(!verification.has(.error))
        let plan = try PackPlan(for: try #require(verification.themes.first))
        #expect(plan.contents.images.flatMap(\.variants).map(\.scale.factor) == [2, 3])
    }

    @Test("Sizes of scales may differ by rounding")
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

    @Test("TM1: a theme may have an empty prefix, or images in the asset tree")
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
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: project.memory), .everything, jobs: 2
        ).verifyForPackaging()
        #expect(verification.findings.map(\.line) == [])
        let names = try verification.themes.map { try PackPlan(for: $0).contents.images.map(\.name.description) }
        #expect(names == [["common/button"], ["common/button"], ["common/button"]])
        let missing = try project.with { $0.files["assets/common/year_other.png"] = PNGFile(1, 1).bytes }.verify()
        #expect(missing.map(\.rule) == [.imageDefaultMissing])
        #expect(missing.first?.hint?.contains("'year'") == true)
    }

    @Test("Files that are not images are findings unless theme.json lists them as resources")
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
        let verification = try ProjectRun(
            of: Project(at: ProjectFiles.root, in: listed.memory), .folders(["year"]), jobs: 1
        ).verifyForPackaging()
        #expect(verification.findings.map(\.line) == [])
        let plan = try PackPlan(for: try #require(verification.themes.first))
        #expect(plan.contents.resources.map(\.path.string) == ["fonts/a.ttf", "photo.jpg"])
        let unused = try project(", \"resources\": [\"fonts\", \"*.jpg\", \"fonts/*.otf\", \"fonts/a.ttf\"]").verify()
        #expect(unused.map(\.rule) == [.exemptionUnused, .exemptionUnused])
        #expect(unused.map(\.key) == ["resources.0", "resources.2"])
        #expect(unused.map(\.path) == ["themes/year/theme.json", "themes/year/theme.json"])
        #expect(unused.first?.hint?.contains("'fonts/**'") == true)
        let outside = try project(", \"resources\": [\"../a.ttf\"]").verify().filter { $0.rule == .themeManifest }
        #expect(outside.map(\.key) == ["resources.0"])
    }
}
