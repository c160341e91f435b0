import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemeReview

@Suite("Comparisons of projects")
struct ComparisonTests {
    private func side(_ files: ProjectFiles, _ label: String) throws -> Comparison.Side {
        let project = try Project(at: ProjectFiles.root, in: files.memory)
        return .init(project: label, try ThemeState.all(in: project, jobs: 2) { "\(label)\($0.folderName)" })
    }

    private func comparison(_ old: ProjectFiles, _ new: ProjectFiles) throws -> Comparison {
        try Comparison(from: side(old, "old:"), to: side(new, "new:"), jobs: 2)
    }

    private static func image(_ seed: UInt64, _ width: Int = 12) -> [UInt8] {
        PixelGrid(width, 12, seed: seed).png().bytes
    }

    @Test("A comparison has the themes that differ, and equals those of each theme by itself")
    func themes() throws {
        let new = ProjectFiles.sound.with { project in
            project.files["assets/common/new.png"] = Self.image(1)
            project.files["themes/year/common/year_button.png"] = PNGFile(44, 22, shade: 3).bytes
        }
        let comparison = try comparison(.sound, new)
        #expect(comparison.themes.map(\.themeID.string) == ["default", "year"])
        for difference in comparison.themes {
            let alone = try ProjectFiles.sound.difference(to: new, theme: difference.themeID.string)
            #expect(difference.lines == alone.lines && !alone.isEmpty)
        }
        #expect(comparison.changeCount == 2 && comparison.themeCount == 2)
        #expect(try self.comparison(.sound, .sound).themes.isEmpty)
        let theme = Comparison.Side(try ProjectFiles.sound.state(of: "year"))
        #expect(throws: UserError.self) { try Comparison(from: theme, to: side(.sound, "new:"), jobs: 1) }
    }

    @Test("Themes with the same old and new image share a row, and the page says what made it, and of what")
    func sharedRows() throws {
        func files(_ shade: UInt8) -> ProjectFiles {
            ProjectFiles.sound.with { project in
                project["themepack.json"] = #"{"contrast": [{"text": "Color.title", "on": "Color.ground"}]}"#
                project["themes/default/config.json"] = ##"{"Color": {"title": "#FFFFFF", "ground": "#101010"}}"##
                for theme in ["amber", "basil"] {
                    project["themes/\(theme)/theme.json"] =
                        #"{"id": "\#(theme)", "version": "1.0.0", "imageNamePrefix": "\#(theme)_"}"#
                    project.files["themes/\(theme)/common/\(theme)_button@2x.png"] =
                        PNGFile(88, 44, shade: shade).bytes
                }
            }
        }
        let origin = PageOrigin(version: "1.2.3", commit: "0123456789abcdef")
        let page = try DifferencePage(comparison(files(1), files(2)), summary: "", origin: origin).bytes()
        let text = String(decoding: page, as: UTF8.self)
        #expect(text.split(separator: "<div class=\"row\"").count == 2 && text.contains(">amber and basil @2x<"))
        #expect(text.contains("data-themes=\"amber basil\""))
        #expect(text.contains("data-ground=\"#101010\""))
        #expect(text.contains("Written by themepack 1.2.3 diff, on commit 0123456789ab."))
        #expect(text.contains("amber 1.0.0, basil 1.0.0"))
    }

    @Test("A theme that one side cannot read is named, and the others are compared")
    func unread() throws {
        func side(_ change: (inout MemoryFileSystem) -> Void) throws -> Comparison.Side {
            var memory = ProjectFiles.sound.with { $0.files["assets/common/new.png"] = Self.image(1) }.memory
            change(&memory)
            let project = try Project(at: ProjectFiles.root, in: memory)
            return .init(project: "old:", try ThemeState.all(in: project, jobs: 2) { "old:\($0.folderName)" })
        }
        let old = try side { memory in
            for path in ProjectFiles.sound.files.keys where path.hasPrefix("themes/year/") {
                memory["/project/\(path)"] = nil
            }
            memory["/project/themes/year"] = .other("a submodule")
        }
        #expect(old.unread == ["year": "old:year is a submodule, not a folder"])
        let comparison = try Comparison(from: old, to: self.side(.sound, "new:"), jobs: 2)
        #expect(comparison.themes.map(\.themeID.string) == ["default"] && comparison.themeCount == 1)
    }

