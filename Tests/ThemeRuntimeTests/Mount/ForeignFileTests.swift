import Foundation
import TestSupport
import Testing
import PackFormat
@testable import ThemePackager
import ThemeRuntime

@Suite("Files that are not packs")
struct ForeignFileTests {
    private static let pack: [UInt8] = {
        let forged = try? ForgedPack("year")
        return (try? forged?.bytes()) ?? []
    }()
    /// As a program that unpacks a pack sees it.
    private static let entries: [(path: String, bytes: [UInt8])] = [
        ("index", Array(pack.dropFirst(35).prefix(192))), ("manifest.json", Array("{}".utf8)),
    ]

    /// Says that the first entry is deflated, as most programs write it.
    private static func compressed(_ archive: [UInt8]) -> [UInt8] {
        archive.prefix(8) + [8] + archive.dropFirst(9)
    }

    private static func inFolder(_ folder: String) -> [(path: String, bytes: [UInt8])] {
        entries.map { ("\(folder)/\($0.path)", $0.bytes) }
    }

    static let files: [(name: String, bytes: [UInt8])] = [
        ("a Git LFS pointer", Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n".utf8)),
        ("a git-annex pointer", Array("/annex/objects/SHA256E-s9--00.zip\n".utf8)),
        ("HTML", Array("<!DOCTYPE html>\n<html>".utf8)),
        ("the text of a link", Array("../packs/year-1.0.0.themepack.zip".utf8)),
        ("an artifact with a pack", StoredZip.archive([("year-1.0.0.themepack.zip", pack), ("SHA256SUMS", [1])])),
        (
            "an artifact with a folder of packs",
            StoredZip.archive([("SHA256SUMS", [1]), ("dist/year-1.0.0.themepack.zip", pack)])
        ),
        ("a pack zipped again, other entries first", StoredZip.archive(entries.reversed())),
        (
            "a pack zipped again, stored",
            StoredZip.archive([("index", Array(pack.dropFirst(35)))] + entries.dropFirst())
        ),
        ("a pack zipped again, compressed", compressed(StoredZip.archive([("index", [1])] + entries.dropFirst()))),
        ("a pack zipped again in a folder", StoredZip.archive(inFolder("year-1.0.0.themepack"))),
        (
            "a pack zipped again by macOS",
            StoredZip.archive([("__MACOSX/._index", [0, 5, 22, 7])] + inFolder("year"))
        ),
        ("a project", StoredZip.archive([("look/assets/a.png", []), ("look/themes/year/theme.json", [])])),
        ("another archive", StoredZip.archive([("readme.txt", [65])])),
        ("half of an artifact", Array(StoredZip.archive([("year-1.0.0.themepack.zip", pack)]).dropLast(90))),
        ("half of a project", Array(StoredZip.archive([("look/themes/year/theme.json", pack)]).dropLast(200))),
        ("gzip", [0x1F, 0x8B, 8, 0, 0]), ("tar", [UInt8](repeating: 0x61, count: 257) + Array("ustar".utf8)),
        ("7z", Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C]), ("RAR", Array("Rar!\u{1A}\u{7}".utf8)),
        ("a delta", [0x89, 0x54, 0x48, 0x44, 0x0D, 0x0A, 0x1A, 0x0A, 0]),
        ("a signature", Array("-----BEGIN SSH SIGNATURE-----\n".utf8)),
        ("a server's answer", Array("{\"message\": \"Not Found\"}".utf8)), ("a PDF", Array("%PDF-1.7\n".utf8)),
        ("a PNG", PNGFile(2, 2).bytes),
        ("a pack with other line breaks", Array(pack.map { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }.joined())),
        ("a pack as text", Array(String(String.UnicodeScalarView(pack.map { Unicode.Scalar($0) })).utf8)),
        ("a pack as invalid text", Array(String(decoding: pack, as: UTF8.self).utf8)),
        ("AppleDouble", [0, 5, 0x16, 7, 0, 2, 0, 0]), ("other bytes", Array("not a pack".utf8)),
    ]

