public import ThemeModel

/// The answer to "which picture?": everything about it, and the way to its bytes. They are looked at when asked for.
///
/// Holding it keeps the packs of its theme in memory.
public struct ThemeImage: Sendable {
    /// The theme that was asked; ``origin`` tells which one answered.
    public let theme: Theme
    @usableFromInline
    let place: ImagePlace

    @inlinable
    init(theme: Theme, place: ImagePlace) { (self.theme, self.place) = (theme, place) }

    private var link: Link { theme.links[Int(place.link)] }
    var pack: ThemePack { link.pack }
    var variant: PackRecordVariant { place.variant }

    /// The logical name, `common/buttonImage`.
    public var name: String { pack.name(of: variant.record) }

    /// The scale of this picture, which may be another than was asked for.
    public var scale: Scale { variant.scale }

    /// Width and height of this picture in pixels.
    public var pixelSize: PixelSize { variant.size(in: link.bytes) }

    /// ``pixelSize`` divided by ``scale``.
    public var pointSize: PointSize {
        PointSize(
            width: Double(pixelSize.width) / Double(scale.factor),
            height: Double(pixelSize.height) / Double(scale.factor))
    }

    /// SHA-256 of the bytes: a key for caches of decoded images.
    public var digest: ContentDigest { variant.digest(in: pack.memory.bytes) }

    /// How many bytes the PNG has.
    public var byteCount: Int { variant.byteCount }

    /// Where the picture comes from.
    public var origin: ThemeOrigin { ThemeOrigin(pack, entry: pack.entry(of: variant)) }

    /// The PNG's bytes. The first time they are checked as the pack's ``MountMode`` says; later this allocates nothing.
    ///
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if they are not those that were packed.
    public func bytes() throws(ThemeError) -> ThemeBytes { try pack.bytes(of: variant) }

    /// How far from its edges the picture is not to be stretched: the setting `CapInsets.<name>` of the theme that was asked,
    /// an object of `top`, `left`, `bottom` and `right` in points. `nil` where it is not set: stretch the whole.
    ///
    /// - Throws: ``ThemeError`` if the setting is something else.
    public func capInsets() throws(ThemeError) -> CapInsets? { try theme.capInsets(SettingKey("CapInsets", name)) }
}

/// Where a picture was found: valid for the theme that was asked.
@usableFromInline
struct ImagePlace: Sendable {
    let variant: PackRecordVariant
    /// Which theme of the chain has it.
    let link: UInt16
}

/// A file that was packed as it is: a font, a sound, a JPEG.
public struct ThemeResource: Sendable {
    let pack: ThemePack
    let variant: PackRecordVariant

    /// Relative to the theme's folder, `fonts/Title.ttf`.
    public var path: String { pack.name(of: variant.record) }
    /// SHA-256 of the bytes.
    public var digest: ContentDigest { variant.digest(in: pack.memory.bytes) }
    /// How many bytes the file has.
    public var byteCount: Int { variant.byteCount }
    /// Where the file comes from.
    public var origin: ThemeOrigin { ThemeOrigin(pack, entry: pack.entry(of: variant)) }

    /// The file's bytes. The first time they are checked as the pack's ``MountMode`` says.
    ///
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if they are not those that were packed.
    public func bytes() throws(ThemeError) -> ThemeBytes { try pack.bytes(of: variant) }
}

/// Where an answer comes from.
public struct ThemeOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The theme of the chain that had the answer.
    public let theme: ThemeID
    /// Where its pack was mounted from.
    public let pack: String
    /// The entry of the pack, as `unzip` lists it; the file, if a folder is mounted.
    public let entry: String

    init(_ pack: ThemePack, entry: String) { (theme, self.pack, self.entry) = (pack.theme.id, pack.path, entry) }

    public var description: String { "\(pack)!/\(entry)" }
}
