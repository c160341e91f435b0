import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite("Facts of packs")
struct PackFactsTests {
    let project: TestProject
    let packs: [String: String]

    init() throws {
        project = try TestProject()
        for name in ["a", "a@2x", "b", "c"] { try project.image("assets/tab/\(name).png") }
        try project.theme("default", config: #"{"Color": {"title": "111", "ground": "FFF"}, "Font": "A 12"}"#)
        try project.theme("year", prefix: "y_", config: #"{"Color": {"title": "EEE"}}"#)
        for name in ["a", "a@2x", "b"] { try project.image("themes/year/tab/y_\(name).png") }
        try project.theme("night", prefix: "n_", extends: "year")
        try project.image("themes/night/tab/n_c.png")
        packs = try project.build()
    }

    private func facts(_ names: String...) throws -> ReviewFacts {
        try ReviewFacts(ofPacks: ReviewReader(ofPacks: names.map { packs[$0] ?? $0 }), jobs: 2)
    }

    @Test("Packs show what their project shows")
    func agreement() throws {
        let ofProject = try ReviewFacts(of: Project(at: project.root), jobs: 2)
        let ofPacks = try facts("year", "default", "night")
        #expect(ofPacks.themes.map(\.id) == ofProject.themes.map(\.id) && ofPacks.folders == ofProject.folders)
        for (pack, theme) in zip(ofPacks.themes, ofProject.themes) {
            #expect(pack.coverage == theme.coverage)
            #expect(pack.images.map(\.name) == theme.images.map(\.name))
            #expect(pack.images.flatMap(\.variants).map(\.state) == theme.images.flatMap(\.variants).map(\.state))
            func shown(_ theme: ReviewedTheme, _ facts: ReviewFacts) -> [ContentDigest?] {
                theme.images.flatMap { $0.variants.map { $0.shownFile.flatMap { facts.files[$0].digest } } }
            }
            #expect(shown(pack, ofPacks) == shown(theme, ofProject))
            #expect(pack.settings.map(\.text) == theme.settings.map(\.text))
            #expect(pack.settings.map(\.origin) == theme.settings.map(\.origin))
        }
        #expect(Set(ofPacks.files.compactMap(\.digest)) == Set(ofProject.files.compactMap(\.digest)))
        #expect(ofPacks.findings.isEmpty)
    }

    @Test("A pack alone replaces all of its names, as nothing is known of defaults")
    func alone() throws {
        let facts = try facts("year")
        #expect(facts.themes.map(\.id) == ["year"] && facts.title == "year-1.0.0.themepack.zip")
        #expect(facts.themes[0].images.map(\.state) == [.replaced, .replaced])
        #expect(facts.themes[0].settings.map(\.origin) == [.own])
    }

    @Test("Images are read from the pack")
    func reader() throws {
        let reader = try ReviewReader(ofPacks: [try #require(packs["year"])])
        let facts = try ReviewFacts(ofPacks: reader, jobs: 1)
        for file in facts.files { #expect(try PNGStructure(reader.bytes(of: file)).size == file.size) }
        var beyond = facts.files[0]
        beyond.source = .pack(path: packs["year"] ?? "", offset: .max)
        #expect(throws: FileError.missing) { try reader.bytes(of: beyond) }
    }

    @Test("A damaged image is shown as damaged, a damaged index as a finding")
    func damaged() throws {
        let sandbox = try Sandbox()
        let path = try #require(packs["year"])
        let image = try #require(try facts("year").files.first)
        guard case .pack(_, let offset) = image.source else { return }
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        bytes[offset + 40] ^= 1
        try sandbox.write("image.zip", bytes)
        let facts = try facts("\(sandbox.path)/image.zip")
        #expect(facts.files.filter { !$0.isSound }.count == 1 && facts.themes[0].images[0].state == .damaged)
        #expect(facts.findings.contains { $0.file != nil && $0.theme == 0 })
        try sandbox.write("index.zip", bytes.prefix(100) + [UInt8](repeating: 0, count: 900))
        let broken = try self.facts("\(sandbox.path)/index.zip")
        #expect(broken.themes.isEmpty && broken.findings.map(\.finding.rule) == [.packStructure])
    }

    @Test("Two packs of one theme, and a file that does not exist, are errors")
    func refused() throws {
        let twice = #expect(throws: UserError.self) { try facts("year", "year") }
        #expect(twice?.message.contains("'year'") == true)
        #expect(throws: UserError.self) { try facts("/nowhere.zip") }
    }
}
