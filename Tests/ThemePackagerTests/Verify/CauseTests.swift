import PackFormat
import TestSupport
import Testing
import ThemePackager
import ThemeProject

/// Each row of the table of consequences, and each cause that themes have in common.
@Suite("Causes")
struct CauseTests {
    /// A mistake that gives a finding and what follows from it.
    private static let following: [(mistake: String, cause: Rule, explained: Set<Rule>)] = [
        ("an image of another size at one scale", .imageDimensions, [.imageScale]),
        ("an opaque rectangle instead of the drawing", .imageBlank, [.imageAlpha]),
        ("a mask that shows nothing", .imageBlank, [.imageTemplate]),
        ("a mask with the opacity of its layer", .imageFaint, [.imageTemplate]),
        ("a copy of the default's mask", .imageIdentical, [.imageTemplate]),
        ("the default's image at one scale", .imageIdentical, [.imageScaleContent]),
        ("a scale in capitals", .imageDefaultMissing, [.imageScaleMissing]),
        ("one scale without the prefix", .namePrefix, [.imageScaleMissing]),
        ("an export with a hidden layer at one scale", .imageBlank, [.imageScaleContent]),
        ("a faint export at one scale", .imageFaint, [.imageScaleContent]),
        ("two files exchanged at one scale", .imageScaleContent, [.imageScaleContent]),
        ("a color of a pair that is none", .configColor, [.configColor]),
        ("a placeholder of iCloud at one scale", .fileKind, [.imageScaleMissing]),
        ("a name at one scale that not every system can store", .namePortable, [.imageScaleMissing]),
        ("a space at the end of a name at one scale", .namePortable, [.imageScaleMissing]),
        ("another letter case at one scale", .imageDefaultMissing, [.imageScaleMissing]),
        ("a scale for one device", .imageDefaultMissing, [.imageScaleMissing]),
    ]

    private static let shared: [(mistake: String, path: String, themes: [String])] = [
        ("a default that changed its size", "assets/common/home.png", Brands.themes),
        ("a default that was renamed", "assets/tab/inbox.png", Brands.themes),
        ("a new scale of a default", "assets/tab/inbox@4x.png", Brands.themes),
        ("a default's setting of another type", "themes/default/config.json", Brands.themes),
        ("a renamed setting of the default theme", "themes/default/config.json", Brands.themes),
        ("a new state of the default theme", "themes/default/config.json", Brands.themes),
        ("pointers of Git LFS in place of a whole theme", "themes/year", ["year"]),
        ("a misspelled folder", "themes/year/comon", ["year"]),
        ("two themes with one prefix", "themes/year/theme.json", ["year"]),
        ("a misspelled prefix in theme.json", "themes/year/theme.json", ["year"]),
        ("a prefix without its mark in theme.json", "themes/year/theme.json", ["year"]),
        ("an empty prefix in theme.json", "themes/year/theme.json", ["year"]),
        ("a folder of defaults that was renamed", "assets/tab", Brands.themes),
        ("a theme's images without their folders", "themes/year", ["year"]),
        ("a folder for a scale", "themes/year/common/2x", ["year"]),
        ("most images of a folder at the wrong scale", "themes/year/common", ["year"]),
        ("a default that differs from its other scales", "assets/common/home@2x.png", Brands.themes),
        ("empty files in place of a whole theme", "themes/year", ["year"]),
        ("texts of links in place of a whole theme", "themes/year", ["year"]),
        ("placeholders of iCloud in place of a whole theme", "themes/year", ["year"]),
        ("a theme that all others extend, without its folder", "themes/base", Brands.themes),
        ("two aliases of nothing", "themes/year/config.json", ["year"]),
    ]

    private static func files(_ mistake: String) throws -> ProjectFiles {
        let mistakes = MistakeTests.ofImages + MistakeTests.ofSettings
        let change = try #require(mistakes.first { $0.name == mistake }).change
        return Brands.sound.with(change)
    }

    @Test("What follows from a finding is not reported, and names it", arguments: following)
    func explained(_ mistake: String, _ cause: Rule, _ explained: Set<Rule>) throws {
        let found = try MistakeTests.verification(of: mistake)
        #expect(Set(found.findings.map(\.rule)) == [cause])
        #expect(Set(found.explained.map(\.rule)) == explained)
        let reported = Set(found.findings.map(\.path))
        #expect(found.explained.allSatisfy { $0.cause?.rule == cause && reported.contains($0.cause?.path ?? "") })
        // No project can turn a structural rule off.
        guard !cause.isStructural else { return }
        let alone = try ProjectFiles.verify(
            Self.files(mistake).with {
                $0["themepack.json"] = $0["themepack.json"]?.replacing(
                    "{\"contrast\"", with: "{\"rules\": {\"\(cause.rawValue)\": \"off\"}, \"contrast\"")
            }.memory)
        #expect(Set(alone.map(\.rule)) == explained.subtracting([cause]), "without its cause, it is reported")
    }

    @Test("A mistake that many themes show is reported where it is", arguments: shared)
    func common(_ mistake: String, _ path: String, _ themes: [String]) throws {
        let found = try MistakeTests.verification(of: mistake)
        let finding = try #require(found.findings.first)
        #expect(finding.path == path && finding.themes == themes)
        #expect(found.explained.allSatisfy { $0.remedy == nil }, "--fix changes no file that is right")
        #expect(found.findings.allSatisfy { $0.roots.isEmpty } && found.explained.allSatisfy { $0.roots.isEmpty })
        #expect(!found.explained.isEmpty && found.explained.allSatisfy { $0.cause != nil })
        let mismatch = try Sentences.mismatch(finding.sentence, of: mistake, in: "causes")
        #expect(mismatch == nil)
    }

