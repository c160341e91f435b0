import ThemeModel

/// Decides which devices get a version that is rolled out to a share of all.
enum Rollout {
    /// Returns a number from 0 to 99, the same for a device and a version. The device gets a version if the number is
    /// less than the percentage, so a larger percentage reaches the same devices and more.
    static func bucket(installation: String, theme: ThemeID, version: SemanticVersion) -> Int {
        let digest = ContentDigest(of: Array("\(installation)\n\(theme)\n\(version)".utf8))
        let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(number % 100)
    }
}
