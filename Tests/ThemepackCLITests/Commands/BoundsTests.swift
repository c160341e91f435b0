import FuzzTargets
import TestSupport
import Testing

/// Small inputs that once took more than ten seconds or a gigabyte: each kind, for each command that reads it.
@Suite("Bounds of the tool")
struct BoundsTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    struct Input: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let commands: [String]
        let size: Int
        let write: @Sendable (Sandbox, Int) throws -> Void
    }

    private static let readers = [
        "verify --no-cache", "build --no-cache -o packs", "list", "keys -o Keys.swift", "schema settings",
        "explain Color.title --theme year", "report --no-cache -o r.html",
    ]

    private static func repeated(_ size: Int, _ item: (Int) -> String) -> String {
        (0..<size).map(item).joined(separator: ", ")
    }

    private static let projects: [Input] = GrowingProject.all.map { kind in
        Input(testDescription: kind.description, commands: readers, size: 1000) { sandbox, size in
            try kind.files(size).write(to: sandbox)
        }
    }

    private static let images: [Input] = [(PNGFile.ColorType.gray, 1, 150), (.rgba, 8, 6), (.rgb, 16, 3)].map {
        (type, depth, size) in
        Input(testDescription: "large images of \(depth) bits", commands: readers, size: size) { sandbox, size in
            let image = PNGFile.blank(8192, 8192, type, depth: depth).bytes
            var project = ProjectFiles.sound
            for number in 0..<size {
                project.files["assets/large\(number).png"] = image
                project.files["themes/year/year_large\(number).png"] = image
            }
            try project.write(to: sandbox)
        }
    }

    private static let sources: [Input] = [
        Input(
            testDescription: "a resolver that names a file many times",
            commands: ["import tokens t.resolver.json --into new"], size: 900
        ) { sandbox, size in
            let tokens =
                "{\"c\": {\"$type\": \"color\", " + repeated(size) { "\"k\($0)\": {\"$value\": \"#fff\"}" } + "}}"
            try sandbox.write("t.json", tokens)
            let sources = repeated(size) { _ in "{\"$ref\": \"t.json\"}" }
            try sandbox.write(
                "t.resolver.json",
                "{\"version\": \"2025.10\", \"sets\": {\"a\": {\"sources\": [\(sources)]}}, "
                    + "\"resolutionOrder\": [{\"$ref\": \"#/sets/a\"}]}")
        },
        Input(
            testDescription: "a resolver of many contexts", commands: ["import tokens t.resolver.json --into new"],
            size: 900
        ) { sandbox, size in
            let tokens =
                "{\"c\": {\"$type\": \"color\", " + repeated(size) { "\"k\($0)\": {\"$value\": \"#fff\"}" } + "}}"
            try sandbox.write("t.json", tokens)
            let contexts = repeated(size) { "\"x\($0)\": [{\"$ref\": \"t.json\"}]" }
            try sandbox.write(
                "t.resolver.json",
                "{\"version\": \"2025.10\", \"modifiers\": {\"theme\": {\"contexts\": {\(contexts)}}}, "
                    + "\"resolutionOrder\": [{\"$ref\": \"#/modifiers/theme\"}]}")
        },
        Input(testDescription: "nested references", commands: ["import tokens t.json --into new"], size: 5000) {
            sandbox, size in
            let chain = repeated(size) { "\"k\($0)\": {\"$value\": \"{k\($0 + 1)}\"}" }
            try sandbox.write("t.json", "{\"$type\": \"color\", \(chain), \"k\(size)\": {\"$value\": \"#fff\"}}")
        },
        Input(testDescription: "notes of tokens", commands: ["import tokens t.json --into new"], size: 40_000) {
            sandbox, size in
            try sandbox.write("t.json", "{" + repeated(size) { "\"k\($0)\": {\"$value\": 1, \"$type\": \"x\"}" } + "}")
        },
        Input(testDescription: "settings of METhemeKit", commands: ["import metheme t --into new"], size: 90_000) {
            sandbox, size in
            try sandbox.write("t/default.json", "{\"a\": {" + repeated(size) { "\"k\($0)\": \"#fff\"" } + "}}")
        },
        Input(
            testDescription: "settings of SwiftTheme", commands: ["import swifttheme t.plist --into new"], size: 90_000
        ) {
            sandbox, size in
            let members = (0..<size).map { "<key>k\($0)</key><string>#fff</string>" }.joined()
            try sandbox.write("t.plist", "<plist><dict>\(members)</dict></plist>")
        },
        Input(testDescription: "resources of Android", commands: ["import android res --into new"], size: 90_000) {
            sandbox, size in
            let members = (0..<size).map { "<color name=\"k\($0)\">@color/k\($0 + 1)</color>" }.joined()
            try sandbox.write("res/values/a.xml", "<resources>\(members)</resources>")
        },
        Input(
            testDescription: "filters of an SVG", commands: ["import xcassets A.xcassets --into new"], size: 500
        ) { sandbox, size in
            let filters = (0..<size).map { _ in "<feGaussianBlur stdDeviation='50'/>" }.joined()
            try sandbox.write(
                "A.xcassets/a.imageset/Contents.json", #"{"images": [{"filename": "a.svg", "idiom": "universal"}]}"#)
            try sandbox.write(
                "A.xcassets/a.imageset/a.svg",
                "<svg xmlns='http://www.w3.org/2000/svg' width='500' height='500'><filter id='f'>\(filters)</filter>"
                    + "<rect width='500' height='500' filter='url(#f)'/></svg>")
        },
    ]

    @Test(
        "Small inputs take neither minutes nor gigabytes", .enabled(if: Soak.isOn && Tool.path(of: "prlimit") != nil),
        arguments: projects + images + sources)
    func bounded(_ input: Input) throws {
        try input.write(sandbox, input.size)
        // A debug build takes some ten times what a release build does.
        let prlimit = try #require(Tool.path(of: "prlimit"))
        let limits = ["--cpu=120", "--data=3000000000"]
        for command in input.commands {
            let words = command.split(separator: " ").map(String.init)
            let result = try Tool.run(prlimit, limits + [Tool.themepack] + words, in: sandbox.path)
            #expect([0, 1, 2].contains(result.status), "\(command): \(result.status), \(result.errors.prefix(500))")
        }
    }
}
