/// How large things may be, each checked before memory is allocated for it. `themepack.json` can change them under
/// `"limits"`, by the names that the properties have here.
public struct Limits: Hashable, Sendable {
    /// Pixels. The largest screens have 8,192; PNG allows 2,147,483,647, which no viewer shows.
    public var imageWidth = 16_384
    public var imageHeight = 16_384
    /// Width times height. 64 Mi pixels are 256 MiB in an app's memory, more than any theme's picture may take.
    public var imagePixels = 67_108_864
    /// Bytes of an image file. As many are held in memory per worker while the image is checked.
    public var imageBytes = 67_108_864
    /// Bytes of a file that is packed as it is. It is held in memory twice while it is packed.
    public var resourceBytes = 67_108_864
    /// Bytes of `theme.json`, `themepack.json` and of a settings file.
    public var configBytes = 4_194_304
    /// Levels of objects and lists in them.
    public var configDepth = 32
    /// Values in them, each of which is read with its place.
    public var configValues = 100_000
    /// Files in one tree: ten times the largest theme that is measured. Guards against pointing at the wrong folder.
    public var files = 1_000_000
    /// Folders within folders.
    public var folderDepth = 32

    public init() {}

    /// The names by which `themepack.json` sets them.
    public static let names = keyPaths.map(\.name)

    /// `maximum` is what the code can bear: reading recurses by depth, and PNG's numbers have 31 bits.
    static let keyPaths: [(name: String, keyPath: any WritableKeyPath<Limits, Int> & Sendable, maximum: Int)] = [
        ("imageWidth", \.imageWidth, 0x7FFF_FFFF), ("imageHeight", \.imageHeight, 0x7FFF_FFFF),
        ("imagePixels", \.imagePixels, 1 << 32), ("imageBytes", \.imageBytes, 1 << 28),
        ("resourceBytes", \.resourceBytes, 1 << 30), ("configBytes", \.configBytes, 1 << 26),
        ("configDepth", \.configDepth, 128), ("configValues", \.configValues, 10_000_000),
        ("files", \.files, 100_000_000), ("folderDepth", \.folderDepth, 256),
    ]

    /// What a pack may hold, whatever the limits of the project that it was built in.
    static let ofPacks: Limits = {
        var limits = Limits()
        for (_, keyPath, maximum) in keyPaths { limits[keyPath: keyPath] = maximum }
        return limits
    }()
}
