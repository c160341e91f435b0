import ThemeModel

struct VerifiedResource: Sendable {
    let path: PortablePath
    let content: VerifiedBytes
    let location: String
}

extension VerifiedResource {
    /// Returns `nil` if the resource was not inspected for packing.
    init?(_ resource: InspectedResource) {
        guard let content = resource.content else { return nil }
        self.init(path: resource.path, content: content, location: resource.location)
    }
}
