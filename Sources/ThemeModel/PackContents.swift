/// Where the bytes of something lie in a pack, and what they must be.
public struct StoredBytes: Hashable, Sendable {
    /// From the start of the pack, in bytes.
    public var offset: UInt64
    /// In bytes.
    public var length: UInt64
    /// SHA-256 of the bytes.
    public var digest: ContentDigest

    package init(offset: UInt64 = 0, length: UInt64, digest: ContentDigest) {
        (self.offset, self.length, self.digest) = (offset, length, digest)
    }

    init(_ range: Range<Int>, digest: ContentDigest) {
        self.init(offset: UInt64(range.lowerBound), length: UInt64(range.count), digest: digest)
    }
}

/// One file of a logical name.
public struct PackVariant: Hashable, Sendable {
    /// The scale that its file name tells.
    public var scale: Scale
    /// In pixels.
    public var size: PixelSize
    /// Where the PNG lies.
    public var stored: StoredBytes

    package init(scale: Scale, size: PixelSize, stored: StoredBytes) {
        (self.scale, self.size, self.stored) = (scale, size, stored)
    }
}

/// An image with all its variants, in the order of their scales.
public struct PackImage: Hashable, Sendable {
    /// The name that clients ask for.
    public var name: LogicalName
    /// In ascending order of scales; at least one.
    public var variants: [PackVariant]

    package init(name: LogicalName, variants: [PackVariant]) { (self.name, self.variants) = (name, variants) }
}

/// A file that is packed as it is.
public struct PackResource: Hashable, Sendable {
    /// The path that clients ask for, relative to the theme's folder.
    public var path: PortablePath
    /// Where the file lies.
    public var stored: StoredBytes

    package init(path: PortablePath, stored: StoredBytes) { (self.path, self.stored) = (path, stored) }
}

/// All that a pack's index says.
public struct PackContents: Hashable, Sendable {
    package static let indexPath = "index"
    package static let manifestPath = "manifest.json"
    package static let settingsPath = "config.json"
    package static let imageFolder = "images/"
    package static let resourceFolder = "resources/"

    /// Whose pack it is.
    public var theme: PackTheme
    /// Tells what the theme was verified against: names and sizes of the default images, keys and types of the settings.
    public var contract: ContentDigest
    /// `manifest.json`
    public var manifest: StoredBytes
    /// `config.json`; `nil` if the theme has no settings.
    public var settings: StoredBytes?
    /// In the order of names.
    public var images: [PackImage]
    /// In the order of paths.
    public var resources: [PackResource]

    /// The entry of an image's variant.
    package func path(of name: LogicalName, at scale: Scale) -> String {
        Self.path(of: name, theme.imageNamePrefix, scale)
    }

    static func path(of name: LogicalName, _ prefix: ImagePrefix, _ scale: Scale) -> String {
        ImageFileName.packPath(below: imageFolder, of: name, prefix: prefix, scale: scale)
    }

    package init(
        theme: PackTheme, contract: ContentDigest, manifest: StoredBytes, settings: StoredBytes?, images: [PackImage],
        resources: [PackResource]
    ) {
        (self.theme, self.contract, self.manifest, self.settings) = (theme, contract, manifest, settings)
        (self.images, self.resources) = (images, resources)
    }
}

/// What a pack says of the theme in it.
public struct PackTheme: Hashable, Sendable {
    /// The name by which the theme is selected.
    public var id: ThemeID
    /// The name that people see.
    public var name: String
    /// The theme's own version.
    public var version: SemanticVersion
    /// What its image files have in front of their names.
    public var imageNamePrefix: ImagePrefix
    /// The theme that is asked where this one has nothing; `nil` means the default theme.
    public var extends: ThemeID?
    /// Where its colours of 4 and 8 digits have the alpha.
    public var colorOrder: Colour.Order
    /// When the theme is to be in force by itself.
    public var season: ThemeSeason

    package init(_ manifest: ThemeManifest) {
        (id, name, version) = (manifest.id, manifest.name, manifest.version)
        (imageNamePrefix, extends, colorOrder) = (manifest.imageNamePrefix, manifest.extends, manifest.colorOrder)
        season = manifest.season
    }

    /// Keys and values as the index and the manifest hold them, in the order of keys. Empty values are left out.
    package var properties: [(key: String, value: String)] {
        let own = [
            ("colorOrder", colorOrder == .argb ? "" : colorOrder.rawValue),
            ("extends", extends?.string ?? ""),
            ("id", id.string),
            ("imageNamePrefix", imageNamePrefix.string),
            ("name", name),
            ("version", version.description),
        ]
        return (own + season.properties).filter { !$0.1.isEmpty }.sorted { ByteOrder.precedes($0.0, $1.0) }
    }

    /// Reads what ``properties`` gives. Keys that this version does not know are passed over.
    init(properties: PackProperties) throws(PackDefect) {
        do {
            id = try ThemeID(properties["id"] ?? "")
            version = try SemanticVersion(properties["version"] ?? "")
            imageNamePrefix = try ImagePrefix(properties["imageNamePrefix"] ?? "")
            extends = try properties["extends"].map { try ThemeID($0) }
            season = try ThemeSeason(properties: properties)
        } catch let error as InvalidName {
            throw PackDefect("the index says of the theme '\(error.found)', expected: \(error.expected)")
        } catch {
            throw PackDefect("the index describes the theme wrongly")
        }
        name = properties["name"] ?? id.string
        guard let order = Colour.Order(rawValue: properties["colorOrder"] ?? "argb") else {
            throw PackDefect("the index has a colour order that does not exist")
        }
        colorOrder = order
    }
}

/// Why a file is not a sound pack.
package struct PackDefect: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// What a pack says that is too new for this reader; `nil` if something else is wrong.
    package let newerFormat: PackFormat?

    package init(_ description: String, newerFormat: PackFormat? = nil) {
        (self.description, self.newerFormat) = (description, newerFormat)
    }

    static var outside: PackDefect { PackDefect("the index points outside the pack") }

    /// - Parameter what: as the end of a sentence.
    static func damaged(_ what: StaticString) -> PackDefect { PackDefect("the index is damaged: \(what)") }
}

/// The two numbers in a pack that say who can read it.
public struct PackFormat: Hashable, Sendable {
    /// The format that the pack was written in.
    public let version: UInt16
    /// The lowest reader that understands it.
    public let minimumReader: UInt16
}
