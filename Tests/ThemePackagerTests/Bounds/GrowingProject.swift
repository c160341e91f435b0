import TestSupport
import ThemeModel
import ThemeProject

/// A kind of small input whose work is a product, at any size.
struct GrowingProject: Sendable, CustomStringConvertible {
    let description: String
    let work: WorkBudget.Work
    let files: @Sendable (_ size: Int) -> ProjectFiles

    init(
        _ description: String, _ work: WorkBudget.Work,
        _ spoil: @escaping @Sendable (_ size: Int, inout ProjectFiles) -> Void
    ) {
        (self.description, self.work) = (description, work)
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

    static let all: [GrowingProject] = [
        GrowingProject("resources", .patterns) { size, project in
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.0.0", "resources": ["# + list(size) { "\"\(pattern($0))\"" } + "]}"
            addFiles(size, &project)
        },
        GrowingProject("ignored files", .patterns) { size, project in
            project["themepack.json"] = #"{"ignore": ["# + list(size) { "\"themes/year/\(pattern($0))\"" } + "]}"
            addFiles(size, &project)
        },
        GrowingProject("overrides", .patterns) { size, project in
            let paths = list(size) { "\"themes/year/\(pattern($0))\"" }
            project["themepack.json"] =
                #"{"overrides": [{"paths": [\#(paths)], "rules": {"config-unknown-key": "off"}}]}"#
            addFiles(size, &project)
        },
        GrowingProject("exemptions", .patterns) { size, project in
            let items = list(size) { "{\"rule\": \"config-unknown-key\", \"path\": \"themes/year/\(pattern($0))\"}" }
            project["themepack.json"] = #"{"exemptions": ["# + items + "]}"
            project["themes/year/config.json"] = members(size, { "unknown\($0)" }, "1")
        },
        GrowingProject("fonts", .patterns) { size, project in
            project["themepack.json"] = #"{"fonts": ["# + list(size) { "\"\(pattern($0))\"" } + "]}"
            let fonts = members(size, { "t\($0)font" }, "\"\(String(repeating: "a", count: 120))\"")
            project["themes/default/config.json"] = fonts
        },
        GrowingProject("chains", .chains) { size, project in
            for number in 0..<size {
                let parent = number == 0 ? "default" : "t\(number - 1)"
                project["themes/t\(number)/theme.json"] =
                    #"{"id": "t\#(number)", "version": "1.0.0", "extends": "\#(parent)", "config": "c.json"}"#
                project["themes/t\(number)/c.json"] = #"{"A": {"a": "{Color.title}"}}"#
            }
        },
        GrowingProject("contrast", .contrast) { size, project in
            let pairs = list(size * 10) { _ in #"{"text": "Color.title", "on": "Color.background"}"# }
            project["themepack.json"] = #"{"contrast": ["# + pairs + "]}"
            for number in 0..<size / 25 {
                project["themes/t\(number)/theme.json"] = #"{"id": "t\#(number)", "version": "1.0.0"}"#
            }
        },
    ]
}
