import PackFormat

/// The limits for reading packs. A pack that was built with larger limits in `themepack.json` needs larger ones here.
public struct ReadingLimits: Hashable, Sendable {
    /// Bytes of a pack. The default is the largest size of the format.
    public var packBytes = Int(clamping: FormatLimits.packBytes)
    /// Bytes of a settings file.
    public var settingsBytes = 4_194_304
    /// Levels of objects and lists in a settings file, at most 128.
    public var settingsDepth = 32
    /// Bytes of all key paths of a settings file. Each member repeats the path of its parents.
    public var keyPathBytes = 16_777_216

    /// The default limits, which are those of a project.
    public init() {}
}
