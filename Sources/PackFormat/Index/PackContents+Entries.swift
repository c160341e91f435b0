import ThemeModel

extension PackContents {
    /// The entries after the index, in the order of the archive.
    package var entries: Entries { Entries(contents: self) }

    /// Builds entries one by one, because all paths of a large pack take much memory.
    package struct Entries: Sequence, Sendable {
        fileprivate let contents: PackContents

        package func makeIterator() -> Iterator { Iterator(contents) }

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

        package struct Iterator: IteratorProtocol {
            private let contents: PackContents
            private var position = Position.manifest

            private enum Position {
                case manifest, settings
                case image(Int, variant: Int)
                case resource(Int)
            }

            fileprivate init(_ contents: PackContents) { self.contents = contents }

            package mutating func next() -> PackEntry? {
                while true {
                    switch position {
                    case .manifest:
                        position = .settings
                        return PackEntry(stored: contents.manifest, name: .text(PackContents.manifestPath))
                    case .settings:
                        position = .image(0, variant: 0)
                        guard let settings = contents.settings else { continue }
                        return PackEntry(stored: settings, name: .text(PackContents.settingsPath))
                    case .image(let number, let index):
                        guard number < contents.images.count else {
                            position = .resource(0)
                            continue
                        }
                        let image = contents.images[number]
                        guard index < image.variants.count else {
                            position = .image(number + 1, variant: 0)
                            continue
                        }
                        position = .image(number, variant: index + 1)
                        let (variant, prefix) = (image.variants[index], contents.theme.imageNamePrefix)
                        return PackEntry(stored: variant.stored, name: .image(image.name, prefix, variant.scale))
                    case .resource(let number):
                        guard number < contents.resources.count else { return nil }
                        position = .resource(number + 1)
                        let resource = contents.resources[number]
                        return PackEntry(stored: resource.stored, name: .resource(resource.path))
                    }
                }
            }
        }
    }
}
