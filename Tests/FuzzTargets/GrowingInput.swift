package import TestSupport
import ThemeModel

/// The kinds of input that SECURITY.md lists. Each kind has rows in ``GrowingInput/all``.
package enum InputKind: String, CaseIterable, Sendable {
    case patterns, themes, images, settings, texts, axes, tokens, imports, packs, deltas, feeds, signers
    case chains = "chains of themes"
    case contrast = "pairs of colors"
    case pixels = "compressed pixels"
}

/// An input of any size, and the commands that read it. The work of each command grows as the input.
package struct GrowingInput: Sendable, CustomStringConvertible {
    package let description: String
    package let kind: InputKind
    /// `nil` for an input that is not a project.
    package let project: GrowingProject?
    package let commands: [String]
    /// A size for which each command takes neither minutes nor gigabytes.
    package let bound: Int
    /// A size at which other work than that for the input is small. `nil` if a budget pays for a product, or for
    /// suggestions, which hide the growth.
    package let small: Int?
    package let write: @Sendable (_ folder: Sandbox, _ size: Int) throws -> Void

    private init(
        _ description: String, _ kind: InputKind, _ commands: [String], bound: Int, small: Int? = 50,
        project: GrowingProject? = nil, _ write: @escaping @Sendable (Sandbox, Int) throws -> Void
    ) {
        self.description = description
        self.kind = kind
        self.project = project
        self.commands = commands
        self.bound = bound
        self.small = small
        self.write = write
    }

    package static let all = projects + keys + large + imports + packs

    private static let readers = [
        "verify --no-cache", "build --no-cache -o packs", "list", "keys -o Keys.swift", "schema settings",
        "explain Color.title --theme year", "report --no-cache -o r.html", "resolve Color.title --theme year",
        "diff . .", "bump --all --base packs --dry-run", "export css default year -o web",
    ]

    private static func repeated(_ size: Int, _ item: (Int) -> String) -> String {
        (0..<size).map(item).joined(separator: ", ")
    }

    private static let projects = GrowingProject.all.map { project in
        GrowingInput(
            project.description, project.kind, readers, bound: 1000, project: project
        ) { folder, size in
            try project.files(size).write(to: folder)
        }
    }

    private static let keys = ["types", "names", "renamed"].map { member in
        GrowingInput(
            "\(member) of keys that do not exist", .settings, ["keys -o Keys.swift", "verify --no-cache"],
            bound: 20_000, small: nil
        ) { folder, size in
            let rules = repeated(size) { "\"k\($0)\": \"\(member == "types" ? "color" : "a")\"" }
            let settings = repeated(size) { "\"c\($0)\": 1" }
            try ProjectFiles.sound.with { project in
                project["themepack.json"] = "{\"keys\": {\"\(member)\": {\(rules)}}}"
                project["themes/default/config.json"] = "{\"Color\": {\"title\": \"F00\"}, \"c\": {\(settings)}}"
            }.write(to: folder)
        }
    }

    private static let large = [(PNGFile.ColorType.gray, 1, 150), (.rgba, 8, 6), (.rgb, 16, 3)].map {
        (type, depth, bound) in
        // The other commands read the beginning of an image.
        let commands = ["verify --no-cache", "build --no-cache -o packs", "report --no-cache -o r.html", "diff . ."]
        return GrowingInput("large images of \(depth) bits", .pixels, commands, bound: bound, small: 1) {
            folder, size in
            let image = PNGFile.blank(8192, 8192, type, depth: depth).bytes
            var project = ProjectFiles.sound
            for number in 0..<size {
                project.files["assets/large\(number).png"] = image
                project.files["themes/year/year_large\(number).png"] = image
            }
            try project.write(to: folder)
        }
    }

    private static func colors(_ size: Int) -> String {
        "{\"c\": {\"$type\": \"color\", " + repeated(size) { "\"k\($0)\": {\"$value\": \"#fff\"}" } + "}}"
    }

    private static func resolver(_ members: String, order: String) -> String {
        "{\"version\": \"2025.10\", \(members), \"resolutionOrder\": [{\"$ref\": \"#/\(order)\"}]}"
    }

    private static let imports = [
        GrowingInput(
            "a resolver that names a file many times", .tokens, ["import tokens t.resolver.json --into new"],
            bound: 900, small: nil
        ) { folder, size in
            try folder.write("t.json", colors(size))
            let sources = repeated(size) { _ in "{\"$ref\": \"t.json\"}" }
            let sets = "\"sets\": {\"a\": {\"sources\": [\(sources)]}}"
            try folder.write("t.resolver.json", resolver(sets, order: "sets/a"))
        },
        GrowingInput(
            "a resolver of many contexts", .tokens, ["import tokens t.resolver.json --into new"], bound: 900,
            small: nil
        ) { folder, size in
            try folder.write("t.json", colors(size))
            let contexts = repeated(size) { "\"x\($0)\": [{\"$ref\": \"t.json\"}]" }
            let modifiers = "\"modifiers\": {\"theme\": {\"contexts\": {\(contexts)}}}"
            try folder.write("t.resolver.json", resolver(modifiers, order: "modifiers/theme"))
        },
        // A chain of references has a longest length.
        GrowingInput("nested references", .tokens, ["import tokens t.json --into new"], bound: 5000, small: 200) {
            folder, size in
            let chain = repeated(size) { "\"k\($0)\": {\"$value\": \"{k\($0 + 1)}\"}" }
            try folder.write("t.json", "{\"$type\": \"color\", \(chain), \"k\(size)\": {\"$value\": \"#fff\"}}")
        },
        GrowingInput("notes of tokens", .tokens, ["import tokens t.json --into new"], bound: 40_000) { folder, size in
            try folder.write("t.json", "{" + repeated(size) { "\"k\($0)\": {\"$value\": 1, \"$type\": \"x\"}" } + "}")
        },
        GrowingInput("settings of METhemeKit", .imports, ["import metheme t --into new"], bound: 90_000) {
            folder, size in
            try folder.write("t/default.json", "{\"a\": {" + repeated(size) { "\"k\($0)\": \"#fff\"" } + "}}")
        },
        GrowingInput("settings of SwiftTheme", .imports, ["import swifttheme t.plist --into new"], bound: 90_000) {
            folder, size in
            let members = (0..<size).map { "<key>k\($0)</key><string>#fff</string>" }.joined()
            try folder.write("t.plist", "<plist><dict>\(members)</dict></plist>")
        },
        GrowingInput("resources of Android", .imports, ["import android res --into new"], bound: 90_000, small: 100) {
            folder, size in
            let members = (0..<size).map { "<color name=\"k\($0)\">@color/k\($0 + 1)</color>" }.joined()
            try folder.write("res/values/a.xml", "<resources>\(members)</resources>")
        },
        GrowingInput("filters of an SVG", .imports, ["import xcassets A.xcassets --into new"], bound: 500) {
            folder, size in
            let filters = (0..<size).map { _ in "<feGaussianBlur stdDeviation='50'/>" }.joined()
            try addDrawing("<filter id='f'>\(filters)</filter><rect width='9' height='9' filter='url(#f)'/>", folder)
        },
        GrowingInput("nested uses in an SVG", .imports, ["import xcassets A.xcassets --into new"], bound: 500) {
            folder, size in
            let uses = (0..<size).map { number in
                "<g id='g\(number + 1)'>" + String(repeating: "<use href='#g\(number)'/>", count: 10) + "</g>"
            }
            try addDrawing("<rect id='g0' width='9' height='9'/>\(uses.joined())<use href='#g\(size)'/>", folder)
        },
    ]

    private static func addDrawing(_ content: String, _ folder: Sandbox) throws {
        let set = "A.xcassets/a.imageset"
        try folder.write("\(set)/Contents.json", #"{"images": [{"filename": "a.svg", "idiom": "universal"}]}"#)
        try folder.write(
            "\(set)/a.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='500' height='500'>\(content)</svg>")
    }

    private static func pack(_ id: String, images: Int, shade: Int = 0, extends: String? = nil) throws -> [UInt8] {
        var pack = try ForgedPack(id, extends: extends)
        for number in 0..<images {
            let png = PNGFile(4, 4, shade: UInt8((number + shade) % 251)).bytes
            try pack.add(image: "i\(1_000_000 + number)", png, size: PixelSize(width: 4, height: 4))
        }
        return try pack.bytes()
    }

    private static let packs = [
        GrowingInput(
            "images of a pack", .packs,
            ["verify a.zip", "inspect a.zip", "explain i1000001 a.zip", "resolve i1000001 a.zip -o i.png"],
            bound: 20_000
        ) { folder, size in
            try folder.write("a.zip", try pack("default", images: size))
        },
        GrowingInput("packs", .packs, ["explain i1000000 packs", "verify packs"], bound: 2000) { folder, size in
            try folder.write("packs/default.zip", try pack("default", images: 1))
            for number in 0..<size {
                try folder.write("packs/t\(number).zip", try pack("t\(number)", images: 1, extends: "default"))
            }
        },
        GrowingInput(
            "differences of packs", .deltas, ["delta a.zip b.zip -o d", "patch a.zip d -o c.zip"], bound: 20_000
        ) {
            folder, size in
            try folder.write("a.zip", try pack("default", images: size))
            try folder.write("b.zip", try pack("default", images: size, shade: 7))
        },
        GrowingInput(
            "packs of a feed", .feeds, ["feed packs --first --base-url https://example.org/"], bound: 2000
        ) { folder, size in
            for number in 0..<size {
                let bytes = try pack("t\(number)", images: 1, extends: "default")
                try folder.write("packs/t\(number)-1.0.0.themepack.zip", bytes)
            }
        },
        GrowingInput("signers in a list", .signers, ["verify a.zip --signed-by allowed_signers"], bound: 20_000) {
            folder, size in
            let signer = TestSigner()
            let bytes = try pack("default", images: 1)
            try folder.write("a.zip", bytes)
            try folder.write("a.zip.sig", signer.sign(bytes))
            try folder.write("allowed_signers", (0..<size).map { signer.line("ci\($0)@example.org") }.joined())
        },
    ]
}
