import PackFormat
import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemeRuntime

@Suite("Mounted folders")
struct FolderTests {
    private func libraries() throws -> (
        packs: ThemeLibrary, folders: ThemeLibrary, ids: [ThemeID], folder: Sandbox
    ) {
        let sample = TestProject.sample()
        let folder = try Sandbox()
        let paths = try sample.build(to: folder.path)
        let packs = try ThemeLibrary(default: ThemePack(mounting: #require(paths["default"])))
        let folders = try ThemeLibrary(default: ThemePack(theme: .default, inProject: sample.root))
        let ids = try paths.keys.sorted().map { try ThemeID($0) }
        for id in ids where id != .default {
            try packs.add(ThemePack(mounting: #require(paths[id.string])))
            try folders.add(ThemePack(theme: id, inProject: sample.root))
        }
        return (packs, folders, ids, folder)
    }

    @Test("ME6: the sample's folders and packs agree; prefix and settings file are independent")
    func sample() throws {
        let (packs, folders, ids, folder) = try libraries()
        #expect(ids.count == 8)
        for id in ids {
            let (packed, tree) = (try #require(packs.theme(id)), try #require(folders.theme(id)))
            #expect(packed.pack.theme == tree.pack.theme)
            #expect(packed.pack.contract == tree.pack.contract)
            #expect(try packed.pack.ownSettings() == tree.pack.ownSettings())
            #expect(packed.chain == tree.chain)
            #expect(try packed.value("Color") == tree.value("Color"))
            for name in try packs.defaultTheme.pack.contents().images.map(\.name) {
                for scale in [Scale.one, .two, .three] {
                    let (own, other) = (
                        try packed.image(ImageKey(name), scale: scale), try tree.image(ImageKey(name), scale: scale)
                    )
                    #expect(
                        own?.digest == other?.digest && own?.scale == other?.scale && own?.pixelSize == other?.pixelSize
                    )
                    #expect(own?.origin.theme == other?.origin.theme)
                    let file = try #require(other?.origin.entry)
                    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Tool.repository)/\(file)"))
                    #expect(try other?.bytes().data == bytes)
                    #expect(try own?.bytes().data == bytes)
                }
            }
        }
        withExtendedLifetime(folder) {}
    }

    @Test("TM2: settings from a property list")
    func propertyList() throws {
        let theme = try #require(try libraries().folders.theme("ocean"))
        #expect(try theme.color("Color.ThemeColorMode_Default") == ThemeColor("#0B7FB5"))
        #expect(try theme.number("Metrics.cornerRadius") == 9.5)
        #expect(try theme.origin(of: "Metrics.cornerRadius")?.entry == "themes/ocean/config.plist")
        #expect(try theme.boolean("Metrics.showsBadge") == true)
        #expect(try theme.value("super") == nil)
        #expect(try theme.font("Font.body") == ThemeFont(name: "PingFangSC-Regular", size: 16))
        #expect(try theme.size("Metrics.rowSize") == PointSize(width: 320, height: 44))
    }

    @Test("Resources and the names of folders in themepack.json")
    func layout() throws {
        let project = try TestProject()
        try project.write("themepack.json", #"{"assets": "images", "themes": "looks"}"#)
        try project.image("images/a.png")
        try project.image("looks/year/year_a@2x.png")
        try project.write("looks/year/fonts/t.ttf", "font")
        try project.write("looks/year/empty.txt", "")
        try project.write(
            "looks/year/theme.json",
            #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "resources": ["fonts/*", "*.txt"]}"#)
        let pack = try ThemePack(theme: ThemeID("year"), inProject: project.root)
        #expect(try pack.contents().resources.map(\.path.string) == ["empty.txt", "fonts/t.ttf"])
        let library = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root))
        try library.add(pack)
        let theme = try #require(library.theme(pack.theme.id))
        #expect(try theme.resource("fonts/t.ttf")?.origin.entry == "looks/year/fonts/t.ttf")
        #expect(try theme.resource("empty.txt")?.bytes().data == Data())
        let origin = try #require(try theme.image("a", scale: .one)?.origin)
        #expect(origin.entry == "looks/year/year_a@2x.png")
        #expect(origin.description == "\(project.root)/looks/year/year_a@2x.png")
    }

    @Test("A folder that cannot be mounted is an error that names the file")
    func refusals() throws {
        let project = try TestProject()
        try project.theme("default")
        try project.write("assets/broken.png", "no image")
        let error = #expect(throws: ThemeError.self) { try ThemePack(theme: .default, inProject: project.root) }
        guard case .invalidProject("\(project.root)/assets/broken.png", let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Sentences.mismatch(reason, of: "mounting a folder with a broken image", in: "runtime") == nil)
        try project.remove("assets/broken.png")
        let none = ThemeID("none")
        #expect(throws: ThemeError.self) { try ThemePack(theme: none, inProject: project.root) }
        #expect(throws: ThemeError.self) { try ThemePack(theme: none, inProject: project.root + "/none") }
        try project.write("themes/year/theme.json", #"{"id": "other", "version": "1.0.0"}"#)
        #expect(throws: ThemeError.self) { try ThemePack(theme: ThemeID("year"), inProject: project.root) }
        #expect(try ThemePack(theme: .default, inProject: project.root).imageNames().isEmpty)
    }

    @Test("An error in settings names line and column")
    func place() throws {
        let project = try TestProject()
        try project.theme("default", config: "{\n  \"a\": 1,\n  \"b\": x\n}")
        #expect {
            try ThemePack(theme: .default, inProject: project.root)
        } throws: { error in
            (error as? ThemeError)?.path == project.root
                && (error as? ThemeError)?.place == "themes/default/config.json:3:8"
        }
    }
}
