import ThemeModel
import Foundation
import PackFormat
import TestSupport
import Testing

@testable import ThemePackager
@testable import ThemeProject

/// A project of two packs, which a build replaces.
struct ReplacedPacks {
    let sandbox: Sandbox
    /// The files of the folder before the build, by name.
    let old: [String: [UInt8]]
    /// Its files after the build.
    let new: [String: [UInt8]]
    /// The themes of the new packs.
    let themes: [VerifiedTheme]

    /// Two packs, of which one has several pieces.
    private static func project(_ shade: UInt8) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["*.bin"]}"#
            project["themes/year/config.json"] = nil
            for name in 1...4 { project.files["themes/year/\(name).bin"] = [UInt8](repeating: shade, count: 300_000) }
            project.files["assets/common/button.png"] = PNGFile(44, 22, shade: shade).bytes
        }
    }

    init() throws {
        sandbox = try Sandbox()
        let themes = try [1, 2].map { try Packs.themes(Self.project($0)) }
        let listings = try themes.map { themes in
            let sandbox = try Sandbox()
            _ = try Distribution(in: OutputPlace(folder: "\(sandbox.path)/dist", for: "packs")).write(
                themes, from: MemoryFileSystem(), date: .earliest)
            return try sandbox.listing(of: "dist")
        }
        (self.themes, old, new) = (themes[1], listings[0], listings[1])
    }

    func restore(_ files: [String: [UInt8]]) throws {
        try? FileManager.default.removeItem(atPath: "\(sandbox.path)/dist")
        for (name, bytes) in files { try sandbox.write("dist/\(name)", bytes) }
    }

    func write(on disk: FaultyDisk, inspection: Distribution.PackCheck? = nil) throws {
        var distribution = try Distribution(in: OutputPlace(folder: "\(sandbox.path)/dist", for: "packs"))
        distribution.disk = disk.calls
        _ = try distribution.write(themes, from: MemoryFileSystem(), date: .earliest, packCheck: inspection)
    }

    /// Expects that `SHA256SUMS` lists no file with another digest than its own.
    func expectTrueChecksums(_ comment: String, at location: SourceLocation = #_sourceLocation) throws {
        let files = try sandbox.listing(of: "dist")
        for line in String(decoding: files["SHA256SUMS"] ?? [], as: UTF8.self).split(separator: "\n") {
            let (digest, name) = (line.prefix(64), String(line.dropFirst(66)))
            guard let bytes = files[name] else { continue }
            #expect(ContentDigest(of: bytes).description == digest, "\(name), \(comment)", sourceLocation: location)
        }
    }
}
