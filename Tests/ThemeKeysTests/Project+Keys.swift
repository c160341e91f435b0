import TestSupport
import ThemeProject

@testable import ThemeKeys

extension ProjectFiles {
    func keys(_ access: KeyAccess = .internal) throws -> KeyFile {
        try KeyFile(of: KeySource(of: Project(at: Self.root, in: memory)), access: access)
    }

    /// A default theme with images of these names, and with settings.
    static func project(_ images: [String] = [], config: String? = nil, rules: String? = nil) -> ProjectFiles {
        var project = ProjectFiles()
        for image in images { project.files["assets/\(image).png"] = PNGFile(8, 4).bytes }
        if images.isEmpty { project.files["assets/.gitkeep"] = [] }
        project["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0"}"#
        if let config { project["themes/default/config.json"] = config }
        if let rules { project["themepack.json"] = "{\"keys\": \(rules)}" }
        return project
    }

    /// The error of generating keys; `nil` if there is none.
    func keyError() -> UserError? {
        do {
            _ = try keys()
            return nil
        } catch {
            return error as? UserError
        }
    }
}

extension KeyFile {
    /// The lines of properties and enums, without indentation.
    var declarations: [String] {
        text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
            .filter { $0.hasPrefix("static var") || $0.hasPrefix("enum") || $0.hasPrefix("@available") }
            .map { line in line.split(separator: ", hash:").first.map(String.init) ?? line }
    }
}
