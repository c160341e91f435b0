package import ThemeModel

/// An entry of the archive.
package struct PackEntry: Hashable, Sendable {
    package let stored: DataReference
    let name: Name

    enum Name: Hashable {
        case text(String)
        case image(LogicalName, ImagePrefix, Scale)
        case resource(PortablePath)
    }

    /// Builds a new string at each access.
    package var path: String {
        switch name {
        case .text(let path): path
        case .image(let name, let prefix, let scale):
            PackContents.path(of: name, prefix, scale)
        case .resource(let path): PackContents.resourceFolder + path.string
        }
    }

    /// The path without the folder of images or resources. FORMAT.md requires that it is portable: a prefix and a name
    /// that are valid by themselves can form `CON.png`.
    package var portablePath: PortablePath {
        get throws(InvalidPath) {
            switch name {
            case .text(let path): try PortablePath(path)
            case .image(let name, let prefix, let scale):
                try PortablePath(ImageFileName.packPath(of: name, prefix: prefix, scale: scale))
            case .resource(let path): path
            }
        }
    }
}
