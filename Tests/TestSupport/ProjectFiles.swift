import Foundation
import ThemePackager
package import ThemeProject

/// The files of a project in memory, which can be verified there or written to a folder.
package struct ProjectFiles: Sendable, CustomStringConvertible {
    package static let root = "/project"

    package var files: [String: [UInt8]] = [:]

    package init() {}

    // Swift Testing prints arguments.
    package var description: String { "\(files.count) files" }

    /// A default theme and `year`, each with one button of 44x22 points at three scales and a few settings.
    package static let sound: ProjectFiles = {
        var project = ProjectFiles()
        for scale in 1...3 {
            let suffix = scale == 1 ? "" : "@\(scale)x"
            project.files["assets/common/button\(suffix).png"] = PNGFile(44 * scale, 22 * scale, shade: 0x40).bytes
            project.files["themes/year/common/year_button\(suffix).png"] =
                PNGFile(44 * scale, 22 * scale, shade: 0x80).bytes
        }
        project["themes/default/theme.json"] = #"{"id": "default", "version": "1.0.0", "config": "config.json"}"#
        project["themes/default/config.json"] = defaultConfig
        project["themes/year/theme.json"] =
            #"{"id": "year", "name": "New Year", "version": "1.2.0", "#
            + #""imageNamePrefix": "year_", "config": "config.json"}"#
        project["themes/year/config.json"] = #"{"Color": {"title": "F85825"}}"#
        return project
    }()

    package static let defaultConfig = """
        {
          "Color": {"title": "F85825", "background": "FFFFFF"},
          "Button": {"titleColor": {"normal": "FFF", "highlighted": "EEE"}},
          "Metrics": {"radius": 6, "enabled": true},
          "Font": "Helvetica 12",
          "List": [1, 2]
        }
        """

    /// Settings of every kind, in every notation of a property list.
    package static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><!-- a <dict> in a comment -->
        <dict>
        <key>Metrics</key><dict><key>radius</key><integer>7</integer><key>enabled</key><false/></dict>
        <key>Font</key><string>A &amp; B &#x41; <![CDATA[<key>]]></string>
        <key>List</key><array><integer>1</integer><real>0.5</real><true/><string/></array>
        </dict></plist>
        """

    package subscript(path: String) -> String? {
        get { files[path].map { String(decoding: $0, as: UTF8.self) } }
        set { files[path] = newValue.map { Array($0.utf8) } }
    }

    package func with(_ change: (inout ProjectFiles) -> Void) -> ProjectFiles {
        var copy = self
        change(&copy)
        return copy
    }

    package var memory: MemoryFileSystem { MemoryFileSystem(Self.root, files) }

    package func write(to folder: Sandbox, at path: String = "", order: ([String]) -> [String] = { $0 }) throws {
        let prefix = path.isEmpty ? "" : path + "/"
        for path in order(files.keys.sorted()) { try folder.write(prefix + path, files[path] ?? []) }
    }

    /// Returns the findings of a survey alone, which opens no image.
    package static func survey(_ memory: MemoryFileSystem) throws -> [Finding] {
        let project = try Project(at: root, in: memory)
        return project.configuration.ruleBook.judge(
            try ProjectSurvey(of: project, .everything, jobs: 2).findings, isComplete: false)
    }

    package func survey() throws -> [Finding] { try Self.survey(memory) }

    package static func verify(_ memory: MemoryFileSystem, _ scope: ThemeScope = .everything) throws -> [Finding] {
        try ProjectRun(of: Project(at: root, in: memory), scope, jobs: 2).verify().findings
    }

    package func verify(_ scope: ThemeScope = .everything) throws -> [Finding] {
        try Self.verify(memory, scope)
    }

    /// Returns the findings that are reported, and those that follow from them.
    package func allFindings() throws -> [Finding] {
        let verification = try ProjectRun(of: Project(at: Self.root, in: memory), jobs: 2).verify()
        return (verification.findings + verification.explained).sorted()
    }
}
