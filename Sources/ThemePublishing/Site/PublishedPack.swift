package import ThemeModel
package import ThemeTrust
package import ThemeProject
import ThemeRuntime

/// A pack that was mounted and checked, with its properties in a feed.
package struct PublishedPack: Sendable {
    package let path: String
    package let theme: PackTheme
    package let contract: ContentDigest
    package let minimumReader: UInt16
    package let file: FeedFile
    /// Its bytes stay mapped, so that the published file is the checked one.
    private let pack: ThemePack

    /// - Parameter limits: those of the project that built the pack.
    package init(reading path: String, limits: ProjectLimits) throws(UserError) {
        var reading = ReadingLimits()
        reading.settingsBytes = limits.configBytes
        reading.settingsDepth = limits.configDepth
        reading.keyPathBytes = limits.configPathBytes
        do throws(ThemeError) {
            pack = try ThemePack(mounting: path, mode: .checkedAtMount, limits: reading)
        } catch {
            throw UserError(
                path: path, [error.place, error.reason].compactMap(\.self).joined(separator: ": "), hint: error.hint)
        }
        self.path = path
        theme = pack.theme
        contract = pack.contract
        minimumReader = pack.minimumReader
        let digest = pack.memory.withBytes { ContentDigest(of: $0) }
        guard let file = FeedFile(digest: digest, byteCount: Int64(pack.byteCount)) else {
            throw UserError(path: path, "has \(pack.byteCount) bytes, which a feed cannot list")
        }
        self.file = file
    }

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try pack.memory.withBytes(body) }
}
