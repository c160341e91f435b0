package import ThemeModel

/// Everything that a pack's index lists.
package struct PackContents: Hashable, Sendable {
    package static let indexPath = "index"
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

    static func path(of name: LogicalName, _ prefix: ImagePrefix, _ scale: Scale) -> String {
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
    /// The entries after the index, in the order of the archive.
    package var entries: Entries { Entries(contents: self) }

    /// Builds entries one by one, because all paths of a large pack take much memory.
    package struct Entries: Sequence, Sendable {
        fileprivate let contents: PackContents

        package func makeIterator() -> Iterator { Iterator(contents: contents) }

        package struct Iterator: IteratorProtocol {
            fileprivate let contents: PackContents
            private var number = 0
            // The next one of each. All resources come after the images.
            private var image = 0
            private var variant = 0
            private var resource = 0

            fileprivate init(contents: PackContents) { self.contents = contents }

            package mutating func next() -> PackEntry? {
                defer { number += 1 }
                if number == 0 { return PackEntry(stored: contents.manifest, name: .text(PackContents.manifestPath)) }
                if number == 1, let settings = contents.settings {
                    return PackEntry(stored: settings, name: .text(PackContents.settingsPath))
                }
                while image < contents.images.count {
                    let (name, variants) = (contents.images[image].name, contents.images[image].variants)
                    if variant < variants.count {
                        defer { variant += 1 }
                        return PackEntry(
                            stored: variants[variant].stored,
                            name: .image(name, contents.theme.imageNamePrefix, variants[variant].scale))
                    }
                    image += 1
                    variant = 0
                }
                guard resource < contents.resources.count else { return nil }
                defer { resource += 1 }
                let (path, stored) = (contents.resources[resource].path, contents.resources[resource].stored)
                return PackEntry(stored: stored, name: .resource(path))
            }
        }

        /// The number of entries.
        package var count: Int {
            contents.images.reduce(contents.settings == nil ? 1 : 2) { $0 + $1.variants.count }
                + contents.resources.count
        }

        /// Calls `body` with the length of each path and the data of each entry. It costs less than building entries.
        func forEachLength(_ body: (_ pathLength: Int, _ stored: DataReference) -> Void) {
            body(PackContents.manifestPath.utf8.count, contents.manifest)
            if let settings = contents.settings { body(PackContents.settingsPath.utf8.count, settings) }
            let prefix = contents.theme.imageNamePrefix
            for image in contents.images {
                for variant in image.variants {
                    body(
                        PackContents.imageFolder.utf8.count
                            + ImageFileName.packPathLength(of: image.name, prefix: prefix, scale: variant.scale),
                        variant.stored)
                }
            }
            for resource in contents.resources {
                body(PackContents.resourceFolder.utf8.count + resource.path.string.utf8.count, resource.stored)
            }
        }
    }
}

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

package struct PackImage: Hashable, Sendable {
    package var name: LogicalName
    /// At least one, in ascending order of scales.
    package var variants: [PackVariant]
    /// 0 for an image with colors of its own; else the number of its template in ``PackTheme/templates``, from 1.
    package var template: UInt16

    package init(name: LogicalName, variants: [PackVariant], template: UInt16 = 0) {
        self.name = name
        self.variants = variants
        self.template = template
    }

    /// Returns the images of variants that are sorted by name.
    package static func grouping(_ variants: some Sequence<(LogicalName, PackVariant)>) -> [PackImage] {
        var images: [PackImage] = []
        for (name, variant) in variants {
            if images.last?.name == name {
                images[images.count - 1].variants.append(variant)
            } else {
                images.append(PackImage(name: name, variants: [variant]))
            }
        }
        return images
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
