import Foundation
import PackFormat
import TestSupport
import ThemeModel
import ThemeProject

extension PackTheme {
    fileprivate func combining(_ members: [ThemeID], axis: ThemeAxis? = nil, extends: ThemeID? = nil) -> PackTheme {
        var theme = self
        theme.combinedThemes = members
        theme.axis = axis
        theme.extends = extends
        return theme
    }
}

/// The packs of `docs/formats/conformance` and what is asked of them.
struct ConformanceSet {
    /// The packs by the names of their files.
    private(set) var packs: [String: [UInt8]] = [:]
    private(set) var cases: [ConformanceCase] = []

    static let defaultPack = "default.themepack.zip"

    init() throws {
        packs[Self.defaultPack] = try Self.defaults().bytes()
        try addImages()
        try addChains()
        try addTemplates()
        try addAxes()
        try addSettings()
        try addSeasons()
        try addDamage()
    }

    /// Mounts some packs together, and asks each selection the same questions.
    init(
        _ packs: [ForgedPack], selections: [[String]], asking questions: [ConformanceCase.Question]
    ) throws {
        for pack in packs { self.packs["\(pack.theme.id).zip"] = try pack.bytes() }
        let files = packs.map { "\($0.theme.id).zip" }
        cases = selections.map { selection in
            ConformanceCase(
                name: selection.joined(separator: " + "), packs: files, selected: selection, questions: questions)
        }
    }

    /// The files of `docs/formats/conformance`, by their paths there.
    func files() throws -> [String: [UInt8]] {
        let sandbox = try Sandbox()
        for (name, bytes) in packs { try sandbox.write(name, bytes) }
        let cases = SettingValue.object(["cases": .list(cases.map { $0.json(in: sandbox.path) })])
        var files = Dictionary(uniqueKeysWithValues: packs.map { ("packs/\($0)", $1) })
        files["cases.json"] = Array(CanonicalJSON.encode(cases, spreadDepth: 4))
        return files
    }

    // MARK: Packs

    /// An image of a number of points, at some scales. Each file is another one.
    static func image(
        _ width: Int, _ height: Int, at scales: [Int], extra: [Int: Int] = [:], shade: UInt8 = 0
    ) -> [(scale: Scale, png: [UInt8], size: PixelSize)] {
        scales.compactMap { factor in
            let width = width * factor + extra[factor, default: 0]
            let png = PNGFile(width, height * factor, .gray, depth: 1, shade: shade &+ UInt8(factor))
            let size = PixelSize(width: UInt32(width), height: UInt32(height * factor))
            return Scale(factor).map { ($0, png.bytes, size) }
        }
    }

    private static let contract = ContentDigest(of: Array("these defaults".utf8))

    static func pack(
        _ id: String, prefix: String = "", extends: String? = "default", settings: String? = nil
    ) throws -> ForgedPack {
        var pack = try ForgedPack(id, prefix: prefix, extends: extends)
        pack.contract = contract
        pack.settings = settings.map { Array($0.utf8) }
        return pack
    }

    private static func defaults() throws -> ForgedPack {
        var pack = try pack(
            "default", extends: nil,
            settings: """
                {
                  "Button": {"normal": {"color": "102030", "size": "44x22"}, "pressed": {"color": "203040"}},
                  "Color": {"background": "FFFFFF", "short": "8F00", "title": "222222"},
                  "Font": {"title": "Helvetica,24"}, "Image": {"logo": "common/button"},
                  "List": ["a", "b"], "Number": 6, "a.b": 1, "empty": "", "flag": true, "nothing": null
                }
                """)
        try pack.add(image: "common/button", image(4, 2, at: [1, 2, 3]))
        try pack.add(image: "common/plain", image(3, 3, at: [2]))
        try pack.add(image: "deep/er/than/two", image(1, 1, at: [1]))
        try pack.add(image: "sparse", image(2, 2, at: [1, 4, 9]))
        try pack.add(resource: "fonts/a.ttf", Array("the default's font".utf8))
        try pack.add(resource: "sounds/tap.caf", Array("tap".utf8))
        return pack
    }

