import ThemeModel

struct VerifiedResource: Sendable {
    let path: PortablePath
    let content: VerifiedBytes
    let location: String
}
