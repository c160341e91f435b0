import Foundation
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemeProject
import ThemeRuntime

@Suite("Mounted folders and packs agree")
struct FolderAgreementTests {
    @Test("The sample and every fixture answer like their packs", arguments: [Tool.repository] + fixtures)
    func repository(_ root: String) throws {
        let comparison = try ProjectComparison(of: root)
        comparison.check(root)
        if root == Tool.repository { #expect(comparison.builtThemes.count == 8) }
    }

    private static var fixtures: [String] {
        let folder = "\(Tool.repository)/Tests/Fixtures"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { "\(folder)/\($0)" }.filter { (try? Project(at: $0)) != nil }
    }

    @Test("Settings in JSON and in a property list answer like those of the pack", arguments: [true, false])
    func sound(isPropertyList: Bool) throws {
        let sandbox = try Sandbox()
        let project = ProjectFiles.sound.with { project in
            guard isPropertyList else { return }
            project["themes/year/config.json"] = nil
            project["themes/year/theme.json"] = project["themes/year/theme.json"]?.replacing(".json", with: ".plist")
            project["themes/year/config.plist"] = ProjectFiles.plist
        }
        try project.write(to: sandbox)
        let comparison = try ProjectComparison(of: sandbox.path)
        #expect(comparison.builtThemes.count == 2)
        comparison.check("\(isPropertyList)")
    }

    @Test("TP1: a mounted folder and its pack draw images alike, and have the same contract")
    func templates() throws {
        let project = try TestProject()
        try project.theme(
            "default", config: #"{"Color": {"icon": "222"}}"#,
            more: #", "templates": {"icons/**": "Color.icon", "tab/*": null}"#)
        try project.theme("dark", config: #"{"Color": {"icon": "EEE"}}"#)
        for name in ["icons/a/b", "tab/c", "d"] { try project.image("assets/\(name).png") }
        try project.image("themes/dark/tab/c.png")
        let packs = try project.build()
        func answers(_ mount: (ThemeID) throws -> ThemePack) throws -> [String] {
            let library = try ThemeLibrary(default: mount(.default))
            try library.add(mount("dark"))
            return try ["default", "dark"].flatMap { id in
                let theme = try #require(library.theme(ThemeID(id)))
                return try ["icons/a/b", "tab/c", "d"].map { name in
                    let image = try #require(try theme.image(ImageKey(name), scale: .one))
                    return "\(id) \(name) \(try image.rendering) \(theme.pack.contract) \(image.pixelSize)"
                }
            }
        }
        let mounted = try answers { try ThemePack(theme: $0, inProject: project.root) }
        #expect(try answers { try ThemePack(mounting: #require(packs[$0.string])) } == mounted)
        #expect(mounted.count { $0.contains("original") } == 2)
        let dark = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root))
        try dark.add(ThemePack(theme: "dark", inProject: project.root))
        let lines = try #require(dark.theme("dark")).explain("icons/a/b", scale: .one).description
        #expect(lines.hasSuffix(" Color.icon: #FFEEEEEE of theme 'dark'"), "\(lines)")
        let changed = dark.defaultTheme.explain("tab/c", scale: .one)
        let last = [lines, changed.description].compactMap { $0.split(separator: "\n").last }.joined(separator: "\n")
        #expect(try Sentences.mismatch(last, of: "explaining templates", in: "runtime") == nil)
    }

    @Test("A project with aliases along the chain: a mounted folder has the values that the pack has")
    func aliases() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.with { project in
            project["themes/default/config.json"] =
                ##"{"$schema": "x", "accent": "#80F85825", "size": 6, "tint": "{accent}", "list": ["{size}"]}"##
            project["themes/year/config.json"] = #"{"accent": "{tint}", "size": 7, "text": "{nothing}"}"#
            project["themes/year/theme.json"] = project["themes/year/theme.json"]?.replacing(
                "\"config\"", with: "\"colorOrder\": \"rgba\", \"config\"")
            project["themepack.json"] = #"{"rules": {"config-alias": "warning"}}"#
        }.write(to: sandbox)
        let comparison = try ProjectComparison(of: sandbox.path)
        #expect(comparison.builtThemes == ["default", "year"])
        comparison.check("aliases")
        let year = try ThemePack(theme: "year", inProject: sandbox.path)
        let settings = try #require(try year.ownSettings()?.object)
        #expect(settings["accent"] == .string("#F8582580") && settings["text"] == .string("{nothing}"))
        try sandbox.write("themepack.json", "{}")
        #expect(throws: ThemeError.self) { try ThemePack(theme: "year", inProject: sandbox.path) }
    }

    @Test(
        "Random projects answer like their packs",
        arguments: [0..<25, 25..<50, 50..<75, 75..<100] as [Range<UInt64>])
    func random(_ seeds: Range<UInt64>) throws {
        var (built, all) = (0, 0)
        for seed in seeds {
            let sandbox = try Sandbox()
            try RandomProject(seed: seed).write(to: sandbox)
            let comparison = try ProjectComparison(of: sandbox.path)
            comparison.check("seed \(seed)")
            built += comparison.builtThemes.count
            all += comparison.themeCount
        }
        // The generator makes errors in few projects only, else the comparison would prove little.
        #expect(built * 4 > all * 3, "\(built) of \(all) themes build")
    }

    @Test("The random projects use every feature of the generator")
    func features() {
        let features = (0..<100).reduce(into: Set<RandomProject.Feature>()) { features, seed in
            features.formUnion(RandomProject(seed: UInt64(seed)).features)
        }
        #expect(features == Set(RandomProject.Feature.allCases))
    }

    @Test("An exempt file is left out, as in the pack")
    func exemptions() throws {
        let project = try TestProject()
        try project.theme("default", more: #", "resources": ["*.bin"]"#)
        try project.image("assets/a.png")
        try project.write("assets/empty.png", "")
        try project.write("themes/default/small.bin", "1")
        try project.write("themes/default/large.bin", "12345")
        try project.write(
            "themepack.json",
            """
            {"limits": {"resourceBytes": 4}, "exemptions": [
                {"rule": "image-corrupt", "path": "assets/empty.png"},
                {"rule": "file-kind", "path": "themes/default/large.bin"}
            ]}
            """)
        let comparison = try ProjectComparison(of: project.root)
        #expect(comparison.builtThemes == ["default"])
        comparison.check("exemptions")
        let pack = try ThemePack(theme: .default, inProject: project.root)
        #expect(try pack.imageNames().map(\.description) == ["a"])
        #expect(try pack.resourcePaths().map(\.string) == ["small.bin"])
    }
}