    // MARK: Cases

    mutating func add(
        _ name: String, _ pack: ForgedPack?, with others: [String] = [], select: [String]? = nil,
        withDefaults: Bool = true, asking questions: [ConformanceCase.Question],
        change: (inout PackForge) throws -> Void = { _ in }
    ) throws {
        var files = (withDefaults ? [Self.defaultPack] : []) + others
        var selected = select ?? ["default"]
        if let pack {
            let file = "\(name).themepack.zip"
            var forge = PackForge(try pack.bytes())
            try change(&forge)
            packs[file] = forge.bytes
            files.append(file)
            selected = select ?? [pack.theme.id.string]
        }
        cases.append(ConformanceCase(name: name, packs: files, selected: selected, questions: questions))
    }

    private static func atAllScales(_ name: String) -> [ConformanceCase.Question] {
        (1...9).map { .image(name, scale: $0) }
    }

    private mutating func addImages() throws {
        try add(
            "images-of-the-default", nil,
            asking: Self.atAllScales("sparse") + Self.atAllScales("common/button") + [
                .image("deep/er/than/two", scale: 1), .image("two", scale: 1), .image("common/Button", scale: 1),
                .image("common/button@2x", scale: 1), .image("", scale: 1), .image("common/button.png", scale: 1),
            ])
        var pack = try Self.pack("year", prefix: "year_")
        try pack.add(image: "common/button", Self.image(4, 2, at: [2], shade: 9))
        try pack.add(image: "own", Self.image(5, 5, at: [1, 3]))
        try add(
            "images-any-scale-of-the-theme-answers", pack,
            asking: Self.atAllScales("common/button") + Self.atAllScales("own") + [.image("common/plain", scale: 1)])
        var other = try Self.pack("other")
        other.contract = ContentDigest(of: [1])
        try other.add(image: "common/button", Self.image(4, 2, at: [1, 2], shade: 9))
        try other.add(image: "common/plain", Self.image(3, 3, at: [1], extra: [1: 1], shade: 9))
        try other.add(image: "own", Self.image(5, 5, at: [1]))
        try other.add(image: "sparse", Self.image(2, 2, at: [2], extra: [2: 1], shade: 9))
        try add(
            "images-other-defaults", other,
            asking: ["common/button", "common/plain", "own", "sparse"].flatMap { name in
                [1, 2, 3].map { .image(name, scale: $0) }
            })
        var same = try Self.pack("same")
        try same.add(image: "common/button", Self.image(7, 7, at: [1], shade: 9))
        try add(
            "images-same-defaults-are-not-compared", same,
            asking: [.image("common/button", scale: 1), .image("common/button", scale: 3)])
        var one = try Self.pack("one")
        one.contract = ContentDigest(of: [1])
        try one.add(image: "common/button", Self.image(4, 2, at: [1, 2], extra: [2: 1], shade: 9))
        try add(
            "images-one-scale-disagrees", one,
            asking: [.image("common/button", scale: 1), .image("common/button", scale: 2)])
        var names = try Self.pack("names", prefix: "n_")
        try names.add(image: "a b/c d", Self.image(1, 1, at: [1]))
        try names.add(image: "e\u{301}", Self.image(1, 1, at: [2]))
        try names.add(image: "图/标", Self.image(1, 1, at: [1]))
        try add(
            "images-names-are-bytes", names,
            asking: ["a b/c d", "e\u{301}", "\u{E9}", "图/标", "n_图/标"].map { .image($0, scale: 2) })
        try add("images-none", try Self.pack("bare"), asking: [.image("common/button", scale: 2)])
        var resources = try Self.pack("resources")
        try resources.add(resource: "fonts/a.ttf", Array("another font".utf8))
        try add(
            "resources", resources,
            asking: ["fonts/a.ttf", "sounds/tap.caf", "fonts/b.ttf", "resources/fonts/a.ttf", "common/button"].map {
                .resource($0)
            })
    }

