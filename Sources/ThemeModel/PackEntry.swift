/// A file of a pack: what it is called, and what it must hold.
public struct PackEntry: Hashable, Sendable {
    /// Where its bytes lie, and what they must be.
    public let stored: StoredBytes
    fileprivate let name: Name

    fileprivate enum Name: Hashable {
        case text(String)
        case image(LogicalName, ImagePrefix, Scale)
        case resource(PortablePath)
    }

    /// What the archive calls it. Put together each time that it is asked for.
    public var path: String {
        switch name {
        case .text(let path): path
        case .image(let name, let prefix, let scale):
            PackContents.path(of: name, prefix, scale)
        case .resource(let path): PackContents.resourceFolder + path.string
        }
    }

    /// Bytes of ``path``, which is not put together for them.
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

extension PackContents {
    /// Every entry behind the index in the order in which the archive holds them.
    public var entries: Entries { Entries(contents: self) }

    /// Entries that are made where they are asked for: of many images, all paths together take much memory.
    public struct Entries: Sequence, Sendable {
        fileprivate let contents: PackContents

        public func makeIterator() -> Iterator { Iterator(contents) }

        /// Goes through them once.
        public struct Iterator: IteratorProtocol {
            private let contents: PackContents
            /// Of the next one.
            private var place = Place.manifest

            private enum Place {
                case manifest, settings
                case image(Int, variant: Int)
                case resource(Int)
            }

            fileprivate init(_ contents: PackContents) { self.contents = contents }

            public mutating func next() -> PackEntry? {
                while true {
                    switch place {
                    case .manifest:
                        place = .settings
                        return PackEntry(stored: contents.manifest, name: .text(PackContents.manifestPath))
                    case .settings:
                        place = .image(0, variant: 0)
                        guard let settings = contents.settings else { continue }
                        return PackEntry(stored: settings, name: .text(PackContents.settingsPath))
                    case .image(let number, let index):
                        guard number < contents.images.count else {
                            place = .resource(0)
                            continue
                        }
                        let image = contents.images[number]
                        guard index < image.variants.count else {
                            place = .image(number + 1, variant: 0)
                            continue
                        }
                        place = .image(number, variant: index + 1)
                        let (variant, prefix) = (image.variants[index], contents.theme.imageNamePrefix)
                        return PackEntry(stored: variant.stored, name: .image(image.name, prefix, variant.scale))
                    case .resource(let number):
                        guard number < contents.resources.count else { return nil }
                        place = .resource(number + 1)
                        let resource = contents.resources[number]
                        return PackEntry(stored: resource.stored, name: .resource(resource.path))
                    }
                }
            }
        }
    }
}
