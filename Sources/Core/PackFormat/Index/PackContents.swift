package import ThemeModel

/// Everything that a pack's index lists.
package struct PackContents: Hashable, Sendable {
    package static let indexPath = "index"
    package static let unpacked = "is the folder of an unpacked pack; a pack is used as it is, a zip"

    package static func isUnpacked(_ has: (_ name: String) -> Bool) -> Bool { has(indexPath) && has(manifestPath) }
    package static let manifestPath = "manifest.json"
    package static let settingsPath = "config.json"
    package static let imageFolder = "images/"
    package static let resourceFolder = "resources/"

    package var theme: PackTheme
    /// The digest of the ``Contract`` that the theme was verified against.
    package var contract: ContentDigest
    package var manifest: DataReference
    /// `config.json`; `nil` if the theme has no settings.
    package var settings: DataReference?
    /// In the order of names.
    package var images: [PackImage]
    /// In the order of paths, which are relative to the theme's folder.
    package var resources: [PackResource]

    package func path(of name: LogicalName, at scale: Scale) -> String {
        Self.path(of: name, theme.imageNamePrefix, scale)
    }

    package static func path(of name: LogicalName, _ prefix: ImagePrefix, _ scale: Scale) -> String {
        ImageFileName.packPath(below: imageFolder, of: name, prefix: prefix, scale: scale)
    }

    package init(
        theme: PackTheme, contract: ContentDigest, manifest: DataReference, settings: DataReference?,
        images: [PackImage],
        resources: [PackResource]
    ) {
        self.theme = theme
        self.contract = contract
        self.manifest = manifest
        self.settings = settings
        self.images = images
        self.resources = resources
    }
}

extension PackContents {
    /// The entries after the index, in the order of the archive. Each is made when it is asked for: an array of 100,000
    /// would take 12 MB.
    package var entries: Entries { Entries(contents: self) }

    package struct Entries: Sequence, IteratorProtocol {
        private let contents: PackContents
        private var text = 0
        private var image = 0
        private var variant = 0
        private var resource = 0

        fileprivate init(contents: PackContents) { self.contents = contents }

        package mutating func next() -> PackEntry? {
            while text < 2 {
                text += 1
                let stored = text == 1 ? contents.manifest : contents.settings
                let path = text == 1 ? PackContents.manifestPath : PackContents.settingsPath
                if let stored { return PackEntry(stored: stored, name: .text(path)) }
            }
            while image < contents.images.count {
                let (name, variants) = (contents.images[image].name, contents.images[image].variants)
                if variant < variants.count {
                    defer { variant += 1 }
                    let (stored, scale) = (variants[variant].stored, variants[variant].scale)
                    return PackEntry(stored: stored, name: .image(name, contents.theme.imageNamePrefix, scale))
                }
                image += 1
                variant = 0
            }
            guard resource < contents.resources.count else { return nil }
            defer { resource += 1 }
            let next = contents.resources[resource]
            return PackEntry(stored: next.stored, name: .resource(next.path))
        }
    }

    package var entryCount: Int {
        images.reduce(settings == nil ? 1 : 2) { $0 + $1.variants.count } + resources.count
    }
}

package struct PackEntry: Hashable, Sendable {
    package let stored: DataReference
    let name: Name

    enum Name: Hashable, Sendable {
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

    /// Appends ``path``, which costs less than to build it.
    package func addPath(to bytes: inout [UInt8]) {
        switch name {
        case .text(let path): bytes.append(contentsOf: path.utf8)
        case .image(let name, let prefix, let scale): bytes.addImagePath(of: name, prefix, scale)
        case .resource(let path):
            bytes.append(contentsOf: PackContents.resourceFolder.utf8)
            bytes.append(contentsOf: path.string.utf8)
        }
    }

    /// The bytes of ``path``. It costs less than the path.
    var pathLength: Int {
        switch name {
        case .text(let path): path.utf8.count
        case .image(let name, let prefix, let scale):
            PackContents.imageFolder.utf8.count
                + ImageFileName.packPathLength(of: name, prefix: prefix, scale: scale)
        case .resource(let path): PackContents.resourceFolder.utf8.count + path.string.utf8.count
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

extension [UInt8] {
    /// Appends ``PackContents/path(of:_:_:)``.
    mutating func addImagePath(of name: LogicalName, _ prefix: ImagePrefix, _ scale: Scale) {
        addPackPath(below: PackContents.imageFolder, of: name, prefix: prefix, scale: scale)
    }
}

package struct PackImage: Hashable, Sendable {
    package var name: LogicalName
    /// At least one, in ascending order of scales.
    package var variants: PackVariants
    /// 0 for an image with colors of its own; else the number of its template in ``PackTheme/templates``, from 1.
    package var template: UInt16

    package init(name: LogicalName, variants: PackVariants, template: UInt16 = 0) {
        self.name = name
        self.variants = variants
        self.template = template
    }
}

extension [PackImage] {
    /// Adds the next variant in the order of names and scales.
    package mutating func add(_ variant: PackVariant, of name: LogicalName, template: UInt16 = 0) {
        if last?.name == name {
            self[count - 1].variants.append(variant)
        } else {
            append(PackImage(name: name, variants: PackVariants(variant), template: template))
        }
    }
}

/// An image file: one scale of a logical name.
package struct PackVariant: Hashable, Sendable {
    package var scale: Scale
    package var size: PixelSize
    package var stored: DataReference

    package init(scale: Scale, size: PixelSize, stored: DataReference) {
        self.scale = scale
        self.size = size
        self.stored = stored
    }
}

/// A file that is packed unchanged.
package struct PackResource: Hashable, Sendable {
    package var path: PortablePath
    package var stored: DataReference

    package init(path: PortablePath, stored: DataReference) {
        self.path = path
        self.stored = stored
    }
}
