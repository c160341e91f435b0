/// The name of a file that gets another name, or is deleted, before a run ends. No other program uses such names.
package enum TemporaryName {
    private static let start = ".themepack-"
    private static let end = ".tmp"

    package static func random() -> String { start + String(UInt64.random(in: .min ... .max), radix: 16) + end }

    /// Returns the path of a new temporary file in the folder of a file, so that it can be renamed to it.
    package static func path(beside path: String) -> String {
        "\(path.parentFolder)/\(random())"
    }

    package static func matches(_ name: String) -> Bool { name.hasPrefix(start) && name.hasSuffix(end) }
}
