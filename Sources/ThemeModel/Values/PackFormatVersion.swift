/// The two version numbers in a pack that decide whether a reader can read it.
public struct PackFormatVersion: Hashable, Sendable {
    /// The version of the format in which the pack is written.
    public let version: UInt16
    /// The lowest version of a reader that can read it.
    public let minimumReader: UInt16

    package init(version: UInt16, minimumReader: UInt16) {
        self.version = version
        self.minimumReader = minimumReader
    }
}