    @Test("A file in the place of a pack is named, with the way to the pack", arguments: files.indices)
    func named(_ number: Int) throws {
        let (name, bytes) = Self.files[number]
        let sandbox = try Sandbox()
        let path = "\(sandbox.path)/p.themepack.zip"
        try sandbox.write("p.themepack.zip", bytes)
        let finding = try #require(try PackVerifier(jobs: 1).verify(path).findings.first)
        #expect(finding.rule == .packStructure)
        #expect(try Sentences.mismatch(finding.sentence, of: "in place of a pack: \(name)", in: "bad-packs") == nil)
        for mode in MountMode.allCases {
            let error = #expect(throws: ThemeError.self) { try ThemePack(mounting: path, mode: mode) }
            #expect(error?.reason == finding.message && error?.hint == finding.hint, "\(mode)")
        }
        let error = #expect(throws: UserError.self) { try PackReader.contents(of: path) }
        #expect(error?.message == finding.message && error?.hint == finding.hint)
    }

    @Test("Half of a pack is not another file", arguments: [60, 200])
    func half(_ count: Int) throws {
        let findings = Self.pack.prefix(count).withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "p") }.findings
        #expect(findings.first?.hint == "fetch or build it again")
    }

    @Test("An archive whose directory lies, or is beyond the last megabyte, ends")
    func hostile() throws {
        var archive = StoredZip.archive([("a", []), ("b", [])])
        for offset in archive.indices {
            for value: UInt8 in [0, 0xFF] {
                let old = archive[offset]
                archive[offset] = value
                #expect(throws: ThemeError.self) { try ThemePack(copying: archive, path: "p") }
                archive[offset] = old
            }
        }
        let large = StoredZip.archive((0..<30_000).map { ("some/folder/of/\($0)", []) })
        let error = #expect(throws: ThemeError.self) { try ThemePack(copying: large, path: "p") }
        #expect(error?.reason == "this is not a theme pack, but another archive")
    }

    @Test("The folder of an unpacked pack is named")
    func folder() throws {
        let sandbox = try Sandbox()
        for (path, bytes) in Self.inFolder("year-1.0.0.themepack") { try sandbox.write(path, bytes) }
        let path = "\(sandbox.path)/year-1.0.0.themepack"
        let error = #expect(throws: ThemeError.self) { try ThemePack(mounting: path) }
        #expect(error?.reason == PackContents.unpacked)
        let other = #expect(throws: UserError.self) { try PackReader.contents(of: path) }
        #expect(other?.message == PackContents.unpacked)
    }

    @Test(
        "A pack of a folder that was renamed or unpacked is reported until it has its name",
        arguments: [
            "year-1.0.0.themepack (1).zip", "year-1.0.0.themepack(1).zip", "year-1.0.0.themepack copy.zip",
            "year-1.0.0.themepack - Copy.zip", "year-1.0.0.themepack.ZIP", "year-1.0.0.themepack",
            "year-1.0.0.themepack.zip.zip",
        ])
    func renamed(_ name: String) throws {
        let packs = try VersionedPacks()
        let library = try ThemeLibrary(default: ThemePack(mounting: packs.build("default", "1.0.0")))
        let path = try packs.put(packs.build("year", "1.0.0"), as: name)
        let report = library.sync(folder: packs.folder)
        #expect(report.changes.isEmpty && report.problems.map(\.path) == [path], "\(report)")
        try #require(rename(path, "\(packs.folder.path)/year-1.0.0.themepack.zip") == 0)
        #expect(library.sync(folder: packs.folder).description == "year 1.0.0 added")
    }

    @Test("Signatures, sums and downloads that are not complete are not reported")
    func beside() throws {
        let packs = try VersionedPacks()
        let library = try ThemeLibrary(default: ThemePack(mounting: packs.build("default", "1.0.0")))
        let names = [
            "year-1.0.0.themepack.zip.sig", "SHA256SUMS", "year-1.0.0.themepack.zip.crdownload",
            "year-1.0.0.themepack.zip.part", ".year-1.0.0.themepack (1).zip", "index", "photos.zip",
        ]
        for name in names { try packs.write([1], as: name) }
        #expect(library.sync(folder: packs.folder).isEmpty)
        try packs.write([1], as: "manifest.json")
        #expect(library.sync(folder: packs.folder).problems.map(\.path) == [packs.folder.path])
    }
}
