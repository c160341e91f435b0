import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeDevelopment
import ThemeSystem
import ThemeModel
import ThemePackager
import ThemeProject
import ThemeReview
import ThemeRuntime

/// Mounted packs, verification and reports answer as a resolver that is written naively.
@Suite("One meaning of a chain")
struct ChainAgreementTests {
    private static let names = ["n0", "n1", "n2", "n3"]

    /// A project whose themes were built before its defaults changed.
    private struct World {
        let project: TestProject
        /// With the new defaults.
        let themes: NaiveThemes
        /// The new default pack, and the packs of the themes from before.
        let packs: [String: String]

        init(seed: UInt64) throws {
            var random = SeededRandom(seed: seed)
            project = try TestProject()
            var themes: [String: NaiveThemes.Theme] = ["default": NaiveThemes.Theme()]
            try project.theme("default")
            for name in names {
                let scales = Self.scales(&random)
                for scale in scales {
                    try project.image("assets/\(name)\(scale.suffix).png")
                }
            }
            for number in 0..<4 {
                let parent = Bool.random(using: &random) ? (0..<number).randomElement(using: &random) : nil
                let id = "t\(number)"
                var theme = NaiveThemes.Theme(extends: parent.map { "t\($0)" })
                theme.hasOtherContract = true
                try project.theme(id, prefix: "\(id)_", extends: theme.extends)
                for name in names where Bool.random(using: &random) {
                    for scale in Self.scales(&random) {
                        try project.image("themes/\(id)/\(id)_\(name)\(scale.suffix).png")
                        theme.images[name, default: [:]][scale] = Self.size(8, scale)
                    }
                }
                themes[id] = theme
            }
            var packs = try project.build()
            // The defaults change: their sizes, their scales, and one is gone.
            for name in names {
                for scale in NaiveThemes.scales {
                    let path = "assets/\(name)\(scale.suffix).png"
                    if FileManager.default.fileExists(atPath: "\(project.root)/\(path)") { try project.remove(path) }
                }
            }
            try project.image("assets/added.png")
            for name in names.dropFirst() {
                let width = Bool.random(using: &random) ? 8 : 9
                for scale in Self.scales(&random) {
                    try project.image("assets/\(name)\(scale.suffix).png", width: width)
                    themes["default"]?.images[name, default: [:]][scale] = Self.size(width, scale)
                }
            }
            packs["default"] = try project.build("default")["default"]
            (self.packs, self.themes) = (packs, NaiveThemes(themes))
        }

