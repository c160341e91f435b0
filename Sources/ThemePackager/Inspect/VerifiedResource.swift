import ThemeModel

/// A resource whose bytes were read for packaging.
struct VerifiedResource: Sendable {
    let path: PortablePath
    let content: VerifiedBytes
    let location: String
}
