import ThemeSystem
import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Fixes")
struct FixTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
    }

    private func fixes() throws -> Fixes {
        let project = try Project(at: sandbox.path)
        return Fixes(of: try ProjectRun(of: project, jobs: 1).verify().findings, in: project)
    }

    private func expect(_ sentences: [String?], _ name: String) throws {
        let text = sentences.map { $0 ?? "is done" }.joined(separator: "\n")
        #expect(try Sentences.mismatch(text, of: "on disk: \(name)", in: "fixes") == nil)
    }

    private func makeIdentical(_ suffixes: String...) throws {
        for suffix in suffixes {
            try sandbox.write(
                "themes/year/common/year_button\(suffix).png", try sandbox.read("assets/common/button\(suffix).png"))
        }
    }

    @Test("RR5 A misnamed image gets its name")
    func renames() throws {
        let image = try sandbox.read("themes/year/common/year_button@2x.png")
        try FileManager.default.moveItem(
            atPath: "\(sandbox.path)/themes/year/common/year_button@2x.png",
            toPath: "\(sandbox.path)/themes/year/common/yaer_button@2x.png")
        let steps = try fixes()
        #expect(steps.steps.map { steps.preview($0) } == [nil] && steps.steps.map { steps.apply($0) } == [nil])
        #expect(try sandbox.read("themes/year/common/year_button@2x.png") == image)
        #expect(try sandbox.listing(of: "themes/year/common").count == 3)
        #expect(try fixes().steps.isEmpty)
    }

    @Test("RR5 An image that is equal to its default is removed if all of its scales are")
    func removes() throws {
        try makeIdentical("", "@2x")
        #expect(try fixes().steps.isEmpty, "the theme's @3x would be scaled down")
        try makeIdentical("@3x")
        let steps = try fixes()
        #expect(steps.steps.map { steps.apply($0) } == [nil, nil, nil])
        #expect(try sandbox.listing(of: "themes/year/common").isEmpty)
        #expect(try sandbox.listing(of: "assets/common").count == 3)
    }

    @Test("It stays if the theme between has the image, and if that theme is not in the scope")
    func chain() throws {
        try makeIdentical("", "@2x", "@3x")
        try sandbox.write("themes/base/theme.json", #"{"id": "base", "version": "1.0.0", "imageNamePrefix": "b_"}"#)
        try sandbox.write(
            "themes/year/theme.json",
            #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "extends": "base"}"#)
        #expect(try fixes().steps.count == 3)
        let project = try Project(at: sandbox.path)
        let findings = try ProjectRun(of: project, .folders(["year"]), jobs: 1).verify().findings
        #expect(findings.contains { $0.rule == .imageIdentical } && Fixes(of: findings, in: project).steps.isEmpty)
        let hint = findings.first { $0.rule == .imageIdentical }?.hint
        #expect(hint?.contains("'base'") == true)
        try expect([hint], "an image equal to its default, with a theme between")
        // Both can be removed if the theme between has the default's images as well.
        for suffix in ["", "@2x", "@3x"] {
            try sandbox.write(
                "themes/base/common/b_button\(suffix).png", try sandbox.read("assets/common/button\(suffix).png"))
        }
        #expect(try fixes().steps.count == 6)
        try sandbox.write("themes/base/common/b_button.png", PNGFile(44, 22, shade: 3).bytes)
        #expect(try fixes().steps.isEmpty)
    }

    @Test("An image that equals its default and hides a parent's image is no finding")
    func hides() throws {
        try makeIdentical("", "@2x", "@3x")
        try sandbox.write("themes/base/theme.json", #"{"id": "base", "version": "1.0.0", "imageNamePrefix": "b_"}"#)
        try sandbox.write("themes/base/common/b_button.png", PNGFile(44, 22, shade: 3).bytes)
        func identical() throws -> [Finding] {
            try ProjectRun(of: Project(at: sandbox.path), jobs: 1).verify().findings.filter {
                $0.rule == .imageIdentical
            }
        }
        #expect(try identical().count == 3)
        try sandbox.write(
            "themes/year/theme.json",
            #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_", "extends": "base"}"#)
        #expect(try identical() == [])
    }

    @Test("The hint says what is shown without the image: the default, or the theme's image at another scale")
    func hints() throws {
        func hint() throws -> String? {
            try ProjectRun(of: Project(at: sandbox.path), jobs: 1).verify().findings.first {
                $0.rule == .imageIdentical
            }?.hint
        }
        try makeIdentical("")
        try expect([hint()], "one scale equal to the default's")
        try makeIdentical("@2x", "@3x")
        try expect([hint()], "all scales equal to the default's")
    }

    @Test("A scale that is exempt, and so stays, keeps the others")
    func exempt() throws {
        try makeIdentical("", "@2x", "@3x")
        try sandbox.write(
            "themepack.json", #"{"exemptions": [{"rule": "image-identical", "path": "**/year_button@2x.png"}]}"#)
        let steps = try fixes()
        let reasons = steps.steps.map { steps.preview($0) }
        #expect(reasons.count == 2 && reasons.allSatisfy { $0?.contains("'year_button@2x.png'") == true })
        #expect(steps.steps.map { steps.apply($0) } == reasons)
        try expect(reasons, "a scale that is exempt")
        #expect(try sandbox.listing(of: "themes/year/common").count == 3)
    }

    @Test("Equal pixels in other bytes stay, and so do the other scales: they would be scaled up from it")
    func otherBytes() throws {
        try makeIdentical("", "@2x", "@3x")
        let image = PNGFile(44, 22, shade: 0x40).inserting(.init("tEXt", Array("Author\0me".utf8)), before: "IDAT")
        try sandbox.write("themes/year/common/year_button.png", image.bytes)
        let steps = try fixes()
        let reasons = steps.steps.map { steps.apply($0) }
        #expect(reasons.count == 3 && !reasons.contains(nil))
        try expect(reasons, "other bytes")
        #expect(try sandbox.listing(of: "themes/year/common").count == 3)
        #expect(try sandbox.read("themes/year/common/year_button.png") == image.bytes)
    }

    @Test("A name that is taken, or that two files would get, is given to none")
    func taken() throws {
        try sandbox.write("themes/year/common/year_button@x2.png", PNGFile(88, 44, shade: 1).bytes)
        let first = try fixes()
        let before = try sandbox.listing()
        #expect(first.steps.map { first.preview($0) } == first.steps.map { first.apply($0) })
        try expect(first.steps.map { first.apply($0) }, "a name that is taken")
        #expect(try sandbox.listing() == before)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/themes/year/common/year_button@2x.png")
        try sandbox.write("themes/year/common/year_button_2x.png", PNGFile(88, 44, shade: 2).bytes)
        let second = try fixes()
        #expect(second.steps.count == 2)
        try expect(second.steps.map { second.apply($0) }, "a name that two files would get")
    }

    @Test("A file that appears under the new name at the last moment is not replaced")
    func raceForTheName() throws {
        try sandbox.write("themes/year/common/year_badge@2X.png", PNGFile(8, 8).bytes)
        try sandbox.write("assets/common/badge.png", PNGFile(4, 4).bytes)
        var fixes = try fixes()
        let target = "\(sandbox.path)/themes/year/common/year_badge@2x.png"
        let link = fixes.mover.disk.link
        fixes.mover.disk.link = { old, new in
            try? Data([1]).write(to: URL(fileURLWithPath: target))
            return link(old, new)
        }
        let step = try #require(fixes.steps.first { $0.path.hasSuffix("@2X.png") })
        try expect([fixes.apply(step)], "a name that is taken meanwhile")
        #expect(try sandbox.read("themes/year/common/year_badge@2x.png") == [1])
        #expect(try sandbox.read(step.path) == PNGFile(8, 8).bytes)
    }

    @Test("RR5 A file that is saved anew at the last moment is kept", arguments: ["rename", "remove"])
    func raceForTheFile(_ kind: String) throws {
        let path: String
        if kind == "rename" {
            path = "themes/year/common/year_badge@2X.png"
            try sandbox.write(path, PNGFile(8, 8).bytes)
            try sandbox.write("assets/common/badge.png", PNGFile(4, 4).bytes)
        } else {
            path = BadInput.imagePath
            try makeIdentical("", "@2x", "@3x")
        }
        var fixes = try fixes()
        let (file, rename) = ("\(sandbox.path)/\(path)", fixes.mover.disk.rename)
        fixes.mover.disk.rename = { old, new in
            // An editor saves: a new file replaces the old one.
            try? Data([7]).write(to: URL(fileURLWithPath: file + ".new"))
            _ = rename(file + ".new", file)
            return rename(old, new)
        }
        let step = try #require(fixes.steps.first { $0.path == path })
        try expect([fixes.apply(step)], "\(kind) of a file that changes meanwhile")
        #expect(try sandbox.read(path) == [7])
        #expect(try !sandbox.listing().keys.contains { $0.contains(".themepack-") })
    }

    @Test("If its name is taken meanwhile as well, the file stays under another name, which is reported")
    func raceForBoth() throws {
        try makeIdentical("", "@2x", "@3x")
        var fixes = try fixes()
        let (file, rename) = ("\(sandbox.path)/\(BadInput.imagePath)", fixes.mover.disk.rename)
        fixes.mover.disk.rename = { old, new in
            try? Data([7]).write(to: URL(fileURLWithPath: file))
            let result = rename(old, new)
            try? Data([8]).write(to: URL(fileURLWithPath: file))
            return result
        }
        let step = try #require(fixes.steps.first { $0.path == BadInput.imagePath })
        guard let reason = fixes.apply(step) else {
            Issue.record("removed")
            return
        }
        let name = try #require(reason.split(separator: "'").last.map { String($0) })
        try expect([reason.replacing(name, with: "NAME")], "a file that changes meanwhile twice")
        #expect(try Data(contentsOf: URL(fileURLWithPath: name)) == Data([7]))
        #expect(try sandbox.read(BadInput.imagePath) == [8])
    }

    @Test("A link is not renamed")
    func link() throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/themes/year/common/year_button@x2.png", withDestinationPath: "year_button@3x.png")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/themes/year/common/year_button@2x.png")
        let fixes = try fixes()
        try expect(fixes.steps.map { fixes.apply($0) }, "a link")
    }
}
