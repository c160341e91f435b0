import Foundation
import TestSupport
import Testing

@testable import PackFormat
@testable import ThemeModel
@testable import ThemeRuntime

@Suite("Mounting packs")
struct MountTests {
    /// A default theme and another, with every kind of content.
    static func smallPacks() throws -> [String: String] {
        let project = try TestProject()
        for name in ["common/button.png", "common/button@2x.png", "tabbar/home@2x.png"] {
            try project.image("assets/\(name)")
        }
        try project.image("themes/year/common/year_button@2x.png")
        try project.write("themes/year/fonts/title.ttf", "a font")
        try project.theme("default", config: #"{"Color": {"background": "FFF", "title": "000"}}"#)
        try project.theme(
            "year", prefix: "year_", config: #"{"Color": {"background": "C01628"}}"#,
            more: #", "resources": ["fonts/**"]"#)
        return try project.build(to: Sandbox.untilExit().path)
    }

    @Test("Every mode gives the same answers", arguments: MountMode.allCases)
    func modes(_ mode: MountMode) throws {
        let packs = try Self.smallPacks()
        let library = try ThemeLibrary(default: ThemePack(mounting: packs["default"] ?? "", mode: mode))
        try library.add(ThemePack(mounting: packs["year"] ?? "", mode: mode))
        let theme = try #require(library.theme("year"))
        let image = try #require(try theme.image("common/button", scale: .two))
        #expect(image.origin.theme == (ThemeID("year")))
        #expect(image.origin.entry == "images/common/year_button@2x.png")
        #expect(image.pixelSize == PixelSize(width: 16, height: 8))
        #expect(image.pointSize == PointSize(width: 8, height: 4))
        let bytes = try image.bytes()
        let expected = PNGFile(
            16, 8, seed: XXHash64.hash("themes/year/common/year_button@2x.png")
        ).bytes
        #expect(Array(bytes.data) == expected)
        #expect(bytes.withSpan { $0.byteCount } == expected.count)
        #expect(bytes.withUnsafeBytes { $0.elementsEqual(expected) })
        #expect(try theme.resource("fonts/title.ttf")?.bytes().data == Data("a font".utf8))
        #expect(try theme.resource("fonts/other.ttf") == nil)
        #expect(try theme.string("Color.background") == "C01628")
        #expect(try theme.pack.contents().images.map(\.name.description) == ["common/button"])
    }

    @Test(
        "A mapped pack stays usable when its file is replaced or deleted",
        arguments: [MountMode.checkedWhenRead, .resident])
    func replaced(_ mode: MountMode) throws {
        let packs = try Self.smallPacks()
        let path = try #require(packs["default"])
        let theme = try ThemeLibrary(default: ThemePack(mounting: path, mode: mode)).defaultTheme
        try Data("something else".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        let image = try #require(try theme.image("common/button", scale: .one))
        #expect(try image.bytes().count == image.byteCount)
        try FileManager.default.removeItem(atPath: path)
        #expect(try theme.image("tabbar/home", scale: .one)?.bytes().count != nil)
        #expect(try theme.string("Color.title") == "000")
    }

    @Test("Overwriting in place does not reach a resident pack")
    func overwritten() throws {
        let path = try #require(try Self.smallPacks()["default"])
        let theme = try ThemeLibrary(default: ThemePack(mounting: path, mode: .resident)).defaultTheme
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 10)
        try file.close()
        #expect(try theme.image("common/button", scale: .two)?.bytes().count != nil)
    }

    @Test(
        "A changed byte in any entry, manifest.json included, fails the modes that check at mount",
        arguments: MountMode.allCases)
    func changedEntry(_ mode: MountMode) throws {
        let path = try #require(try Self.smallPacks()["year"])
        let sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let entries = Array(try ThemePack(mounting: path).contents().entries)
        #expect(entries.map(\.path).contains("manifest.json") && entries.count == 4)
        for entry in entries {
            var bytes = sound
            bytes[Int(entry.stored.offset)] ^= 1
            let mount = { try ThemePack(copying: bytes, path: "p.zip", mode: mode) }
            if mode.checksAtMount {
                let error = #expect(throws: ThemeError.self) { try mount() }
                guard case .damaged("p.zip", entry.path, let reason) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                #expect(try Sentences.mismatch(reason, of: "mounting a changed byte", in: "runtime") == nil)
            } else {
                _ = try mount()
            }
        }
    }

    @Test("Bytes outlive library, theme and image")
    func lifetime() throws {
        let path = try #require(try Self.smallPacks()["default"])
        let expected = PNGFile(8, 4, seed: XXHash64.hash("assets/common/button.png")).bytes
        let data = try ThemeLibrary(default: ThemePack(mounting: path)).defaultTheme.image(
            "common/button", scale: .one)?
            .bytes().data
        #expect(data.map { Array($0) } == expected)
    }

    @Test("The error of a failed mount names the path and the reason")
    func refusals() throws {
        let folder = try Sandbox()
        func error(_ path: String) -> ThemeError? {
            do throws(ThemeError) {
                _ = try ThemePack(mounting: path)
                return nil
            } catch {
                return error
            }
        }
        #expect(
            error("\(folder.path)/none")
                == .unreadable(path: "\(folder.path)/none", reason: "No such file or directory"))
        #expect(error(folder.path)?.path == folder.path)
        let fifo = "\(folder.path)/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(error(fifo)?.path == fifo)
        let empty = "\(folder.path)/empty"
        try Data().write(to: URL(fileURLWithPath: empty))
        #expect(error(empty)?.path == empty)
        let zip = "\(folder.path)/other.zip"
        try Data(repeating: 0x50, count: 4096).write(to: URL(fileURLWithPath: zip))
        #expect(error(zip)?.path == zip)
        for (name, path) in [("a folder", folder.path), ("a FIFO", fifo), ("an empty file", empty), ("no pack", zip)] {
            #expect(try Sentences.mismatch(error(path)?.reason, of: "mounting \(name)", in: "runtime") == nil)
        }
        #expect(error(zip)?.hint != nil)
    }

    @Test("A newer format is an error that names both versions")
    func newerFormat() throws {
        let path = try #require(try Self.smallPacks()["default"])
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[PackIndex.start + 8] = 9
        bytes[PackIndex.start + 10] = 7
        do throws(ThemeError) {
            _ = try ThemePack(copying: bytes, path: "new.zip")
            Issue.record("mounted")
        } catch {
            guard case .newerFormat("new.zip", let format, PackIndex.formatVersion) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(format.version == 9 && format.minimumReader == 7)
            #expect(error.description.contains("9") && error.description.contains("7"))
        }
    }

    @Test("DD7: nothing is read before it is used")
    func lazy() throws {
        let path = try #require(try Self.smallPacks()["default"])
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let pack = try ThemePack(mounting: path)
        let contents = try pack.contents()
        let settings = try #require(contents.settings)
        let image = try #require(contents.images.first { $0.name.description == "tabbar/home" }?.variants.first)
        bytes[Int(settings.offset)] ^= 1
        bytes[Int(image.stored.offset) + 40] ^= 1
        let damaged = path + ".damaged"
        try Data(bytes).write(to: URL(fileURLWithPath: damaged))
        let theme = try ThemeLibrary(default: ThemePack(mounting: damaged)).defaultTheme
        #expect(try theme.image("common/button", scale: .one)?.bytes() != nil)
        let home = try #require(try theme.image("tabbar/home", scale: .two))
        let error = #expect(throws: ThemeError.self) { try home.bytes() }
        guard case .damaged(damaged, "images/tabbar/home@2x.png", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("SHA-256"))
        #expect(throws: ThemeError.self) { try theme.string("Color.title") }
        #expect(throws: ThemeError.self) { try ThemePack(mounting: damaged, mode: .checkedAtMount) }
        #expect(throws: ThemeError.self) { try ThemePack(mounting: damaged, mode: .resident) }
        let trusting = try ThemeLibrary(default: ThemePack(mounting: damaged, mode: .trusted)).defaultTheme
        #expect(try trusting.image("tabbar/home", scale: .two)?.bytes().count == home.byteCount)
    }

    static let differences: [(String, @Sendable (inout PackContents) -> Void)] = [
        ("another theme", { $0.theme.name = "Other" }),
        ("another contract", { $0.contract = $0.manifest.digest }),
        ("another manifest", { $0.manifest.length += 1 }),
        ("settings elsewhere", { $0.settings?.offset += 1 }),
        ("no settings", { $0.settings = nil }),
        ("an image less", { $0.images.removeLast() }),
        ("an image more", { $0.images.append($0.images[0]) }),
        (
            "an image under another name",
            { $0.images[0] = PackImage(name: $0.images[1].name, variants: $0.images[0].variants) }
        ),
        ("a scale less", { $0.images[0].variants = PackVariants($0.images[0].variants.dropLast()) }),
        ("another size", { $0.images[0].variants[0].size = PixelSize(width: 1, height: 1) }),
        ("another scale", { $0.images[0].variants[0].scale = .three }),
        ("a template", { $0.images[0].template = 1 }),
        ("other bytes", { $0.images[0].variants[0].stored.digest = $0.contract }),
        ("a resource less", { $0.resources.removeLast() }),
        ("a resource more", { $0.resources.append($0.resources[0]) }),
        ("a resource under another name", { $0.resources[0].path = $0.images[0].name.path }),
        ("a resource elsewhere", { $0.resources[0].stored.offset += 1 }),
    ]

    @Test("Contents that differ in anything are not those of a mounted pack")
    func holds() throws {
        let project = try TestProject()
        for name in ["button.png", "button@2x.png", "home.png"] {
            try project.image("assets/\(name)")
            try project.image("themes/year/year_\(name)")
        }
        try project.write("themes/year/title.ttf", "a font")
        try project.theme("default", config: #"{"Color": {"title": "000"}}"#)
        try project.theme(
            "year", prefix: "year_", config: #"{"Color": {"title": "C01628"}}"#, more: #", "resources": ["*.ttf"]"#)
        let folder = try Sandbox()
        let pack = try ThemePack(mounting: #require(try project.build(to: folder.path)["year"]))
        let contents = try pack.contents()
        #expect(try pack.describes(contents))
        #expect(contents.images.count == 2 && contents.images[0].variants.count == 2 && contents.resources.count == 1)
        for (name, change) in Self.differences {
            var planned = contents
            change(&planned)
            #expect(try pack.contents() != planned && !pack.describes(planned), "\(name)")
        }
    }
}