    @Test("RR12 Images that have each other's former bytes and size are swapped, by their scale")
    func swaps() throws {
        let old = ProjectFiles.sound.with { project in
            for (number, name) in ["a", "b", "c", "d"].enumerated() {
                project.files["assets/\(name).png"] = Self.image(UInt64(number), name == "d" ? 13 : 12)
            }
        }
        let new = old.with { project in
            project.files["assets/a.png"] = Self.image(1)
            project.files["assets/b.png"] = Self.image(0)
            // Both sizes are breaking, which says more.
            project.files["assets/c.png"] = Self.image(3, 13)
            project.files["assets/d.png"] = Self.image(2)
        }
        let difference = try old.difference(to: new, theme: "default")
        #expect(difference.images.map(\.kind) == [.swapped, .swapped, .resized, .resized])
        #expect(try Sentences.mismatch(difference.images[0].words, of: "swapped images", in: "reviews") == nil)
        #expect(difference.breakingCount == 2)
    }

    @Test("Images are shown by kind, then by their mean difference, the scales of a name together")
    func bySight() throws {
        func image(_ shade: UInt8) -> [UInt8] { PNGFile(12, 12, shade: shade).bytes }
        let old = ProjectFiles.sound.with { project in
            for name in ["a", "b", "b@2x", "c", "gone"] { project.files["assets/\(name).png"] = image(10) }
        }
        let new = old.with { project in
            project.files["assets/a.png"] = image(40)
            project.files["assets/b.png"] = image(11)
            project.files["assets/b@2x.png"] = image(200)
            project.files["assets/c.png"] = image(90)
            project.files["assets/gone.png"] = nil
            project.files["assets/added.png"] = image(1)
        }
        let difference = try old.difference(to: new, theme: "default")
        #expect(difference.imagesBySight.map(\.image.title) == ["gone", "b", "b@2x", "c", "a", "added"])
    }

    @Test("The page of a project names the theme of each change, and shows the default beside a theme's image")
    func page() throws {
        let new = ProjectFiles.sound.with { project in
            project.files["assets/common/new.png"] = Self.image(1)
            project.files["themes/year/common/year_button.png"] = PNGFile(44, 22, shade: 3).bytes
            project["themes/year/config.json"] = "{\"Color\": {\"title\": \"000000\"}}"
        }
        let comparison = try comparison(.sound, new)
        let text = String(decoding: try DifferencePage(comparison, summary: "3 changes").bytes(), as: UTF8.self)
        #expect(text.contains(">New <") && text.contains(">Other pixels <"))
        #expect(text.contains("<p class=\"scale\">New Year</p>") && text.contains("<b>New Year</b>"))
        #expect(text.contains("alt=\"common/button\""))
        #expect(text.split(separator: "<img ").count - 1 == 1 + 3)
        #expect(text.contains("<option value=\"year\">New Year</option>") || text.contains(">New Year</option>"))
    }

    @Test("The scales of a name are one card, and one change of several themes is one line")
    func sharedChanges() throws {
        let ids = ["a", "b", "c", "d", "e"]
        let old = ProjectFiles.sound.with { project in
            for id in ids {
                project["themes/\(id)/theme.json"] =
                    #"{"id": "\#(id)", "version": "1.0.0", "imageNamePrefix": "\#(id)_", "config": "config.json"}"#
                project["themes/\(id)/config.json"] = "{}"
            }
        }
        let new = old.with { project in
            for id in ids { project["themes/\(id)/config.json"] = #"{"Radius": 8}"# }
            project.files["assets/common/button.png"] = PNGFile(44, 22, shade: 9).bytes
            project.files["assets/common/button@2x.png"] = PNGFile(88, 44, shade: 9).bytes
        }
        let page = DifferencePage(try comparison(old, new), summary: "")
        let text = String(decoding: try page.bytes(), as: UTF8.self)
        #expect(text.components(separatedBy: "<article ").count == 2)
        #expect(text.contains(">default @1x</p>") && text.contains(">default @2x</p>"))
        #expect(text.components(separatedBy: "<b>a, b, c and 2 others</b>").count == 2)
        #expect(text.components(separatedBy: "<code>Radius</code>").count == 2)
    }
}
