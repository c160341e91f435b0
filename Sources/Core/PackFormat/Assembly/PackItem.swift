package import ThemeModel

/// A variant of an image, or a resource. A delta keeps, changes, adds and removes items.
package struct PackItem: Sendable {
    package enum Name: Sendable {
        case image(LogicalName, Scale)
        case resource(PortablePath)
    }

    package let name: Name
    /// Zero for a resource.
    package var size: PixelSize
    package var stored: DataReference
    /// ``PackImage/template``; 0 for a resource.
    var template: UInt16 = 0

    var path: PortablePath {
        switch name {
        case .image(let name, _): name.path
        case .resource(let path): path
        }
    }

    /// 1 for a resource.
    var scale: Scale {
        switch name {
        case .image(_, let scale): scale
        case .resource: .one
        }
    }

    /// The order of the archive for items of one kind.
    func precedes(_ other: PackItem) -> Bool {
        let own = path
        let others = other.path
        return own < others || own == others && scale < other.scale
    }

    func hasSameContent(as other: PackItem) -> Bool {
        size == other.size && template == other.template && stored.length == other.stored.length
            && stored.digest == other.stored.digest
    }
}

extension PackContents {
    /// The variants of all images, then all resources, in the order of the archive.
    var items: [PackItem] {
        var items: [PackItem] = []
        items.reserveCapacity(entryCount)
        for image in images {
            for variant in image.variants {
                items.append(
                    PackItem(
                        name: .image(image.name, variant.scale), size: variant.size, stored: variant.stored,
                        template: image.template))
            }
        }
        let none = PixelSize(width: 0, height: 0)
        for resource in resources {
            items.append(PackItem(name: .resource(resource.path), size: none, stored: resource.stored))
        }
        return items
    }

    /// - Parameter items: in the order of ``items``.
    init(
        theme: PackTheme, contract: ContentDigest, settings: DataReference?, items: [PackItem], manifest: DataReference
    ) {
        var images: [PackImage] = []
        images.reserveCapacity(items.count)
        var resources: [PackResource] = []
        for item in items {
            switch item.name {
            case .image(let name, let scale):
                let variant = PackVariant(scale: scale, size: item.size, stored: item.stored)
                images.add(variant, of: name, template: item.template)
            case .resource(let path): resources.append(PackResource(path: path, stored: item.stored))
            }
        }
        self.init(
            theme: theme, contract: contract, manifest: manifest, settings: settings, images: images,
            resources: resources)
    }
}
