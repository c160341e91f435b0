/// The name of a file that gets another name, or is deleted, before a run ends. No other program uses such names.
package enum TemporaryName {
    private static let (start, end) = (".themepack-", ".tmp")

    package static func random() -> String { start + String(UInt64.random(in: .min ... .max), radix: 16) + end }

    package static func matches(_ name: String) -> Bool { name.hasPrefix(start) && name.hasSuffix(end) }
}