        private static func scales(_ random: inout SeededRandom) -> [Scale] {
            Array(NaiveThemes.scales.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)))
        }

        private static func size(_ width: Int, _ scale: Scale) -> PixelSize {
            PixelSize(width: UInt32(width) * UInt32(scale.factor), height: 4 * UInt32(scale.factor))
        }

        func library() throws -> ThemeLibrary {
            let library = try ThemeLibrary(default: ThemePack(mounting: #require(packs["default"])))
            for (id, path) in packs where id != "default" { try library.add(ThemePack(mounting: path)) }
            return library
        }
    }

    @Test("Mounted packs answer, and explain it", arguments: UInt64(1)...6)
    func runtime(_ seed: UInt64) throws {
        let world = try World(seed: seed)
        let library = try world.library()
        for id in world.themes.themes.keys {
            let theme = try #require(library.theme(ThemeID(id)))
            #expect(theme.chain.map(\.string) == world.themes.chain(of: id))
            for name in Self.names + ["none"] {
                for scale in NaiveThemes.scales {
                    let expected = world.themes.image(name, at: scale, of: id)
                    let image = try theme.image(ImageKey(name), scale: scale)
                    #expect(image?.origin.theme.string == expected?.theme && image?.scale == expected?.scale)
                    let explanation = theme.explain(name, scale: scale)
                    #expect(explanation.chosen?.step.theme.string == expected?.theme)
                    #expect(explanation.chosen?.variant.scale == expected?.scale)
                    for step in explanation.steps {
                        let has = world.themes.has(name, step.theme.string)
                        switch step.outcome {
                        case .absent: #expect(!has)
                        case .disagrees: #expect(world.themes.disagrees(name, of: step.theme.string))
                        default: #expect(has)
                        }
                    }
                }
            }
        }
    }

    @Test("A report of packs shows what they answer", arguments: UInt64(1)...6)
    func report(_ seed: UInt64) throws {
        let world = try World(seed: seed)
        let facts = try ReviewFacts(ofPacks: ReviewReader(ofPacks: world.packs.values.sorted()), jobs: 1)
        #expect(Set(facts.themes.map(\.id)) == Set(world.themes.themes.keys))
        for theme in facts.themes {
            for image in theme.images where image.name.description != "added" {
                for variant in image.variants {
                    let expected = world.themes.image(image.name.description, at: variant.scale, of: theme.id)
                    let shown = variant.shownFile.map { facts.files[$0] }
                    #expect(shown?.scale == expected?.scale && shown.map { $0.owner ?? "default" } == expected?.theme)
                }
            }
        }
    }

    @Test("Verification reports the images that disagree with their defaults", arguments: UInt64(1)...6)
    func verification(_ seed: UInt64) throws {
        let world = try World(seed: seed)
        let project = try Project(at: world.project.root)
        let verification = try ProjectRun(of: project, jobs: 1).verify()
        let findings = verification.findings.filter { !$0.isRoot } + verification.explained
        // Packs are compared with the new defaults, whatever the themes' folders have now.
        var build = ProjectRun(of: project, .folders(["default"]), jobs: 1)
        build.released = try ReleasedPacks(
            world.packs.filter { $0.key != "default" }.map(\.value), limits: project.configuration.limits)
        var wrongSizes: Set<String> = []
        var conflicts: Set<String> = []
        for (id, theme) in world.themes.themes where id != "default" {
            for (name, images) in theme.images {
                if world.themes.disagrees(name, of: id) { conflicts.insert("\(id) \(name)") }
                for scale in images.keys where world.themes.disagrees(name, at: scale, of: id) {
                    wrongSizes.insert("themes/\(id)/\(id)_\(name)\(scale.suffix).png")
                }
            }
        }
        #expect(Set(findings.filter { $0.rule == .imageDimensions }.map(\.path)) == wrongSizes)
        let against = try build.verify()
        let conflicting = against.findings.filter { !$0.isRoot } + against.explained
        let found = conflicting.filter { $0.rule == .contractConflict }.map { finding in
            let stem = finding.path.lastPathComponent.prefix { !"@.".contains($0) }
            return stem.split(separator: "_").joined(separator: " ")
        }
        #expect(Set(found) == conflicts)
    }

    /// Whether two settings of one file have one path, or one is below a value. Both are errors.
    private static func clashes(_ settings: SettingValue) -> Bool {
        var paths: [SettingPath] = []
        settings.forEach { path, _ in paths.append(path) }
        var clashes = Set(paths).count < paths.count
        _ = Settings(settings.object ?? [:]) { _ in clashes = true }
        return clashes
    }

    @Test("Settings of mounted folders and of a report", arguments: UInt64(1)...12)
    func settings(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let project = try TestProject()
        var naive: [String: NaiveThemes.Theme] = [:]
        for (id, parent) in [("default", nil), ("t0", nil), ("t1", "t0"), ("t2", "t1")] as [(String, String?)] {
            naive[id] = NaiveThemes.Theme(extends: parent)
            var settings = NaiveThemes.setting(depth: 0, &random)
            while Self.clashes(settings) { settings = NaiveThemes.setting(depth: 0, &random) }
            naive[id]?.settings = settings
            let config = String(decoding: CanonicalJSON.encode(settings, spreadDepth: 0), as: UTF8.self)
            try project.theme(id, prefix: id == "default" ? "" : "\(id)_", extends: parent, config: config)
        }
        let themes = NaiveThemes(naive)
        let library = try ThemeLibrary(default: ThemePack(theme: .default, inProject: project.root))
        for id in ["t0", "t1", "t2"] { try library.add(ThemePack(theme: ThemeID(id), inProject: project.root)) }
        let facts = try ReviewFacts(of: Project(at: project.root), jobs: 1)
        for id in naive.keys {
            let theme = try #require(library.theme(ThemeID(id)))
            let rows = try #require(facts.themes.first { $0.id == id }).settings
            let expected = themes.settings(of: id)
            for path in NaiveThemes.paths {
                let value = NaiveThemes.setting(at: path, in: expected)
                #expect(try theme.value(SettingKey(path)) == value, "\(path)")
                let explanation = theme.explain(SettingKey(path))
                let chosen = explanation.steps.filter { $0.outcome == .chosen }
                #expect(explanation.value == value && chosen.isEmpty == (value == nil), "\(path)")
                #expect(try theme.origin(of: SettingKey(path))?.theme == chosen.first?.theme, "\(path)")
                if value?.object == nil, value?.string != nil {
                    #expect(rows.contains { $0.path.description == path && value == .string($0.text) }, "\(path)")
                }
            }
        }
    }
}
