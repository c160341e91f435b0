import ThemeModel

struct VerifiedResource: Sendable {
    let path: PortablePath
    let content: VerifiedBytes
    let location: String

    init(path: PortablePath, content: VerifiedBytes, location: String) {
        self.path = path
        self.content = content
        self.location = location
    }

    /// Returns `nil` if the resource was not inspected for packing.
    init?(_ resource: InspectedResource) {
        guard let content = resource.content else { return nil }
        self.init(path: resource.path, content: content, location: resource.location)
    }
}
