import PackFormat
import TestSupport
import Testing
import ThemeDevelopment
import ThemeModel
import ThemePackager
import ThemeProject
import ThemeRuntime

/// The themes of a project, mounted from packs and from the project's folder.
struct ProjectComparison {
    private(set) var builtThemes: [String] = []
    let themeCount: Int
    private let pairs: [(pack: ThemePack, folder: ThemePack)]
    /// Mounted packs need their files.
    private let packs: Sandbox

    /// Builds every theme by itself. A theme that cannot be built may be mounted or not.
    init(of root: String) throws {
        let project = try Project(at: root)
        packs = try Sandbox()
        let names = try project.themeFolders()
        themeCount = names.count
        var pairs: [(pack: ThemePack, folder: ThemePack)] = []
        for name in names {
            let build = ProjectRun(of: project, .folders([name]), jobs: 1)
            let result = try build.build(
                into: Distribution(in: OutputPlace(folder: "\(packs.path)/\(name)", for: "packs")), date: .earliest)
            guard let path = result.packs.first?.path else {
                if let id = try? ThemeID(name) { _ = try? ThemePack(theme: id, inProject: root) }
                continue
            }
            builtThemes.append(name)
            do {
                pairs.append(
                    (try ThemePack(mounting: path), try ThemePack(theme: ThemeID(name), inProject: root)))
            } catch {
                Issue.record("\(root): \(name) has a pack, but cannot be mounted: \(error)")
            }
        }
        // Without themes/default there is no pack of it. Both libraries take the folder's.
        if !names.contains(ThemeID.default.string) {
            let folder = try ThemePack(theme: .default, inProject: root)
            pairs.append((folder, folder))
        }
        self.pairs = pairs
    }

    func check(_ label: String) {
        do {
            for (pack, folder) in pairs { try compare(pack, folder, label) }
            guard let defaults = pairs.first(where: { $0.pack.theme.id == .default }) else { return }
            let libraries = (
                packs: try ThemeLibrary(default: defaults.pack), folders: try ThemeLibrary(default: defaults.folder)
            )
            for (pack, folder) in pairs where pack.theme.id != .default {
                try libraries.packs.add(pack)
                try libraries.folders.add(folder)
            }
            let names = Set(try pairs.flatMap { try $0.pack.imageNames() }).sorted()
            let resources = Set(try pairs.flatMap { try $0.pack.resourcePaths() }.map(\.string)).sorted()
            var keys: Set<String> = ["absent"]
            for (pack, _) in pairs { try pack.ownSettings()?.forEach { path, _ in keys.insert(path.description) } }
            for (pack, _) in pairs {
                let id = pack.theme.id
                let (packed, mounted) = (
                    try #require(libraries.packs.theme(id)), try #require(libraries.folders.theme(id))
                )
                let label: Comment = "\(label): \(id)"
                #expect(packed.chain == mounted.chain && packed.missingParent == mounted.missingParent, label)
                for name in names { try compareImages(named: name.description, packed, mounted, label) }
                for path in resources + ["absent"] {
                    let (one, other) = (try packed.resource(ResourceKey(path)), try mounted.resource(ResourceKey(path)))
                    #expect(try one?.bytes().data == other?.bytes().data, label)
                    #expect(one?.origin.theme == other?.origin.theme && one?.digest == other?.digest, label)
                }
                for key in keys.sorted() {
                    let key = SettingKey(key)
                    #expect(try packed.value(key) == mounted.value(key), label)
                    #expect(try packed.origin(of: key)?.theme == mounted.origin(of: key)?.theme, label)
                }
            }
        } catch {
            Issue.record("\(label): \(error)")
        }
    }

    private func compare(_ pack: ThemePack, _ folder: ThemePack, _ label: String) throws {
        let label: Comment = "\(label): \(pack.theme.id)"
        #expect(pack.theme == folder.theme, label)
        #expect(pack.contract == folder.contract, label)
        #expect(try pack.imageNames() == folder.imageNames(), label)
        #expect(try pack.resourcePaths() == folder.resourcePaths(), label)
        #expect(try pack.ownSettings() == folder.ownSettings(), label)
        func variants(_ pack: ThemePack) throws -> [String] {
            try pack.contents().images.flatMap { image in
                image.variants.map { "\(image.name) \($0.scale) \($0.size) \($0.stored.digest) \($0.stored.length)" }
            }
        }
        #expect(try variants(pack) == variants(folder), label)
    }

    private func compareImages(named name: String, _ packed: Theme, _ mounted: Theme, _ label: Comment) throws {
        for scale in (1...9).compactMap({ Scale($0) }) {
            let (one, other) = (
                try packed.image(ImageKey(name), scale: scale), try mounted.image(ImageKey(name), scale: scale)
            )
            #expect(one?.digest == other?.digest, label)
            #expect(one?.scale == other?.scale && one?.pixelSize == other?.pixelSize, label)
            #expect(one?.origin.theme == other?.origin.theme, label)
            guard scale == .one else { continue }
            #expect(try one?.bytes().data == other?.bytes().data, label)
        }
    }
}
