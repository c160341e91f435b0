import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemeReview
@testable import ThemeProject

/// check-jsonschema (PyPI) is the judge.
@Suite("JSON Schemas", .enabled(if: Tool.pythonHas("check_jsonschema"), "check-jsonschema is not installed"))
struct SchemaTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try Self.sample.write(to: sandbox)
    }

    private static let sample = ProjectFiles.sound.with { project in
        project["themes/default/config.json"] = """
            {"Color": {"title": "F85825", "background": "FFFFFF"}, "gradientColors": ["FFF", "000000"],
             "Button": {"titleColor": {"normal": "FFF", "highlighted": "EEE"}, "image": "common/button"},
             "Metrics": {"radius": 6, "enabled": true}, "Font": "Helvetica 12", "List": [1, 2], "later": null}
            """
    }

    /// Whether `themepack verify` fails for the project with this text in one file.
    private static func isRefused(
        _ text: String, at path: String, in project: ProjectFiles = sample, failOn: Set<Severity> = [.error]
    ) throws -> Bool {
        do {
            // A pattern without a file has the right form.
            return try project.with { $0[path] = text }.verify().contains {
                failOn.contains($0.severity) && $0.rule != .exemptionUnused
            }
        } catch is UserError {
            return true
        }
    }

    /// Returns the files that do not fit a schema, as the judge sees it.
    private func rejected(_ files: [String], by kind: String) throws -> Set<String> {
        let schema = try Tool.themepack("schema", kind, in: sandbox.path)
        try #require(schema.status == 0, "\(schema)")
        try sandbox.write("\(kind).schema.json", schema.output)
        let result = try Tool.run(
            try #require(Tool.python),
            ["-m", "check_jsonschema", "-o", "json", "--schemafile", "\(kind).schema.json"] + files, in: sandbox.path)
        let answer = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect((answer["parse_errors"] as? [Any])?.isEmpty == true, "\(result)")
        #expect(answer["errors"] != nil, "\(result)")
        let errors = answer["errors"] as? [[String: Any]] ?? []
        return Set(errors.compactMap { ($0["filename"] as? String).map { $0.replacing("./", with: "") } })
    }

    /// Writes files, and compares the judge's verdict with that of ``isRefused(_:at:in:failOn:)``. The tool itself runs
    /// for the first valid and the first invalid text, and in `make soak` for all.
    private func compare(
        _ kind: String, at path: String, in project: ProjectFiles = Self.sample, valid: [String], invalid: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var files: [String] = []
        for (number, text) in (valid + invalid).enumerated() {
            files.append("\(kind)-\(number).json")
            try sandbox.write(files[number], text)
            let isInvalid = number >= valid.count
            let isRefused = try Self.isRefused(text, at: path, in: project, failOn: [.error, .warning])
            #expect(isRefused == isInvalid, "\(text)", sourceLocation: sourceLocation)
            guard Soak.isOn || number == 0 || number == valid.count else { continue }
            try sandbox.write(path, text)
            let result = try Tool.themepack("verify", "--no-cache", "--fail-on", "warning", in: sandbox.path)
            #expect((result.status != 0) == isInvalid, "\(text): \(result)", sourceLocation: sourceLocation)
        }
        #expect(
            try rejected(files, by: kind) == Set(files.dropFirst(valid.count)), "\(valid + invalid)",
            sourceLocation: sourceLocation)
    }

    @Test("RR7 An invalid themepack.json fails in the schema and in the tool")
    func project() throws {
        try compare(
            "project", at: "themepack.json",
            valid: [
                "{}",
                """
                {"$schema": "project.schema.json", "assets": "assets", "themes": "themes", "links": ["themes/x"],
                 "rules": {"image-alpha": "off", "image-corrupt": "error"}, "limits": {"imageWidth": 4096},
                 "keys": {"types": {"Color.title": "color"}}, "fonts": ["Helvetica"], "tolerance": {"points": 0.5},
                 "contrast": [{"text": "Color.title", "on": "Color.background", "min": 2}]}
                """,
            ],
            invalid: [
                #"{"rulez": {}}"#, #"{"rules": {"image-alfa": "off"}}"#, #"{"rules": {"image-corrupt": "off"}}"#,
                #"{"limits": {"imageWidth": 0}}"#, #"{"limits": {"imageWidth": 1.5}}"#, #"{"assets": "../x"}"#,
                #"{"themes": "/x"}"#, #"{"exemptions": [{"rule": "image-alpha"}]}"#,
                #"{"exemptions": [{"rule": "config-syntax", "path": "x"}]}"#, #"{"contrast": [{"text": "a"}]}"#,
                #"{"contrast": [{"text": "a", "on": "b", "min": 22}]}"#, #"{"keys": {"types": {"a": "colour"}}}"#,
                #"{"$schema": 1}"#, #"{"baseline": 1}"#, #"{"fonts": [1]}"#, "[]",
                #"{"ignore": [1]}"#, #"{"ignore": []}"#, #"{"tolerance": {"points": -1}}"#, #"{"tolerance": 1}"#,
                #"{"overrides": [{"paths": ["a"], "rules": {"image-corrupt": "off"}}]}"#,
                #"{"overrides": [{"paths": [], "rules": {"image-alpha": "off"}}]}"#,
                #"{"overrides": [{"paths": ["a"], "rules": {}}]}"#,
                #"{"overrides": [{"paths": ["themes/**"], "rules": {"image-alpha": "off"}, "reason": 5}]}"#,
                #"{"exemptions": [{"rule": "image-alpha", "path": "x", "reason": 5}]}"#,
            ])
    }

    @Test("An invalid theme.json fails in the schema and in the tool")
    func theme() throws {
        func text(_ members: String) -> String {
            "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\"\(members)}"
        }
        try compare(
            "theme", at: "themes/year/theme.json",
            valid: [
                text(""),
                text(
                    #", "name": "New Year", "extends": "default", "config": "config.json", "colorOrder": "rgba", "#
                        + #""$schema": "x", "resources": ["fonts/**"], "activeFrom": "2026-12-31T00:00:00+08:00", "#
                        + #""activeUntil": "2027-01-01T00:00Z", "priority": 3"#),
            ],
            invalid: [
                text(#", "colorOrder": "bgra""#), text(#", "activeFrom": "tomorrow""#), text(#", "priority": 1.5"#),
                text(#", "resources": [""]"#), text(#", "resources": ["../a.ttf"]"#),
                text(#", "config": "config.txt""#), text(#", "extends": "a b""#),
                text(#", "nmae": "x""#), text(#", "name": 1"#), text(#", "$schema": []"#),
                #"{"id": "year", "version": "1.2", "imageNamePrefix": "year_"}"#,
                #"{"version": "1.2.0", "imageNamePrefix": "year_"}"#,
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": ".year_"}"#,
            ])
    }

    /// Values of every kind, and texts and lists of them that some member refuses for their form.
    private static let values: [String] = {
        let texts = [
            "", "..", "a/..", "/a", "a//b", "a:b", "a\\\\b", " a", "a.", "con", "Aux.json", "2026-13-01T00:00Z",
            "2026-01-32T00:00Z", "2026-01-01T24:00Z", "2026-01-01T00:00+24:00", "1969-12-31T00:00Z",
            "2026-01-01T00:00:60Z",
        ].map { "\"\($0)\"" }
        let lists = (texts + [#""a", "a""#]).map { "[\($0)]" }
        return ["null", "5", "[]", "[5]", "{}", #"{"": null}"#, #"{"a": ""}"#] + texts + lists
    }()

    @Test(
        "Schema and tool agree about every member of a file, with a value of every kind",
        arguments: [("project", "themepack.json", "{"), ("theme", "themes/year/theme.json", themeStart)])
    func members(kind: String, path: String, start: String) throws {
        let schema = try JSONSerialization.jsonObject(
            with: Data(Tool.themepack("schema", kind, in: sandbox.path).output.utf8))
        let known = try #require((schema as? [String: Any])?["properties"] as? [String: Any])
        try #require(known.count > 8)
        var texts: [String] = []
        for name in known.keys.sorted() where !start.contains("\"\(name)\"") {
            for value in Self.values { texts.append("\(start)\"\(name)\": \(value)}") }
        }
        texts.append(start + (kind == "project" ? #""baseline": ".themepack/a.json"}"# : #""config": "theme.json"}"#))
        var refused: Set<String> = []
        for (number, text) in texts.enumerated() {
            try sandbox.write("\(kind)-\(number).json", text)
            if try Self.isRefused(text, at: path) { refused.insert(text) }
        }
        let files = try rejected(texts.indices.map { "\(kind)-\($0).json" }, by: kind)
        let expected = texts.indices.filter { files.contains("\(kind)-\($0).json") }.map { texts[$0] }
        #expect(refused == Set(expected), "\(refused.symmetricDifference(expected))")
    }

    @Test("Editors show a description of every member", arguments: ["project", "theme", "settings"])
    func descriptions(kind: String) throws {
        let schema = try JSONSerialization.jsonObject(
            with: Data(Tool.themepack("schema", kind, in: sandbox.path).output.utf8))
        var members = 0
        func check(_ value: Any, at path: String) {
            for (key, part) in value as? [String: Any] ?? [:] {
                if key == "properties", let properties = part as? [String: [String: Any]] {
                    members += properties.count
                    for (name, member) in properties where (member["description"] as? String)?.isEmpty != false {
                        Issue.record("\(path)/\(name) has no description")
                    }
                }
                check(part, at: "\(path)/\(key)")
            }
            for part in value as? [Any] ?? [] { check(part, at: path) }
        }
        check(schema, at: kind)
        #expect(members > 10)
    }

    @Test("RR7 Invalid settings fail in the schema, which is made from the default's, and in the tool")
    func settings() throws {
        try compare(
            "settings", at: "themes/year/config.json",
            valid: [
                "{}",
                ##"{"$schema": "x", "Color": {"title": "#80FFFFFF", "background": "rgb(1, 2, 3)"}, "later": [1]}"##,
                #"{"Color": {"title": "{Color.background}"}, "gradientColors": ["{Color.title}", ""], "List": []}"#,
                #"{"Color.title": "FFF", "Metrics": {}, "Button.image": "common/button"}"#,
                #"{"Metrics": {"radius": "", "enabled": null}, "Button": {"image": "common/button"}, "Font": "A 2"}"#,
            ],
            invalid: [
                #"{"Color": {"title": "F8582"}}"#, #"{"Color": {"tilte": "FFF"}}"#, #"{"Color": []}"#,
                #"{"Metrics": {"radius": "6"}}"#, #"{"Metrics": {"enabled": 1}}"#, #"{"gradientColors": ["FFFF0"]}"#,
                #"{"Button": {"image": "common/buton"}}"#, #"{"List": 1}"#, #"{"Fnot": 1}"#, #"{"$schema": 1}"#,
            ])
    }

    @Test("Schema and tool agree about every notation of a color")
    func colors() throws {
        var texts: [String] = []
        for length in 0...9 {
            for digits in ["000000000", "aFaFaFaFa", "ggggggggg"].map({ $0.prefix(length) }) {
                texts += ["\(digits)", "#\(digits)"]
            }
        }
        for channel in ["0", "9", "19", "255", "256", "0255", "999", "-1", "1.0", "", " 7 ", "a"] {
            texts += ["rgb(\(channel),0,0)", "RGB(1,\(channel), 2)", "rgba(0,0,\(channel),1)", "rgb(1,2,3,\(channel))"]
        }
        for alpha in ["0", "1", "1.5", "1.0", "01.", ".5", "0.50", "00", ".", "", "2", "1.01", "1e0", " 0.5 ", "0 5"] {
            texts.append("rgba(1,2,3,\(alpha))")
        }
        texts += ["rgb()", "rgb (1,2,3)", " rgb(1,2,3)", "rgb(1,2,3) ", "rgb(1 2,3,4)", "rgba(1,2,3)", "hsl(1,2,3)"]
        let files = texts.indices.map { "color-\($0).json" }
        for (file, text) in zip(files, texts) { try sandbox.write(file, "{\"Color\": {\"title\": \"\(text)\"}}") }
        let rejected = try rejected(files, by: "settings")
        for (file, text) in zip(files, texts) {
            let isColor = text.isEmpty || (try? ThemeColor(text)) != nil
            #expect(rejected.contains(file) != isColor, "\(text)")
        }
    }

    @Test("A project that turns unknown keys off allows them in the schema")
    func unknownKeys() throws {
        let project = Self.sample.with { $0["themepack.json"] = #"{"rules": {"config-unknown-key": "off"}}"# }
        try project.write(to: sandbox)
        try compare(
            "settings", at: "themes/year/config.json", in: project, valid: [#"{"Fnot": 1, "Color": {"new": 1}}"#],
            invalid: [#"{"Color": {"title": "F8582"}}"#])
    }

    @Test("An invalid preview.json fails in the schema and in the tool")
    func preview() throws {
        func screen(_ element: String) -> String { #"{"screens": [{"name": "A", "elements": [\#(element)]}]}"# }
        let long = String(repeating: "a", count: 501)
        let valid = [
            "{}", SampleScreens.example, try String(contentsOfFile: Tool.repository + "/preview.json", encoding: .utf8),
            #"{"$schema": "x", "screens": [{"name": "A", "background": {"setting": "Color.title"}}]}"#,
            screen(#"{"type": "button", "text": "OK", "font": "F", "disabled": {"image": "a"}}"#),
            screen(#"{"type": "list", "rows": [{"text": "a", "detail": {"text": "b"}, "accessory": {}}]}"#),
        ]
        let invalid = [
            "[]", #"{"$schema": 1}"#, #"{"screen": []}"#, #"{"screens": {}}"#, #"{"screens": [{}]}"#,
            #"{"screens": [{"name": 1}]}"#, #"{"screens": [{"name": "A", "background": "Color.title"}]}"#,
            screen("1"), screen("{}"), screen(#"{"type": "buton"}"#), screen(#"{"type": "button", "title": {}}"#),
            screen(#"{"type": "list", "rows": {}}"#), screen(#"{"type": "tabBar", "items": [{"detail": {}}]}"#),
            screen(#"{"type": "text", "text": 1}"#), screen(#"{"type": "text", "text": "\#(long)"}"#),
            screen(#"{"type": "badge", "selected": {}}"#), screen(#"{"type": "navigationBar", "left": [1]}"#),
        ]
        var files: [String] = []
        for (number, text) in (valid + invalid).enumerated() {
            files.append("preview-\(number).json")
            try sandbox.write(files[number], text)
            let isRead = (try? Self.screens(text)) != nil
            #expect(isRead == (number < valid.count), "\(text)")
        }
        #expect(try rejected(files, by: "preview") == Set(files.dropFirst(valid.count)))
    }

    private static func screens(_ text: String) throws -> SampleScreensReader {
        let document = try SourceDocument.read(
            Array(text.utf8), fileName: SampleScreens.fileName, limits: ProjectLimits())
        return try SampleScreensReader(document)
    }

    @Test("Reports and baselines fit their schemas")
    func outputs() throws {
        let none = try Tool.themepack("build", "--report", "json=built.json", "--statistics", in: sandbox.path)
        #expect(none.status == 0)
        try sandbox.write("themes/year/config.json", "{\"Color\": {\"tilte\": \"FFF\", \"title\": \"F8582\"}}")
        try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(90, 44, shade: 9).bytes)
        _ = try Tool.themepack("verify", "--report", "json=report.json", "--statistics", in: sandbox.path)
        _ = try Tool.themepack("build", "--check", "--report", "json=check.json", in: sandbox.path)
        #expect(try Tool.themepack("verify", "--write-baseline", "baseline.json", in: sandbox.path).status == 0)
        try sandbox.write("bad-report.json", #"{"schemaVersion": 1, "findings": [{"rule": "x"}]}"#)
        try sandbox.write("bad-baseline.json", #"{"version": 2, "findings": []}"#)
        let reports = ["built.json", "report.json", "check.json", "bad-report.json"]
        #expect(try rejected(reports, by: "report") == ["bad-report.json"])
        #expect(try rejected(["baseline.json", "bad-baseline.json"], by: "baseline") == ["bad-baseline.json"])
    }

    @Test("The schemas have every key that the tool reads")
    func complete() {
        for (schema, keys) in [
            (JSONSchema.project, ProjectConfiguration.members), (.theme, ThemeManifestReader.keys),
            (.baseline, Baseline.keys),
        ] {
            #expect(Set(schema.value.object?["properties"]?.object?.keys.map(\.self) ?? []) == Set(keys))
        }
        let theme = JSONSchema.theme.value.object?["properties"]?.object
        let priority = theme?["priority"]?.object
        #expect(priority?["minimum"] == .number(Double(ThemeSeason.priorities.lowerBound)))
        #expect(priority?["maximum"] == .number(Double(ThemeSeason.priorities.upperBound)))
        #expect(theme?["name"]?.object?["maxLength"] == .number(Double(NameLimits.displayName)))
        let axes = JSONSchema.project.value.object?["properties"]?.object?["axes"]?.object
        #expect(axes?["maxItems"] == .number(Double(ThemeAxis.countMax)))
    }
}

/// A theme.json without its end.
private let themeStart = "{\"id\": \"year\", \"version\": \"1.2.0\", \"imageNamePrefix\": \"year_\", "
