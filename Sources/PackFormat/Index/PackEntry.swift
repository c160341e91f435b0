import ThemeModel

/// An entry of the archive.
package struct PackEntry: Hashable, Sendable {
    package let stored: DataReference
    let name: Name

    enum Name: Hashable {
        case text(String)
        case image(LogicalName, ImagePrefix, Scale)
        case resource(PortablePath)
    }

    /// Builds a new string at each access, unlike ``pathLength``.
    package var path: String {
        switch name {
        case .text(let path): path
        case .image(let name, let prefix, let scale):
            PackContents.path(of: name, prefix, scale)
        case .resource(let path): PackContents.resourceFolder + path.string
        }
    }

    package var pathLength: Int {
        switch name {
        case .text(let path): path.utf8.count
        case .image(let name, let prefix, let scale):
            PackContents.imageFolder.utf8.count
                + ImageFileName.packPathLength(of: name, prefix: prefix, scale: scale)
        case .resource(let path): PackContents.resourceFolder.utf8.count + path.string.utf8.count
        }
    }
}
