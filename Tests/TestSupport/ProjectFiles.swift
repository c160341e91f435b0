import Foundation
public import ThemePackager

/// A small project that has nothing wrong with it, for a test to spoil.
public struct ProjectFiles: Sendable {
    public static let root = "/project"

    /// By path relative to the project.
    public var files: [String: [UInt8]] = [:]

    public init() {}

    /// A default theme and `year`, each with one button of 44x22 points at three scales and a few settings.
    public static let sound: ProjectFiles = {
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
            #"{"id": "year", "name": "New Year", "version": "1.2.0", "imageNamePrefix": "year_", "config": "config.json"}"#
        project["themes/year/config.json"] = #"{"Color": {"title": "F85825"}}"#
        return project
    }()

    public static let defaultConfig = """
        {
          "Color": {"title": "F85825", "background": "FFFFFF"},
          "Button": {"titleColor": {"normal": "FFF", "highlighted": "EEE"}},
          "Metrics": {"radius": 6, "enabled": true},
          "Font": "Helvetica 12",
          "List": [1, 2]
        }
        """

    /// Settings of every kind, in every notation of a property list.
    public static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><!-- a <dict> in a comment -->
        <dict>
        <key>Metrics</key><dict><key>radius</key><integer>7</integer><key>enabled</key><false/></dict>
        <key>Font</key><string>A &amp; B &#x41; <![CDATA[<key>]]></string>
        <key>List</key><array><integer>1</integer><real>0.5</real><true/><string/></array>
        </dict></plist>
        """

    public subscript(path: String) -> String? {
        get { files[path].map { String(decoding: $0, as: UTF8.self) } }
        set { files[path] = newValue.map { Array($0.utf8) } }
    }

    public func with(_ change: (inout ProjectFiles) -> Void) -> ProjectFiles {
        var copy = self
        change(&copy)
        return copy
    }

    public var memory: MemoryFileSystem { MemoryFileSystem(Self.root, files) }

    public func write(to folder: Sandbox, at path: String = "", order: ([String]) -> [String] = { $0 }) throws {
        let prefix = path.isEmpty ? "" : path + "/"
        for path in order(files.keys.sorted()) { try folder.write(prefix + path, files[path] ?? []) }
    }

    public static func verify(_ memory: MemoryFileSystem, _ selection: ThemeScope = .everything) throws -> [Finding] {
        try Verifier(Project(at: root, in: memory), jobs: 2).verify(selection).findings
    }

    public func verify(_ selection: ThemeScope = .everything) throws -> [Finding] {
        try Self.verify(memory, selection)
    }
}
