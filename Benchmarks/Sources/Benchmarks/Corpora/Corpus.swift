import Foundation
import ThemeDevelopment
import ThemeRuntime

/// A project and its packs, which the built tool writes.
struct Corpus {
    let name: String
    let isSynthetic: Bool
    let project: String
    /// The pack of the measured theme, and its id.
    let themePack: String
    let theme: ThemeID
    /// In the order of the pack, like `imageNames`.
    let variants: [PackListing.Variant]
    let imageNames: [String]
    /// Names in a random order that is the same in every run: the theme's own, and those of the default theme alone.
    let names: [String]
    let namesOfDefault: [String]
    /// The pack's entries of `names`, in their order.
    let entries: [String]
    /// The same images for GResource.
    let resourceBundle: String
    private let defaults: ThemePack

    /// - Parameter scratch: a folder for the packs. They are written anew in every run.
    init(_ name: String, project root: String, isSynthetic: Bool, scratch: String) throws {
        (self.name, self.isSynthetic) = (name, isSynthetic)
        project = root
        let folder = "\(scratch)/packs-\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try ToolBenchmark.themepack(["build", "-q", "--no-cache", "-o", folder], in: root).run()
        let packs = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".zip") }.sorted()
            .map { try ThemePack(mounting: "\(folder)/\($0)") }
        guard let pack = packs.first(where: { $0.theme.id != .default }) else {
            throw BenchmarkFailure("\(root) has no theme besides the default")
        }
        // A project without a folder for its default theme has no pack of it.
        defaults = try packs.first { $0.theme.id == .default } ?? ThemePack(theme: .default, inProject: root)
        (themePack, theme) = (pack.path, pack.theme.id)
        variants = try PackListing(of: pack.path, scratch: folder).images
        imageNames = try pack.imageNames().map(\.description)
        var random = SeededOrder()
        let own = Set(imageNames)
        names = own.sorted().shuffled(using: &random).map(Self.copy)
        namesOfDefault = try defaults.imageNames().map(\.description)
            .filter { !own.contains($0) }.shuffled(using: &random).map(Self.copy)
        let paths = Dictionary(variants.map { ($0.name, Self.entry(of: $0, pack.theme)) }) { first, _ in first }
        entries = names.compactMap { paths[$0] }
        resourceBundle = "\(folder)/images.gresource"
        try GResourceBundle.compile(
            variants.map { Self.entry(of: $0, pack.theme) }, from: "\(root)/themes/\(theme)", to: resourceBundle)
    }

    /// Copies a name, so that names lie in memory in the order of the look-ups, like those of the peers.
    private static func copy(_ name: String) -> String { String(decoding: Array(name.utf8), as: UTF8.self) }

    func library() throws -> ThemeLibrary {
        let library = try ThemeLibrary(default: defaults)
        try library.add(ThemePack(mounting: themePack))
        return library
    }

    func theme(of library: ThemeLibrary) throws -> Theme {
        guard let theme = library.theme(theme) else { throw BenchmarkFailure("the theme is not mounted") }
        return theme
    }

    /// The folder of images in a pack (FORMAT.md, section 1).
    static let imageFolder = "images/"

    /// The name of a variant's entry (FORMAT.md, section 2).
    private static func entry(of variant: PackListing.Variant, _ theme: PackTheme) -> String {
        let folder = variant.name.lastIndex(of: "/").map { variant.name[...$0] } ?? ""
        let suffix = variant.scale == 1 ? "" : "@\(variant.scale)x"
        let name = "\(theme.imageNamePrefix.string)\(variant.name.dropFirst(folder.count))\(suffix).png"
        return "\(imageFolder)\(folder)\(name)"
    }
}

private struct SeededOrder: RandomNumberGenerator {
    private var state: UInt64 = 7

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 27
    }
}
