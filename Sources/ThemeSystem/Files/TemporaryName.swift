/// The name of a file that gets another name, or is deleted, before a run ends. No other program uses such names.
package enum TemporaryName {
    package static let start = ".themepack-"
    private static let end = ".tmp"

    package static func random() -> String { start + String(UInt64.random(in: .min ... .max), radix: 36) + end }

    /// Returns the path of a new temporary file in the folder of a file, so that it can be renamed to it.
    package static func path(beside path: String) -> String {
        "\(path.parentFolder)/\(random())"
    }

    /// Deletes such files in a folder. Call it only while no other process writes there.
    package static func removeFiles(in folder: String, on disk: DiskCalls = DiskCalls()) {
        var names: [String] = []
        // A folder that cannot be read has none that could be deleted.
        try? forEachEntry(of: folder, links: .refuse) { name, _ in
            // Such a name is ASCII.
            let name = String(decoding: name, as: UTF8.self)
            if matches(name) { names.append(name) }
        }
        for name in names { _ = disk.unlink("\(folder)/\(name)") }
    }

    package static func matches(_ name: String) -> Bool { name.hasPrefix(start) && name.hasSuffix(end) }
}
