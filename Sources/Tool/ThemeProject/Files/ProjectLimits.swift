/// The limits of a project's files. `themepack.json` sets them under `"limits"`, by the names of these properties.
package struct ProjectLimits: Hashable, Sendable {
    /// The file that sets them.
    static let fileName = "themepack.json"

    /// Width in pixels. The largest screens have 8,192; PNG allows 2,147,483,647, which no viewer shows.
    package var imageWidth = 16_384
    package var imageHeight = 16_384
    /// Width times height. 64 Mi pixels take 256 MiB of an app's memory.
    package var imagePixels = 67_108_864
    /// Each worker reads one whole file into memory.
    package var imageBytes = 67_108_864
    /// Packing takes twice as much memory.
    package var resourceBytes = 67_108_864
    /// Bytes of `theme.json`, `themepack.json` and of a settings file.
    package var configBytes = 4_194_304
    package var configDepth = 32
    /// Values in such a file. The position of each value is stored.
    var configValues = 100_000
    /// Bytes of a key in such a file. The path of every value below the key repeats it.
    var configKeyBytes = 256
    /// Bytes of the key paths of all values in such a file. A long key with many members is repeated for each of them.
    package var configPathBytes = 16_777_216
    /// Compressed text and color profiles. A program that opens the image can inflate them to a thousand times as many.
    var imageExtraBytes = 524_288
    /// Texts, color profiles and other chunks that are no pixels. By default, libpng rejects one of 8,000,000 bytes.
    var imageMetadataBytes = 4_194_304
    /// Patterns with wildcards in one list, such as `"resources"` or `"ignore"`. Names or paths are compared with each.
    var resourcePatterns = 1000
    /// Files in one tree, ten times those of the largest theme in the benchmarks. Reports a wrong folder early.
    package var files = 1_000_000
    package var folderDepth = 32
    /// The factor by which all limits of ``WorkBudget`` are multiplied.
    package var work = 1

    package init() {}

    var longPaths: String { "has key paths of more than \(configPathBytes) bytes together" }
    static let pathsHint = "shorten long keys that have many members, or raise the limit \"configPathBytes\""

    static let names = all.map(\.name)

    package typealias Limit = (
        name: String, keyPath: any WritableKeyPath<ProjectLimits, Int> & Sendable, maximum: Int, meaning: String
    )

    /// Every limit with its maximum. Reading recurses for each level of depth, and PNG's numbers have 31 bits.
    package static let all: [Limit] = [
        ("imageWidth", \.imageWidth, 0x7FFF_FFFF, "Pixels of an image's width"),
        ("imageHeight", \.imageHeight, 0x7FFF_FFFF, "Pixels of an image's height"),
        ("imagePixels", \.imagePixels, Int(clamping: 1 << 32 as Int64), "Width times height of an image"),
        ("imageBytes", \.imageBytes, 1 << 28, "Bytes of an image's file"),
        ("resourceBytes", \.resourceBytes, 1 << 30, "Bytes of a file that \"resources\" names"),
        ("configBytes", \.configBytes, 1 << 26, "Bytes of a file of settings, theme.json or themepack.json"),
        ("configDepth", \.configDepth, 128, "Objects and lists within each other in such a file"),
        ("configValues", \.configValues, 10_000_000, "Values in such a file"),
        ("configKeyBytes", \.configKeyBytes, 4096, "Bytes of a key in such a file"),
        ("configPathBytes", \.configPathBytes, 1 << 26, "Bytes of the paths of all values in such a file"),
        ("imageExtraBytes", \.imageExtraBytes, 1 << 28, "Bytes of compressed text and color profiles in an image"),
        ("imageMetadataBytes", \.imageMetadataBytes, 1 << 28, "Bytes of metadata in an image"),
        ("resourcePatterns", \.resourcePatterns, 100_000, "Patterns with wildcards in one list, such as \"resources\""),
        ("files", \.files, 100_000_000, "Files in one tree"),
        ("folderDepth", \.folderDepth, 256, "Folders within each other"),
        ("work", \.work, 1_000_000, "The factor of all limits of work that multiplies its input"),
    ]
}
