import Foundation
import TestSupport
import Testing
import ThemeExchange
import ThemeModel

@Suite("Export of CSS")
struct CSSTests {
    private func exported(_ config: String) throws -> (Export, TestProject) {
        let source = try TestProject()
        try source.theme("default", config: config)
        try source.theme("dark", config: #"{"Color": {"title": "EEE"}}"#)
        for suffix in ["", "@2x"] { try source.image("assets/common/my button\(suffix).png") }
        try source.image("themes/dark/common/my button@2x.png")
        return try (CSSExport.files(of: ExportedProject.themes("default", "dark", in: source.root)), source)
    }

    @Test("Colors, numbers, strings and images in a block for each theme")
    func blocks() throws {
        let (export, _) = try exported(
            #"{"Color": {"title": "80123456"}, "Metrics": {"gap": 4.5}, "font": "A \"B\" </style>\\"}"#)
        let button = "images/default/common/my%20button"
        #expect(
            export.text("themes.css") == #"""
                :root,
                [data-theme="default"] {
                  --Color-title: #12345680;
                  --Metrics-gap: 4.5;
                  --font: "A \"B\" \3c /style>\\";
                  --image-common-my-button: image-set(url("\#(button).png") 1x, url("\#(button)@2x.png") 2x);
                }

                [data-theme="dark"] {
                  --Color-title: #eeeeee;
                  --Metrics-gap: 4.5;
                  --font: "A \"B\" \3c /style>\\";
                  --image-common-my-button: image-set(url("images/dark/common/my%20button@2x.png") 2x);
                }

                """#)
        #expect(export.paths.count == 4)
    }

    @Test("Names that only Unicode takes for one are two properties")
    func unicode() throws {
        let (export, _) = try exported(#"{"Metrics": {"a-\u00e9": 1, "a": {"e\u0301": 2}}}"#)
        #expect(!export.items.contains { $0.hasDefect }, "\(export.items)")
    }

    @Test("TP1: a template is a mask in the color of a setting, or of the text around it")
    func templates() throws {
        let source = try TestProject()
        try source.theme(
            "default", config: #"{"Color": {"icon": "222222"}}"#,
            more: #", "templates": {"a b": "Color.icon", "c": null}"#)
        try source.theme("dark", config: #"{"Color": {"icon": "EEEEEE"}}"#)
        for name in ["a b", "c", "d"] { try source.image("assets/\(name).png") }
        let export = try CSSExport.files(of: try ExportedProject.themes("default", "dark", in: source.root))
        let css = export.text("themes.css")
        #expect(css.contains("  --image-a-b-color: var(--Color-icon, currentcolor);\n"))
        #expect(css.contains("  --image-c-color: currentcolor;\n") && !css.contains("image-d-color"))
        #expect(css.contains("[data-theme=\"dark\"] {\n  --Color-icon: #eeeeee;\n"))
        #expect(
            css.hasSuffix(
                """
                [data-image="a b"] {
                  background-color: var(--image-a-b-color);
                  mask: var(--image-a-b) center / contain no-repeat;
                }

                [data-image="c"] {
                  background-color: var(--image-c-color);
                  mask: var(--image-c) center / contain no-repeat;
                }

                """))
    }

    @Test("Equal images have files of their own names; themes share the files of an image")
    func fileNames() throws {
        let source = try TestProject()
        try source.theme("default")
        try source.theme("dark")
        for name in ["a", "b"] { try source.write("assets/\(name).png", PNGFile(8, 4).bytes) }
        let export = try CSSExport.files(of: try ExportedProject.themes("default", "dark", in: source.root))
        #expect(export.paths == ["images/default/a.png", "images/default/b.png", "themes.css"])
        #expect(export.items.map(\.newName) == ["--image-a", "--image-b"])
    }

    @Test("What CSS cannot have and names that become one are reported")
    func reports() throws {
        let (export, _) = try exported(##"{"a b": 1, "a-b": 2, "list": [1], "flag": true}"##)
        let left = export.items.filter { $0.outcome == .notTaken && $0.path == "default" }
        #expect(left.map(\.name) == ["a-b", "flag", "list"])
        try left.check()
    }

    @Test("tinycss2 reads it without errors", .enabled(if: Tool.pythonHas("tinycss2"), "tinycss2 is not installed"))
    func tinycss() throws {
        let (export, _) = try exported(#"{"Color": {"titlé 1": "80123456"}, "s": "a\"b\\\n</style>", "n": -0.5}"#)
        let sandbox = try Sandbox()
        try export.write(to: sandbox, "out")
        let script = """
            import tinycss2, sys
            rules, encoding = tinycss2.parse_stylesheet_bytes(open("out/themes.css", "rb").read(), skip_whitespace=True)
            for rule in rules:
                assert rule.type == "qualified-rule", rule
                for item in tinycss2.parse_blocks_contents(rule.content, skip_whitespace=True):
                    assert item.type == "declaration", item
                    print(item.name, [t.value for t in item.value if t.type == "string"])
            """
        let result = try Tool.run(try #require(Tool.python), ["-c", script], in: sandbox.path)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains(#"--s ['a"b\\\n</style>']"#), "\(result.output)")
    }
}