    @Test("Themes that do not agree, or are the fewer ones, have findings of their own")
    func disagreement() throws {
        let paths = Brands.themes.map { Brands.path($0, "common/home", 1) }
        func found(_ widths: [Int]) throws -> [String] {
            try Brands.sound.with { files in
                for (theme, width) in zip(Brands.themes, widths) {
                    let path = Brands.path(theme, "common/home", 1)
                    files.files[path] = Brands.drawing("common/home", theme, width: width)
                }
            }.verify().map(\.path)
        }
        #expect(try found([26, 28, 30]) == paths)
        #expect(try found([26, 24, 24]) == [paths[0]])
        #expect(try found([26, 26, 24]) == ["assets/common/home.png"])
        #expect(try found([26, 26, 28]) == ["assets/common/home.png", paths[2]])
    }

    @Test("An exemption, a baseline and a level of the cause's place count; a warning explains no error")
    func judged() throws {
        let files = try Self.files("a default that changed its size")
        func findings(_ configuration: String) throws -> [Finding] {
            try files.with { $0["themepack.json"] = configuration }.verify()
        }
        func exemption(_ path: String) -> String {
            #"{"exemptions": [{"rule": "image-dimensions", "path": "\#(path)", "reason": "known"}]}"#
        }
        #expect(try findings(exemption("assets/common/*")).isEmpty)
        #expect(try findings(exemption("themes/**")).isEmpty)
        #expect(try findings(exemption("themes/dark/**")).map(\.themes).first == ["sea", "year"])
        let pointers = try Self.files("pointers of Git LFS in place of a whole theme")
        func pointerFindings(_ path: String) throws -> [Severity] {
            try pointers.with {
                $0["themepack.json"] = exemption(path).replacing("image-dimensions", with: "image-format")
            }.verify().filter { $0.rule == .imageFormat }.map(\.severity)
        }
        #expect(try pointerFindings("themes/year") == [.error], "a root exempts no file from the pack without a note")
        #expect(try pointerFindings("themes/year/**") == Array(repeating: .note, count: 15))
        let blank = try Self.files("an opaque rectangle instead of the drawing").with {
            $0["themepack.json"] = #"{"rules": {"image-alpha": "error"}}"#
        }.verify()
        #expect(Set(blank.map(\.rule)) == [.imageAlpha, .imageBlank])
    }

    @Test("A baseline that accepts what others stand for accepts these")
    func baseline() throws {
        let mistake = "a default that changed its size"
        let accepted = try MistakeTests.verification(of: mistake).explained
        let named = try Self.files(mistake).with {
            $0["themepack.json"] = #"{"baseline": "baseline.json"}"#
            $0.files["baseline.json"] = CanonicalJSON.encode(
                Baseline.contents(accepting: accepted) { _ in nil }.value)
        }
        #expect(try named.verify().map(\.line) == [])
    }

    @Test("Rules say whether --fix can fix their findings")
    func fixable() throws {
        let findings = try MistakeTests.found.get().flatMap { $0.verification.findings }
        let fixed = Set(findings.filter { $0.remedy != nil }.map(\.rule))
        #expect(fixed.union([.nameNearMiss]) == Set(Rule.allCases.filter(\.isFixable)))
    }

    @Test("Aliases in circles, of themselves, and of a bad color through others are reported once each")
    func circles() throws {
        func keys(_ settings: String) throws -> [String] {
            try ProjectFiles.sound.with {
                $0["themes/default/config.json"] = settings
                $0["themes/year/config.json"] = "{}"
            }.verify().compactMap(\.key)
        }
        #expect(try keys(#"{"a": "{a}"}"#) == ["a"])
        #expect(try keys(#"{"a": "{b}", "b": "{a}"}"#).count == 1)
        #expect(try keys(#"{"a": "{b}", "b": "{c}", "c": "{a}", "d": "{a}"}"#).count == 1)
        #expect(try keys(##"{"Color": {"x": "#12345", "y": "{Color.z}", "z": "{Color.x}"}}"##) == ["Color.x"])
    }

    @Test("Whatever is explained, something of its severity or a higher one is reported")
    func reported() throws {
        for (mistake, found) in try MistakeTests.found.get() {
            let causes = Set(found.findings.map { Finding.Cause($0) })
            #expect(found.explained.allSatisfy { $0.cause.map(causes.contains) == true }, "\(mistake.name)")
            let worst = found.explained.map(\.severity).max() ?? .note
            #expect(found.explained.isEmpty || found.findings.contains { $0.severity >= worst }, "\(mistake.name)")
        }
    }

    @Test("Two exchanges of one image's scales with those of others are two findings")
    func exchanges() throws {
        let found = try Brands.sound.with { files in
            for (other, scale) in [("common/save", 2), ("common/back", 3)] {
                for (name, shown) in [("common/home", other), (other, "common/home")] {
                    files.files[Brands.path("year", name, scale)] = Brands.drawing(shown, "year", scale: scale)
                }
            }
        }.verify()
        #expect(Set(found.map(\.rule)) == [.imageScaleContent])
        #expect(
            found.map(\.path) == ["themes/year/common/year_back@3x.png", "themes/year/common/year_home@2x.png"])
    }
}
