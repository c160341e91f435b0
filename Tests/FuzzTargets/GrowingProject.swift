package import TestSupport
import ThemeModel
package import ThemeProject

/// A kind of small input that once took seconds or gigabytes, at any size.
package struct GrowingProject: Sendable, CustomStringConvertible {
    package let description: String
    package let kind: InputKind
    /// The product that the budget pays for; `nil` if the work is linear in the input.
    package let work: WorkBudget.Work?
    package let files: @Sendable (_ size: Int) -> ProjectFiles

    private init(
        _ description: String, _ kind: InputKind, paidBy work: WorkBudget.Work? = nil,
        _ spoil: @escaping @Sendable (_ size: Int, inout ProjectFiles) -> Void
    ) {
        self.description = description
        self.kind = kind
        self.work = work
        files = { size in ProjectFiles.sound.with { spoil(size, &$0) } }
    }

    /// A pattern that is compared with nearly all parts of a long name.
    private static func pattern(_ number: Int) -> String { "*" + String(repeating: "a", count: 60) + "\(number)b" }

    private static func name(_ number: Int) -> String { String(repeating: "a", count: 120) + "\(number).txt" }

    private static func list(_ size: Int, _ item: (Int) -> String) -> String {
        (0..<size).map(item).joined(separator: ", ")
    }

    private static func addFiles(_ size: Int, _ project: inout ProjectFiles) {
        for number in 0..<size { project["themes/year/\(name(number))"] = "x" }
    }

    private static func members(_ size: Int, _ name: (Int) -> String, _ value: String) -> String {
        "{" + list(size) { "\"\(name($0))\": \(value)" } + "}"
    }

    package static let all: [GrowingProject] = products + others

    /// The budget is spent on these.
    package static let products: [GrowingProject] = [
        GrowingProject("resources", .patterns, paidBy: .patterns) { size, project in
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.0.0", "resources": ["# + list(size) { "\"\(pattern($0))\"" } + "]}"
            addFiles(size, &project)
        },
        GrowingProject("ignored files", .patterns, paidBy: .patterns) { size, project in
            project["themepack.json"] = #"{"ignore": ["# + list(size) { "\"themes/year/\(pattern($0))\"" } + "]}"
            addFiles(size, &project)
        },
        GrowingProject("overrides", .patterns, paidBy: .patterns) { size, project in
            let paths = list(size) { "\"themes/year/\(pattern($0))\"" }
            project["themepack.json"] =
                #"{"overrides": [{"paths": [\#(paths)], "rules": {"config-unknown-key": "off"}}]}"#
            addFiles(size, &project)
        },
        GrowingProject("exemptions", .patterns, paidBy: .patterns) { size, project in
            let items = list(size) { "{\"rule\": \"config-unknown-key\", \"path\": \"themes/year/\(pattern($0))\"}" }
            project["themepack.json"] = #"{"exemptions": ["# + items + "]}"
            project["themes/year/config.json"] = members(size, { "unknown\($0)" }, "1")
        },
        GrowingProject("fonts", .patterns, paidBy: .patterns) { size, project in
            project["themepack.json"] = #"{"fonts": ["# + list(size) { "\"\(pattern($0))\"" } + "]}"
            let fonts = members(size, { "t\($0)font" }, "\"\(String(repeating: "a", count: 120))\"")
            project["themes/default/config.json"] = fonts
        },
        GrowingProject("chains", .chains, paidBy: .chains) { size, project in
            for number in 0..<size {
                let parent = number == 0 ? "default" : "t\(number - 1)"
                project["themes/t\(number)/theme.json"] =
                    #"{"id": "t\#(number)", "version": "1.0.0", "extends": "\#(parent)", "config": "c.json"}"#
                project["themes/t\(number)/c.json"] = #"{"A": {"a": "{Color.title}"}}"#
            }
        },
        GrowingProject("contrast", .contrast, paidBy: .contrast) { size, project in
            let pairs = list(size * 10) { _ in #"{"text": "Color.title", "on": "Color.background"}"# }
            project["themepack.json"] = #"{"contrast": ["# + pairs + "]}"
            for number in 0..<size / 25 {
                project["themes/t\(number)/theme.json"] =
                    #"{"id": "t\#(number)", "version": "1.0.0", "config": "c.json"}"#
                project["themes/t\(number)/c.json"] = #"{"Color": {"title": "F00"}}"#
            }
        },
    ]

    private static let configuration = "themes/default/config.json"

    private static func addThemes(
        _ size: Int, _ project: inout ProjectFiles,
        _ member: (Int) -> String = { "\"imageNamePrefix\": \"t\($0)_\"" }
    ) {
        for number in 0..<size {
            project["themes/t\(number)/theme.json"] = #"{"id": "t\#(number)", "version": "1.0.0", \#(member(number))}"#
        }
    }

    private static let others: [GrowingProject] = [
        GrowingProject("themes of the same images", .themes) { size, project in
            addThemes(size, &project)
            for number in 0..<size {
                for scale in ["", "@2x"] {
                    project.files["themes/t\(number)/common/t\(number)_button\(scale).png"] = PNGFile(44, 22).bytes
                }
            }
        },
        GrowingProject("themes of images of their own", .themes) { size, project in
            addThemes(size, &project)
            for number in 0..<size {
                project.files["assets/own/image\(number).png"] = PNGFile(44, 22).bytes
                project.files["assets/own/t\(number)_image\(number).png"] = PNGFile(44, 22).bytes
                project["themes/t\(number)/config.json"] = #"{"Color": {"title": "F00"}, "image": "own/image"}"#
            }
        },
        GrowingProject("themes with unused resources", .patterns) { size, project in
            addThemes(size, &project) { "\"resources\": [\"absent\($0).txt\"]" }
        },
        GrowingProject("brands along an axis", .axes) { size, project in
            project["themepack.json"] =
                #"{"axes": ["brand", "mode"], "contrast": [{"text": "Color.title", "on": "Color.background"}]}"#
            addThemes(size, &project) { "\"axis\": \"brand\", \"config\": \"c\($0).json\"" }
            for number in 0..<size {
                project["themes/t\(number)/c\(number).json"] = #"{"Color": {"title": "\#(100_000 + number)"}}"#
            }
            for mode in ["dark", "night"] {
                project["themes/\(mode)/theme.json"] = #"{"id": "\#(mode)", "version": "1.0.0", "axis": "mode"}"#
                project["themes/\(mode)/config.json"] = #"{"Color": {"background": "000"}}"#
            }
        },
        GrowingProject("pairs of colors", .contrast) { size, project in
            let pairs = list(size) { #"{"text": "Color.c\#($0)", "on": "Color.background"}"# }
            project["themepack.json"] = #"{"contrast": ["# + pairs + "]}"
        },
        GrowingProject("escapes in a text", .texts) { size, project in
            let text = String(repeating: "\\u00e9", count: size * 10)
            project[configuration] = #"{"Color": {"title": "F00"}, "Text": {"a": "\#(text)"}}"#
        },
        GrowingProject("combining marks in texts", .texts) { size, project in
            project[configuration] = members(size, { "\(HostileText.marks(30))\($0)" }, "\"\(HostileText.marks(30))\"")
        },
        GrowingProject("combining marks in a row", .texts) { size, project in
            project["themes/year/config.json"] = #"{"Color": {"title": "\#(HostileText.marks(size * 40))"}}"#
        },
        GrowingProject("fonts without patterns", .settings) { size, project in
            project[configuration] = members(size, { "t\($0)font" }, "\"Helvetica 12\"")
        },
        GrowingProject("states", .settings) { size, project in
            project[configuration] =
                #"{"Color": {"title": "F00"}, "Button": {"titleColor": "# + members(size, { "s\($0)" }, "\"FFF\"")
                + "}}"
        },
        GrowingProject("settings that the default theme lacks", .settings) { size, project in
            project["themes/year/config.json"] = members(size, { "unknown\($0)" }, "{\"a\": 1}")
        },
        GrowingProject("unknown members of a manifest", .themes) { size, project in
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.0.0", "#
                + String(members(size, { "versiom\(1000 + $0)" }, "1").dropFirst())
        },
        GrowingProject("unknown members of the project", .settings) { size, project in
            project["themepack.json"] = members(size, { "ignor\(1000 + $0)" }, "1")
        },
        GrowingProject("misspelled parents", .chains) { size, project in
            for number in 0..<size {
                project["themes/theme\(number)/theme.json"] =
                    #"{"id": "theme\#(number)", "version": "1.0.0", "extends": "themf\#(number)"}"#
            }
        },
        GrowingProject("overrides that contradict each other", .patterns, paidBy: .patterns) { size, project in
            let overrides = list(size) { number in
                let severity = number % 2 == 0 ? "off" : "error"
                return #"{"paths": ["themes/*/a\#(number)*"], "rules": {"image-alpha": "\#(severity)"}}"#
            }
            project["themepack.json"] = #"{"overrides": [\#(overrides)]}"#
        },
        GrowingProject("unknown rules", .settings) { size, project in
            project["themepack.json"] = #"{"rules": "# + members(size, { "image-alpa\($0)" }, "\"off\"") + "}"
        },
        GrowingProject("unknown severities", .settings) { size, project in
            let overrides = list(size) { _ in #"{"paths": ["a"], "rules": {"image-alpha": "eror"}}"# }
            project["themepack.json"] = #"{"overrides": [\#(overrides)]}"#
        },
        GrowingProject("values of a property list", .settings) { size, project in
            project[configuration] = nil
            project["themes/default/theme.json"] =
                project["themes/default/theme.json"]?.replacing("config.json", with: "config.plist")
            let values = (0..<size).map { "<key>k\($0)</key><array><integer>1</integer></array>" }.joined()
            project["themes/default/config.plist"] = "<plist><dict>\(values)</dict></plist>"
        },
        GrowingProject("members of combinations that do not exist", .axes) { size, project in
            project["themepack.json"] = #"{"axes": ["brand", "mode"]}"#
            addThemes(size, &project) { "\"for\": [\"a\($0)\", \"b\($0)\"]" }
        },
        GrowingProject("a chain of themes", .chains) { size, project in
            addThemes(size, &project) { "\"extends\": \"\($0 == 0 ? "default" : "t\($0 - 1)")\"" }
        },
        GrowingProject("aliases of one text", .settings) { size, project in
            let text = String(repeating: "x", count: 1000)
            project[configuration] = #"{"Color": {"title": "F00"}, "Text": {"a": "\#(text)"}}"#
            project["themes/year/config.json"] = #"{"Text": "# + members(size, { "k\($0)" }, "\"{Text.a}\"") + "}"
        },
        GrowingProject("templates without a color", .settings) { size, project in
            project["themes/default/theme.json"] =
                #"{"id": "default", "version": "1.0.0", "config": "config.json", "templates": {"#
                + list(size) { "\"common/x\($0)\": \"Color.y\($0)\"" } + "}}"
            project[configuration] = #"{"Color": "# + members(size, { "c\($0)" }, "\"F00\"") + "}"
        },
        GrowingProject("ignored files in deep folders", .patterns, paidBy: .patterns) { size, project in
            project["themepack.json"] = #"{"ignore": ["# + list(size) { "\"**/b\($0)/**/c\($0)\"" } + "]}"
            let depth = Array(repeating: "a", count: 15).joined(separator: "/")
            for number in 0..<size { project.files["assets/\(depth)/f\(number)/a.png"] = PNGFile(4, 4).bytes }
        },
        GrowingProject("images of other sizes than their defaults", .images) { size, project in
            for number in 0..<size {
                project.files["assets/many/i\(number).png"] = PNGFile(4, 4).bytes
                project.files["themes/year/many/year_i\(number).png"] = PNGFile(6, 4).bytes
            }
        },
        GrowingProject("names of images", .images) { size, project in
            for number in 0..<size { project["themes/year/year_\(name(number))@2.png"] = "x" }
        },
    ]
}
