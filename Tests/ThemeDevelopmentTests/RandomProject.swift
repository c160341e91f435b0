import Foundation
import TestSupport

/// A project that a seed determines. It uses most features of projects, and seldom has an error.
struct RandomProject {
    private(set) var files: [String: [UInt8]] = [:]
    private(set) var links: [String: String] = [:]
    private(set) var features: Set<Feature> = []

    enum Feature: CaseIterable {
        case folderNames, impliedDefault, noPrefix, prefixInAssets, spelling, linkedImage, allResources
        case plist, superSetting, unsetSetting, chain
        case exemptImage, exemptSize, exemptResource, exemptName, exemptLink, exemptStray
    }

    private struct Theme {
        var id: String
        var prefix: String
        var folder: String
        var patterns: [String] = []
    }

    private struct Base {
        var name: String
        var width: Int
        var height: Int
    }

    private var random: SeededRandom
    private var assets = "assets"
    private var themes = "themes"
    private var bases: [Base] = []
    private var exemptions: [(rule: String, path: String)] = []
    private var limits: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        if chance(25) { (assets, themes) = use(.folderNames, ("images/base", "looks")) }
        addDefaults()
        let ids = [("year", "year_"), ("moon", "m-"), ("dark", "dark_"), ("plain", ""), ("bare", "")]
        let chosen = ids.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
        for (number, (id, prefix)) in chosen.enumerated() {
            let parent = number > 0 && chance(60) ? use(.chain, chosen[number - 1].0) : nil
            addTheme(Theme(id: id, prefix: prefix, folder: "\(themes)/\(id)"), extends: parent)
        }
        addProjectFile()
    }

    func write(to sandbox: Sandbox) throws {
        for (path, bytes) in files { try sandbox.write(path, bytes) }
        for (path, destination) in links {
            try FileManager.default.createSymbolicLink(
                atPath: "\(sandbox.path)/\(path)", withDestinationPath: destination)
        }
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func some<Element>(_ elements: [Element]) -> [Element] {
        let some = elements.filter { _ in Bool.random(using: &random) }
        return some.isEmpty ? [pick(elements)] : some
    }

    private mutating func use<Value>(_ feature: Feature, _ value: Value) -> Value {
        features.insert(feature)
        return value
    }

    private mutating func exempt(_ feature: Feature, _ rule: String, _ path: String) {
        features.insert(feature)
        exemptions.append((rule, path))
    }

    private mutating func addDefaults() {
        let names = ["top", "common/button", "common/badge", "a/b/deep", "图/标", "z z/e\u{301}"]
        bases = some(names).map { name in
            Base(
                name: name, width: Int.random(in: 1...6, using: &random), height: Int.random(in: 1...6, using: &random))
        }
        for base in bases { addImages(of: base, in: assets, prefix: "", scales: some([1, 2, 3])) }
        if chance(30), let base = bases.first {
            let name = (base.name as NSString).lastPathComponent
            if let target = files.keys.sorted().first(where: { $0.hasPrefix("\(assets)/\(base.name)") }) {
                let folder = (target as NSString).deletingLastPathComponent
                links["\(folder)/link-\(name).png"] = use(.linkedImage, (target as NSString).lastPathComponent)
            }
        }
        if chance(15) {
            use(.impliedDefault, ())
        } else {
            let theme = Theme(id: "default", prefix: "", folder: "\(themes)/default")
            files["\(theme.folder)/config.json"] = Array(
                """
                {"Color": {"title": "F85825", "back": "#FFF"}, "Metrics": {"radius": 6, "on": true},
                 "Font": "Helvetica 12", "List": [1, 2], "Images": {"main": "common/button"}, "Empty": ""}
                """.utf8)
            writeManifest(theme, members: addResources(of: theme))
        }
        addExemptDefaults()
    }

    /// Writes the scales of an image, each with a spelling of its own.
    private mutating func addImages(of base: Base, in folder: String, prefix: String, scales: [Int]) {
        let name = base.name as NSString
        let path = name.deletingLastPathComponent.isEmpty ? folder : "\(folder)/\(name.deletingLastPathComponent)"
        for scale in scales {
            var suffix = scale == 1 ? "" : "@\(scale)x"
            var end = ".png"
            if scale == 1, chance(20) { suffix = use(.spelling, "@1x") }
            if chance(20) { end = use(.spelling, pick([".PNG", ".pNg"])) }
            files["\(path)/\(prefix)\(name.lastPathComponent)\(suffix)\(end)"] =
                PNGFile(base.width * scale, base.height * scale, seed: random.next()).bytes
        }
    }

    /// Images that the pack of the default theme leaves out.
    private mutating func addExemptDefaults() {
        if chance(15) {
            files["\(assets)/broken.png"] = pick([
                [], Array("no PNG".utf8), Array(PNGFile(4, 4, seed: 1).bytes.prefix(20)),
            ])
            exempt(.exemptImage, "image-corrupt", "\(assets)/broken.png")
            exempt(.exemptImage, "image-format", "\(assets)/broken.png")
        }
        if chance(15) {
            files["\(assets)/wide.png"] = PNGFile(200, 1, seed: 2).bytes
            limits.append("\"imageWidth\": 100")
            exempt(.exemptSize, "image-limits", "\(assets)/wide*")
        }
        if chance(15) {
            files["\(assets)/Twin.png"] = PNGFile(2, 2, seed: 3).bytes
            files["\(assets)/twin.png"] = PNGFile(2, 2, seed: 4).bytes
            exempt(.exemptName, "name-clash", "\(assets)/?win.png")
        }
    }

    private mutating func addTheme(_ theme: Theme, extends parent: String?) {
        if theme.prefix.isEmpty { features.insert(.noPrefix) }
        for base in bases where chance(60) {
            let inAssets = !theme.prefix.isEmpty && chance(30)
            let folder = inAssets ? use(.prefixInAssets, assets) : theme.folder
            addImages(of: base, in: folder, prefix: theme.prefix, scales: some([1, 2, 3]))
        }
        if chance(2), let base = bases.first {
            let wide = Base(name: base.name, width: base.width + 3, height: base.height)
            addImages(of: wide, in: theme.folder, prefix: theme.prefix, scales: [3])
        }
        addExemptFiles(to: theme)
        var members = addResources(of: theme)
        if let parent, chance(50) { members.append("\"extends\": \"\(parent)\"") }
        if let parent, !members.contains(where: { $0.hasPrefix("\"extends\"") }) {
            files["\(theme.folder)/config.plist"] = Array(plist(parent: use(.superSetting, parent)).utf8)
        } else if chance(60) {
            addSettings(to: theme, &members)
        }
        writeManifest(theme, members: members)
    }

    /// Files of a theme that its pack leaves out.
    private mutating func addExemptFiles(to theme: Theme) {
        if chance(10) {
            let path = "\(theme.folder)/\(theme.prefix)top@3x.png"
            files[path] = []
            exempt(.exemptImage, "image-corrupt", path)
        }
        if chance(10), !theme.prefix.isEmpty {
            files["\(theme.folder)/other.png"] = PNGFile(1, 1, seed: 5).bytes
            exempt(.exemptName, "name-prefix", "\(themes)/**")
        }
        if chance(10) {
            links["\(theme.folder)/\(theme.prefix)out.png"] = "/etc/hostname"
            files["\(theme.folder)/.keep"] = []
            exempt(.exemptLink, "file-kind", "\(theme.folder)/*out.png")
        }
    }

    private mutating func addSettings(to theme: Theme, _ members: inout [String]) {
        if chance(40) {
            files["\(theme.folder)/config.plist"] = Array(plist(parent: nil).utf8)
            return
        }
        let settings = some([
            #""Color": {"title": ""}"#, #""Metrics": {"radius": 7.5, "on": false}"#, #""Font": null"#,
            #""List": []"#, #""Images": {"main": "top"}"#, #""Extra": {"a": [true, {"b": 1}]}"#,
        ])
        if settings.contains(where: { $0.contains("\"\"") || $0.contains("null") }) { features.insert(.unsetSetting) }
        let name = pick(["config.json", "settings/own.json"])
        files["\(theme.folder)/\(name)"] = Array("{\(settings.joined(separator: ", "))}".utf8)
        members.append("\"config\": \"\(name)\"")
        if chance(30) { members.append("\"colorOrder\": \"rgba\"") }
    }

    private mutating func plist(parent: String?) -> String {
        let parent = parent.map { "<key>super</key><string>\($0)\(chance(50) ? ".plist" : "")</string>" } ?? ""
        features.insert(.plist)
        return """
            <?xml version="1.0"?>
            <plist version="1.0"><dict>\(parent)
            <key>Metrics</key><dict><key>radius</key><real>0.5</real><key>on</key><false/></dict>
            <key>Font</key><string>A &amp; B</string>
            <key>Color</key><dict><key>back</key><string></string></dict>
            </dict></plist>
            """
    }

    /// Writes other files than images, and returns the member of `theme.json` that lists them.
    private mutating func addResources(of theme: Theme) -> [String] {
        let choice: (patterns: [String], files: [String]) = pick([
            ([], []), ([], []), (["**"], ["fonts/a.ttf", "x/y/data.bin", "empty"]),
            (["fonts/*", "*.txt"], ["fonts/a.ttf", "fonts/b.otf", "notes.txt"]),
            (["**/*.ttf"], ["q.ttf", "deep/er/r.ttf"]),
        ])
        if choice.patterns == ["**"] { features.insert(.allResources) }
        let folders = theme.id == "default" ? [theme.folder, assets] : [theme.folder]
        for file in choice.files where chance(70) {
            files["\(pick(folders))/\(file)"] = file == "empty" ? [] : Array("\(theme.id) \(file)".utf8)
        }
        if chance(15), choice.patterns.contains("**") {
            files["\(theme.folder)/large.bin"] = [UInt8](repeating: 7, count: 2000)
            if limits.allSatisfy({ !$0.contains("resourceBytes") }) { limits.append("\"resourceBytes\": 1000") }
            exempt(.exemptResource, "file-kind", "\(theme.folder)/large.bin")
        }
        if chance(15), choice.patterns.isEmpty {
            files["\(theme.folder)/stray.txt"] = Array("stray".utf8)
            exempt(.exemptStray, "image-format", "\(theme.folder)/stray.txt")
        }
        if choice.patterns.isEmpty { return [] }
        return ["\"resources\": [\(choice.patterns.map { "\"\($0)\"" }.joined(separator: ", "))]"]
    }

    private mutating func writeManifest(_ theme: Theme, members: [String]) {
        var all = ["\"id\": \"\(theme.id)\"", "\"version\": \"1.\(Int.random(in: 0...9, using: &random)).0\""]
        if !theme.prefix.isEmpty { all.append("\"imageNamePrefix\": \"\(theme.prefix)\"") }
        if chance(30) { all.append("\"name\": \"Thème \(theme.id)\"") }
        files["\(theme.folder)/theme.json"] = Array("{\((all + members).joined(separator: ", "))}".utf8)
    }

    private mutating func addProjectFile() {
        files["\(assets)/.keep"] = []
        files["\(themes)/.keep"] = []
        guard assets != "assets" || !exemptions.isEmpty else { return }
        let list = exemptions.map { "{\"rule\": \"\($0.rule)\", \"path\": \"\($0.path)\"}" }.joined(separator: ", ")
        var members = ["\"exemptions\": [\(list)]", "\"limits\": {\(limits.joined(separator: ", "))}"]
        if assets != "assets" { members += ["\"assets\": \"\(assets)\"", "\"themes\": \"\(themes)\""] }
        files["themepack.json"] = Array("{\(members.joined(separator: ", "))}".utf8)
    }
}
