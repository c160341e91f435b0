// Every limit that input is held against. Each is checked before memory is allocated, or work is done, by the number that it
// limits. Those of a project can be changed in themepack.json, those of a reader where it is made; those of the format are
// what FORMAT.md says, and the same for everybody.

/// How large the files of a project may be. `themepack.json` can change them under `"limits"`, by the names that the
/// properties have here.
public struct Limits: Hashable, Sendable {
    /// Pixels. The largest screens have 8,192; PNG allows 2,147,483,647, which no viewer shows.
    public var imageWidth = 16_384
    /// Pixels.
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
    /// Bytes of a key in them: its place is kept with those of everything below it.
    public var configKeyBytes = 256
    /// Bytes of compressed text and colour profiles in an image. They are passed over here, but may inflate to a thousand
    /// times as many where the image is opened. Far more than any colour profile has.
    public var imageExtraBytes = 524_288
    /// Patterns with wildcards in `"resources"`. Every file is held against each of them.
    public var resourcePatterns = 1000
    /// Files in one tree: ten times the largest theme that is measured. Guards against pointing at the wrong folder.
    public var files = 1_000_000
    /// Folders within folders.
    public var folderDepth = 32

    /// The limits of a project that sets none.
    public init() {}

    /// The names by which `themepack.json` sets them.
    package static let names = keyPaths.map(\.name)

    /// `maximum` is what the code can bear: reading recurses by depth, and PNG's numbers have 31 bits.
    package static let keyPaths: [(name: String, keyPath: any WritableKeyPath<Limits, Int> & Sendable, maximum: Int)] =
        [
            ("imageWidth", \.imageWidth, 0x7FFF_FFFF), ("imageHeight", \.imageHeight, 0x7FFF_FFFF),
            ("imagePixels", \.imagePixels, 1 << 32), ("imageBytes", \.imageBytes, 1 << 28),
            ("resourceBytes", \.resourceBytes, 1 << 30), ("configBytes", \.configBytes, 1 << 26),
            ("configDepth", \.configDepth, 128), ("configValues", \.configValues, 10_000_000),
            ("configKeyBytes", \.configKeyBytes, 4096), ("imageExtraBytes", \.imageExtraBytes, 1 << 28),
            ("resourcePatterns", \.resourcePatterns, 100_000),
            ("files", \.files, 100_000_000), ("folderDepth", \.folderDepth, 256),
        ]

    /// What a pack may hold, whatever the limits of the project that it was built in.
    package static let ofPacks: Limits = {
        var limits = Limits()
        for (_, keyPath, maximum) in keyPaths { limits[keyPath: keyPath] = maximum }
        return limits
    }()
}

/// How much a reader of packs takes upon itself. A pack that was built with larger limits in `themepack.json` needs larger
/// ones here as well.
public struct ReadingLimits: Hashable, Sendable {
    /// Bytes of a pack that is read into memory. By default the largest that the format has.
    public var packBytes = Int(clamping: FormatLimits.packBytes)
    /// Bytes of a settings file.
    public var settingsBytes = 4_194_304
    /// Levels of objects and lists in it; at most 128 are read, as reading recurses.
    public var settingsDepth = 32
    /// Bytes of all its key paths together: a long key with many members below it would otherwise make gigabytes of them.
    public var keyPathBytes = 16_777_216

    /// The limits that a project has by default, too.
    public init() {}
}

/// What the format allows.
package enum FormatLimits {
    /// Bytes of a pack. Beyond 4 GiB offsets need zip64 extra fields, whose layout readers disagree about.
    package static let packBytes: UInt64 = 0xFFFF_FFFE
    /// Bytes of a path: well below `PATH_MAX`, with room for the folder that it is unpacked into.
    package static let pathBytes = 1024
    /// Bytes of a part of a path: what the common file systems can hold.
    package static let partBytes = 255
    /// Bytes of a theme's id, of its prefix and of its version: all three stand in file names, with others.
    package static let nameBytes = 64
    /// Bytes of the name that people see.
    package static let titleBytes = 256
    /// Records that a block of the index may hold: the bound of every look-up.
    package static let recordsPerBlock = 64
    /// Bytes of the theme's properties in the index's header, which is read as a whole.
    package static let propertiesBytes = 4096
}
