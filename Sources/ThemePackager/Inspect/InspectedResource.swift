import ThemeModel

struct InspectedResource: Sendable {
    let path: PortablePath
    let location: String
    let byteCount: Int
    /// `nil` if it will not be packed.
    let content: VerifiedBytes?
}