    private mutating func addChains() throws {
        let questions: [ConformanceCase.Question] = [
            .image("common/button", scale: 1), .image("common/plain", scale: 1), .setting("Color.title", .color),
            .setting("Color.background", .color),
        ]
        var parent = try Self.pack("parent", settings: #"{"Color": {"title": "FF0000", "background": "EEE"}}"#)
        try parent.add(image: "common/button", Self.image(4, 2, at: [3], shade: 9))
        var child = try Self.pack("child", extends: "parent", settings: #"{"Color": {"title": "00FF00"}}"#)
        try child.add(image: "common/plain", Self.image(3, 3, at: [1], shade: 9))
        try add("chain-parent", parent, asking: questions)
        try add("chain-child", child, with: ["chain-parent.themepack.zip"], asking: questions)
        try add(
            "chain-grandchild", try Self.pack("grandchild", extends: "child"),
            with: ["chain-parent.themepack.zip", "chain-child.themepack.zip"], asking: questions)
        try add("chain-parent-not-mounted", child, asking: questions)
        try add("chain-circle-one", try Self.pack("one", extends: "two"), asking: questions)
        try add(
            "chain-circle-two", try Self.pack("two", extends: "one"), with: ["chain-circle-one.themepack.zip"],
            asking: questions)
        try add("chain-no-default", parent, withDefaults: false, asking: questions)
        try add("chain-theme-twice", parent, with: ["chain-parent.themepack.zip"], asking: questions)
        try add("chain-unknown-property", parent, asking: questions) { forge in
            // `imageNamePrefix` is absent, so `name` becomes a key that no version knows.
            try forge.replace("nameparent", by: "namfparent")
            forge.seal()
        }
        try add("chain-newer-format", parent, asking: questions) { forge in
            forge.set(PackForge.indexStart + 8, bytes: 2, to: 77)
            forge.seal()
        }
    }

    /// Brands, modes and contrasts, and combinations of them. Each theme has an image and a setting of its own, and
    /// each shares one with all others.
    private mutating func addAxes() throws {
        var defaults = try Self.defaults()
        defaults.theme.axes = ["brand", "mode", "contrast"]
        try add("axes", defaults, withDefaults: false, asking: [.image("sparse", scale: 1)])
        func theme(
            _ id: String, axis: ThemeAxis? = nil, for members: [ThemeID] = [], extends: String? = nil
        ) throws -> ForgedPack {
            var pack = try Self.pack(
                id, extends: members.isEmpty ? extends ?? "default" : nil,
                settings: #"{"Color": {"title": "\#(id)"}, "Own": {"\#(id)": true}}"#)
            pack.theme.axis = axis
            pack.theme.combinedThemes = members
            try pack.add(image: "of/\(id)", Self.image(1, 1, at: [1]))
            try pack.add(image: "sparse", Self.image(2, 2, at: [1], shade: UInt8(id.utf8.count)))
            return pack
        }
        let themes = [
            try theme("plain"), try theme("acme", axis: "brand", extends: "plain"),
            try theme("other", axis: "brand", extends: "acme"), try theme("dark", axis: "mode"),
            try theme("dim", axis: "mode", extends: "dark"), try theme("high", axis: "contrast"),
            try theme("lost", axis: "season"), try theme("acme-dark", for: ["acme", "dark"]),
            try theme("acme-high", for: ["acme", "high"]), try theme("dark-high", for: ["dark", "high"]),
            try theme("all", for: ["acme", "dark", "high"]), try theme("dark-high-2", for: ["dark", "high"]),
            try theme("half", for: ["acme", "gone"]),
        ]
        let files = themes.map { "axes-\($0.theme.id).themepack.zip" }
        for (pack, file) in zip(themes, files) { packs[file] = try pack.bytes() }
        let questions: [ConformanceCase.Question] = [
            .image("sparse", scale: 1), .image("of/acme-dark", scale: 1), .image("of/plain", scale: 1),
            .image("common/button", scale: 2), .setting("Color.title", .value), .setting("Own", .value),
            .setting("Number", .number),
        ]
        let selections = [
            ["default"], ["plain"], ["acme"], ["dim"], ["high"], ["lost"], ["acme", "dark"], ["dark", "acme"],
            ["acme", "high"], ["dark", "high"], ["high", "acme", "dark"], ["plain", "acme"], ["plain", "dark", "high"],
            ["other", "dark"], ["other", "dim", "high"], ["lost", "acme", "dark"], ["lost", "plain"],
            ["acme", "other"], ["acme-dark"], ["all"], ["acme-dark", "high"], ["half"], ["acme-dark", "other"],
        ]
        for selection in selections {
            try add(
                "axes-" + selection.joined(separator: "+"), nil, with: ["axes.themepack.zip"] + files,
                select: selection, withDefaults: false, asking: questions)
        }
        try add(
            "axes-without-the-combination", nil,
            with: ["axes.themepack.zip"] + files.filter { !$0.contains("axes-all") },
            select: ["acme", "dark", "high"], withDefaults: false, asking: questions)
        try add("axes-of-another-default", nil, with: files, select: ["acme", "dark"], asking: questions)
        for (name, change) in Self.unsoundAxes {
            var pack = try theme("unsound", axis: "mode")
            change(&pack.theme)
            try add("axes-\(name)", pack, asking: questions)
        }
    }

    private static let unsoundAxes: [(String, @Sendable (inout PackTheme) -> Void)] = [
        ("axes-of-a-theme", { $0.axes = ["mode"] }), ("one-member", { $0 = $0.combining(["acme"]) }),
        ("member-is-default", { $0 = $0.combining(["acme", "default"]) }),
        ("member-is-itself", { $0 = $0.combining(["acme", "unsound"]) }),
        ("members-out-of-order", { $0 = $0.combining(["dark", "acme"]) }),
        ("member-twice", { $0 = $0.combining(["acme", "acme"]) }),
        ("combination-on-an-axis", { $0 = $0.combining(["acme", "dark"], axis: "mode") }),
        ("combination-that-extends", { $0 = $0.combining(["acme", "dark"], extends: "acme") }),
    ]

    private mutating func addTemplates() throws {
        var defaults = try Self.defaults()
        let colors = ["Color.none", "Color.title"].map { ImageTemplate(color: SettingPath(dotted: $0)) }
        defaults.theme.templates = [ImageTemplate(color: nil)] + colors
        for (number, template) in [2, 1, 0, 3].enumerated() { defaults.images[number].template = UInt16(template) }
        let questions: [ConformanceCase.Question] = [
            "common/button", "common/plain", "deep/er/than/two", "sparse", "own",
        ].map { .image($0, scale: 2) }
        try add("templates", defaults, withDefaults: false, asking: questions)
        let file = "templates.themepack.zip"
        var theme = try Self.pack("night", settings: #"{"Color": {"title": "80102030"}}"#)
        try theme.add(image: "deep/er/than/two", Self.image(1, 1, at: [1], shade: 9))
        try theme.add(image: "own", Self.image(5, 5, at: [1]))
        try theme.add(image: "sparse", Self.image(2, 2, at: [2], shade: 9))
        try add("templates-in-the-color-of-a-theme", theme, with: [file], withDefaults: false, asking: questions)
        theme.settings = Array(#"{"Color": {"title": "no color"}}"#.utf8)
        try add("templates-no-color", theme, with: [file], withDefaults: false, asking: questions)
        try add("templates-unknown", defaults, withDefaults: false, asking: questions) { forge in
            try forge.setTemplate(of: "common/button", to: 9)
        }
    }

    private mutating func addSettings() throws {
        let theme = """
            {
              "Button": {"normal": {"color": "FF102030"}, "pressed": null, "focused": {}},
              "Color": {"short": "", "title": "F00"},
              "Font": "Helvetica 12", "List": [], "a": {"b": 2}, "flag": {"x": 1}
            }
            """
        let paths = [
            "Button", "Button.normal", "Button.normal.color", "Button.normal.size", "Button.pressed",
            "Button.pressed.color", "Button.focused", "Color.short", "Color.title", "Color.background", "Color.none",
            "Font", "Font.title", "List", "a.b", "a", "flag", "flag.x", "empty", "nothing", "Number", "Number.x",
            "Image.logo", "color", "Button.", ".Button", "Button..normal",
        ]
        try add(
            "settings-merge", try Self.pack("theme", settings: theme),
            asking: paths.map { .setting($0, .value) })
        let dots = #"{"a": {"b": {"c": 1}, "b.c": 2, "d": {"e": 3}}, "a.b": {"c": 4, "x": 5}, "a.d": "", "a.d.f": 6}"#
        try add(
            "settings-keys-with-dots", try Self.pack("dots", settings: dots),
            asking: ["a.b.c", "a.b.x", "a.d.e", "a.d.f", "a.d", "a.b"].map { .setting($0, .value) })
        try add(
            "settings-keys-are-bytes", try Self.pack("bytes", settings: #"{"\#u{E9}": 1, "K": {"e\#u{301}": 2}}"#),
            asking: ["\u{E9}", "e\u{301}", "K.e\u{301}", "K.\u{E9}", "k.e\u{301}"].map { .setting($0, .value) })
        var alphaLast = try Self.pack(
            "last", settings: ##"{"Color": {"title": "11223344", "own": "1234", "css": "#AbC"}}"##)
        alphaLast.theme.colorOrder = .rgba
        try add(
            "settings-alpha-last", alphaLast,
            asking: ["title", "own", "css", "short", "background"].map { .setting("Color.\($0)", .color) })
        let texts: [String: [String]] = [
            "color": [
                "fff", "#FFF", "8fff", "#80ff0000", "80FF0000", "00", "#00", "0", "000", "12345", "1234567",
                "123456789", "ggg", " fff", "fff ", "rgb(1,2,3)", "rgb( 1 , 2 , 3 )", "RGB(1,2,3)", "rgb(1,2,256)",
                "rgb(1,2)", "rgb(1,2,3,1)", "rgba(1,2,3,0.5)", "rgba(1,2,3,.25)", "rgba(1,2,3,1.)", "rgba(1,2,3,2)",
                "rgba(1,2,3)", "rgba(1,2,3,1e0)", "rgb(1,2,3) ", "rgb(-1,2,3)", "rgb(1.0,2,3)", "rgb (1,2,3)",
                "rgb(007,2,3)", "##fff", "+fff", "red", "０00",
            ],
            "font": [
                "Helvetica,24", "24 Helvetica", "Helvetica 24", "Two Words 12.5", "12.5 Two Words", "24", "Helvetica",
                "Helvetica,", ",24", "Helvetica, 24", "Helvetica,2 4", "0 Helvetica", "-3 Helvetica", "a,b,9",
                "Helvetica,nan", "Helvetica,1e3", "12  Two   Words", " 12 Spaces ", "9 9", ".5 Half", "5. Five",
                "Helvetica 0x10",
            ],
            "size": [
                "320x44", "{320, 44}", "320,44", "320 44", "{320x44", "320x44}", "320", "1x2x3", "-1x2", "1.5x.5",
                "axb", "{}", "{", "320 x 44", "1e3x2", "", "x320x44", "320x44x", "{320, 44,}", " { 320, 44 }",
                "{ 320,, 44 }", " 320x44 ", "x",
            ],
        ]
        for kind in [ConformanceCase.Kind.color, .font, .size] {
            let members = Dictionary(
                uniqueKeysWithValues: (texts[kind.rawValue] ?? []).enumerated().map {
                    ("n\($0)", SettingValue.string($1))
                })
            let json = CanonicalJSON.encode(.object(["Texts": .object(members)]), spreadDepth: 0)
            try add(
                "settings-\(kind.rawValue)s",
                try Self.pack("texts", settings: String(decoding: json, as: UTF8.self)),
                asking: members.keys.sorted().map { .setting("Texts.\($0)", kind) })
        }
        let types = #"""
            {
              "boolean": false, "font": {"name": "Helvetica", "size": 12}, "fontOfTheSystem": {"size": 12},
              "fontWithoutSize": {"name": "Helvetica"}, "fontWithNumber": {"name": 1, "size": 12}, "half": 0.5,
              "insets": {"top": 1, "left": 2}, "insetsAll": {"top": 1, "left": 2.5, "bottom": -3, "right": 4},
              "insetsMore": {"top": 1, "up": 2}, "insetsText": {"top": "1"}, "list": [1, "2", [true]],
              "noInsets": {}, "number": 12, "size": {"width": 3, "height": 4.5, "more": 1}, "sizeHalf": {"width": 3},
              "text": "12", "word": "true", "zero": 0
            }
            """#
        try add(
            "settings-types", try Self.pack("types", settings: types),
            asking: [
                "boolean", "font", "fontOfTheSystem", "fontWithoutSize", "fontWithNumber", "half", "insets",
                "insetsAll", "insetsMore", "insetsText", "list", "noInsets", "number", "size", "sizeHalf", "text",
                "word", "zero", "absent",
            ].flatMap { path in ConformanceCase.Kind.allCases.map { .setting(path, $0) } })
        try add(
            "settings-are-a-list", try Self.pack("list", settings: "[1]"),
            asking: [.setting("Number", .number), .image("common/button", scale: 1)])
        try add(
            "settings-are-no-json", try Self.pack("broken", settings: #"{"Number": 1"#),
            asking: [.setting("Number", .number), .image("common/button", scale: 1)])
        try add(
            "settings-not-finite", try Self.pack("nan", settings: #"{"Number": NaN}"#),
            asking: [.setting("Number", .number)])
        try add(
            "settings-under-a-broken-parent", try Self.pack("under", extends: "broken", settings: #"{"Number": 1}"#),
            with: ["settings-are-no-json.themepack.zip"], asking: [.setting("Number", .number)])
    }

    private mutating func addSeasons() throws {
        let seasons: [(id: String, from: String?, until: String?, priority: Int)] = [
            ("winter", "2026-12-01T00:00:00Z", "2027-03-01T00:00:00Z", 0),
            ("year", "2026-12-31T00:00:00Z", "2027-01-02T00:00:00Z", 0),
            ("sale", "2026-12-20T00:00:00Z", "2027-01-05T00:00:00Z", -1), ("old", nil, "2020-01-01T00:00:00Z", 0),
            ("future", "2030-01-01T00:00:00Z", nil, 5), ("abel", "2026-12-31T00:00:00Z", nil, 0),
        ]
        for (number, season) in seasons.enumerated() {
            var pack = try Self.pack(season.id)
            pack.theme.season = ThemeSeason(
                from: try season.from.map { try Moment($0) }, until: try season.until.map { try Moment($0) },
                priority: season.priority)
            try add(
                "season-\(number)-\(season.id)", pack,
                with: seasons[..<number].indices.map { "season-\($0)-\(seasons[$0].id).themepack.zip" },
                asking: [
                    "1970-01-01T00:00:00Z", "2019-12-31T23:59:59Z", "2020-01-01T00:00:00Z", "2026-11-30T23:59:59Z",
                    "2026-12-01T00:00:00Z", "2026-12-25T00:00:00Z", "2026-12-31T00:00:00Z", "2027-01-01T23:59:59Z",
                    "2027-01-02T00:00:00Z", "2027-01-04T00:00:00Z", "2027-03-01T00:00:00Z", "2029-12-31T23:59:59Z",
                    "2030-01-01T00:00:00Z",
                ].map { .season($0) })
        }
    }
}
