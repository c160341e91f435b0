/// An image that a look-up found. It keeps the packs of its theme in memory.
public struct ThemeImage: Sendable {
    /// The theme that was asked. ``origin`` names the theme that answered.
    public let theme: Theme
    @usableFromInline
    let match: ImageMatch

    @inlinable
    init(theme: Theme, match: ImageMatch) {
        self.theme = theme
        self.match = match
    }

    private var link: ChainLink { theme.links[Int(match.linkIndex)] }
    var pack: ThemePack { link.pack }
    var variant: IndexVariant { match.variant }

    /// The logical name, `common/buttonImage`.
    public var name: String { pack.name(of: variant.record) }

    /// The scale of this image, which may differ from the one asked for.
    public var scale: Scale { variant.scale }

    /// The width and height in pixels.
    public var pixelSize: PixelSize { variant.size(in: link.bytes) }

    /// ``pixelSize`` divided by ``scale``.
    public var pointSize: PointSize {
        PointSize(
            width: Double(pixelSize.width) / Double(scale.factor),
            height: Double(pixelSize.height) / Double(scale.factor))
    }

    /// The SHA-256 of the bytes, usable as a key for caches of decoded images.
    public var digest: ContentDigest { variant.digest(in: pack.memory.bytes) }

    /// The size of the PNG in bytes.
    public var byteCount: Int { variant.byteCount }

    /// The theme, pack and entry that contain the image.
    public var origin: ThemeOrigin { ThemeOrigin(pack, entry: pack.entry(of: variant)) }

    /// The PNG's bytes. The first call checks them as the pack's ``MountMode`` says, and throws if they are not the
    /// packed bytes. Later calls allocate nothing.
    public func bytes() throws(ThemeError) -> ThemeBytes { try pack.bytes(of: variant) }

    /// The place of the bytes in the pack's file, for `sendfile`; `nil` if the pack was not mapped from a file.
    ///
    /// The first call checks the bytes as ``bytes()`` does. The first call for a pack opens its file again and keeps it
    /// open, so that the descriptor stays right when the file is replaced afterwards.
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if they are not the packed bytes;
    ///   ``ThemeError/unreadable(path:reason:)`` if the file was replaced or deleted before the first call.
    public func location() throws(ThemeError) -> FileLocation? { try pack.location(of: variant) }

    /// The margins that are not stretched: the setting `CapInsets.<name>` of the theme that was asked. `nil` means that
    /// the whole image is stretched. Throws as ``ThemeStorage/capInsets(_:)``.
    public func capInsets() throws(ThemeError) -> CapInsets? {
        let key = SettingKey("CapInsets", name)
        // Those of images whose names go on after a dot: `button.9`.
        let isOfOthers = try theme.setting(key)?.value.object.map { members in
            !members.isEmpty && members.values.allSatisfy { $0.object?.isEmpty == false }
        }
        return isOfOthers == true ? nil : try theme.capInsets(key)
    }
}

extension ThemeImage: Equatable {
    /// Returns whether both have the same bytes, scale, cap insets and rendering, even if their themes differ.
    public static func == (left: ThemeImage, right: ThemeImage) -> Bool {
        guard left.digest == right.digest, left.scale == right.scale else { return false }
        if left.theme === right.theme, left.name == right.name { return true }
        return (try? left.capInsets()) == (try? right.capInsets()) && (try? left.rendering) == (try? right.rendering)
    }
}

/// The variant that a look-up found, and the theme of the chain that has it.
@usableFromInline
struct ImageMatch: Sendable {
    let variant: IndexVariant
    let linkIndex: UInt16
}

/// A file that was packed unchanged: a font, a sound, a JPEG.
public struct ThemeResource: Sendable {
    let pack: ThemePack
    let variant: IndexVariant

    /// The path relative to the theme's folder, `fonts/Title.ttf`.
    public var path: String { pack.name(of: variant.record) }
    /// The SHA-256 of the bytes.
    public var digest: ContentDigest { variant.digest(in: pack.memory.bytes) }
    /// The size of the file in bytes.
    public var byteCount: Int { variant.byteCount }
    /// The theme, pack and entry that contain the file.
    public var origin: ThemeOrigin { ThemeOrigin(pack, entry: pack.entry(of: variant)) }

    /// The file's bytes. The first call checks them as the pack's ``MountMode`` says, and throws if they are not the
    /// packed bytes.
    public func bytes() throws(ThemeError) -> ThemeBytes { try pack.bytes(of: variant) }

    /// The place of the bytes in the pack's file, for `sendfile`; `nil` if the pack was not mapped from a file.
    ///
    /// The first call checks the bytes as ``bytes()`` does. The first call for a pack opens its file again and keeps it
    /// open, so that the descriptor stays right when the file is replaced afterwards.
    /// - Throws: ``ThemeError/damaged(path:entry:reason:)`` if they are not the packed bytes;
    ///   ``ThemeError/unreadable(path:reason:)`` if the file was replaced or deleted before the first call.
    public func location() throws(ThemeError) -> FileLocation? { try pack.location(of: variant) }
}

/// The theme, pack and entry that contain an answer.
public struct ThemeOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The theme of the chain that answered.
    public let theme: ThemeID
    /// The path that its pack was mounted from.
    public let pack: String
    /// The entry of the pack, as `unzip` lists it, or the file of a mounted folder.
    public let entry: String
    /// `year.themepack.zip!/entry`, or the file of a mounted folder.
    public let description: String

    init(_ pack: ThemePack, entry: String) {
        theme = pack.theme.id
        self.pack = pack.path
        self.entry = entry
        description = pack.place(of: entry)
    }
}
