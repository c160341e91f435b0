import Foundation
import ThemeModel
import ThemePackager
import ThemeRuntime

/// A project, and its packs as this checkout's packager makes them.
struct Corpus {
    /// How the table names it.
    let name: String
    let isSynthetic: Bool
    /// The project's folder.
    let project: String
    /// The pack of the theme that is measured.
    let themePack: String
    /// What the theme's pack holds.
    let contents: PackContents
    /// Names in an order without rhyme: what the theme has, and what it leaves to the default theme.
    let names: [String]
    let namesOfDefault: [String]
    /// The same images for GResource.
    let resourceBundle: String
    private let defaults: ThemePack

    /// - Parameter scratch: the packs are written to a folder in it, and are this checkout's, whatever was there before.
    init(_ name: String, project root: String, isSynthetic: Bool, scratch: String) throws {
        (self.name, self.isSynthetic) = (name, isSynthetic)
        project = root
        let verification = try Verifier(Project(at: root), jobs: ProcessInfo.processInfo.activeProcessorCount)
            .verifyForPackaging(.everything)
        if let finding = verification.findings.first(where: { $0.severity == .error }) {
            throw BenchmarkFailure("\(root) cannot be packed: \(finding)")
        }
        let folder = "\(scratch)/packs-\(name)"
        let packs = try Distribution(folder: folder).write(
            verification.themes, from: DiskFileSystem(), date: .fixed
        ).map { try ThemePack(mounting: $0.path) }
        guard let theme = packs.first(where: { $0.theme.id != .default }) else {
            throw BenchmarkFailure("\(root) has no theme besides the default")
        }
        // A project need not have a folder for its default theme, and then has no pack of it.
        defaults =
            try packs.first { $0.theme.id == .default } ?? ThemePack(theme: .default, inProject: root)
        themePack = theme.path
        contents = try theme.contents()
        var random = SeededOrder()
        let own = Set(contents.images.map(\.name.description))
        names = own.sorted().shuffled(using: &random).map(Self.copy)
        namesOfDefault = try defaults.contents().images.map(\.name.description)
            .filter { !own.contains($0) }.shuffled(using: &random).map(Self.copy)
        resourceBundle = "\(folder)/images.gresource"
        try GResourceBundle.compile(
            contents, from: "\(root)/themes/\(theme.theme.id)", to: resourceBundle)
    }

    /// Strings that lie in memory in the order in which they are asked for, as those of the peers do.
    private static func copy(_ name: String) -> String { String(decoding: Array(name.utf8), as: UTF8.self) }

    /// A library with both themes mounted.
    func library() throws -> ThemeLibrary {
        let library = try ThemeLibrary(default: defaults)
        try library.add(ThemePack(mounting: themePack))
        return library
    }

    /// The theme that is measured, in that library.
    func theme(of library: ThemeLibrary) throws -> Theme {
        guard let theme = library.theme(contents.theme.id) else { throw BenchmarkFailure("the theme is not mounted") }
        return theme
    }

    /// Where a pack has its images (FORMAT.md, section 1).
    static let imageFolder = "images/"

    /// The entries of the names, as other tools see them; in the order of `names`.
    var entries: [String] {
        let paths = contents.entries.map(\.path).filter { $0.hasPrefix(Corpus.imageFolder) }
        let variants = contents.images.flatMap { image in image.variants.map { _ in image.name.description } }
        let entries = Dictionary(zip(variants, paths), uniquingKeysWith: { first, _ in first })
        return names.compactMap { entries[$0] }
    }
}

/// The same order in every run.
private struct SeededOrder: RandomNumberGenerator {
    private var state: UInt64 = 7

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        let mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 27
    }
}
