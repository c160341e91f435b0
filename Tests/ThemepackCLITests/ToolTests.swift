import Foundation
import TestSupport
import Testing

protocol ToolTests {
    var sandbox: Sandbox { get }
}

extension ToolTests {
    static func soundProject() throws -> Sandbox {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        return sandbox
    }

    func breakImage() throws {
        try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(90, 44, shade: 9).bytes)
    }

    /// Writes a misspelled key, and a color that cannot be read.
    func breakSettings() throws {
        try sandbox.write("themes/year/config.json", "{\"Color\": {\n  \"tilte\": \"FFF\", \"title\": \"F8582\"}}")
    }

    /// The example in the explanation of a rule.
    func example(of rule: String) throws -> String {
        let lines = try themepack("rules", rule).output.split(separator: "\n")
        return String(try #require(lines.first { $0.hasPrefix("Example: ") }).dropFirst("Example: ".count))
    }

    static var brokenImageLines: String {
        """
        themes/year/common/year_button@2x.png
          error: 90x44 px, its default is 88x44 px [image-dimensions]
            note: assets/common/button@2x.png: the default is here

        """
    }

    func themepack(_ arguments: String..., in folder: String = "", environment: [String: String] = [:]) throws
        -> Tool.Result
    {
        try Tool.run(Tool.themepack, arguments, in: "\(sandbox.path)/\(folder)", environment: environment)
    }
}

extension Tool {
    /// The names of all subcommands, as `themepack help` lists them.
    static func commands() throws -> Set<String> {
        let help = try themepack("help", in: "/").output
        let list = try #require(help.range(of: "SUBCOMMANDS:")).upperBound
        let commands = Set(help[list...].matches(of: #/(?m)^  (\w+)  /#).map { String($0.1) })
        try #require(commands.count > 20)
        return commands
    }
}
