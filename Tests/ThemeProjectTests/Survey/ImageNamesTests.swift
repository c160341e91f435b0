import TestSupport
import Testing

@testable import ThemeProject

@Suite("Image files")
struct ImageNamesTests {
    /// Paths in the project with their themes; `nil` for defaults.
    private static let paths: [(theme: String?, path: String)] = [
        (nil, "assets/top.png"), (nil, "assets/a/b/deep@3x.png"), (nil, "assets/a/b/deep.PNG"),
        (nil, "assets/a/one@1x.png"), (nil, "assets/图/标.png"), (nil, "assets/x\u{D4E}/a.png"),
        (nil, "assets/x/a.png"), ("year", "themes/year/x\u{D4E}/year_\u{301}.png"),
        (nil, "assets/x\u{D4E}/\u{301}.png"), (nil, "assets/z z/e\u{301}.Png"),
        ("year", "themes/year/year_top.png"), ("year", "themes/year/a/b/year_deep@3x.PNG"),
        ("year", "assets/a/year_one.png"), ("year", "assets/a/year_two@1x.pNG"), ("year", "themes/year/图/year_标.png"),
        ("plain", "themes/plain/top.png"), ("plain", "themes/plain/a/one@1x.png"),
        ("plain", "themes/plain/z z/e\u{301}.png"),
    ]

    private static func survey() throws -> ProjectSurvey {
        var project = ProjectFiles()
        project["themes/year/theme.json"] = #"{"id": "year", "version": "1.0.0", "imageNamePrefix": "year_"}"#
        project["themes/plain/theme.json"] = #"{"id": "plain", "version": "1.0.0"}"#
        for (_, path) in paths { project.files[path] = PNGFile(1, 1).bytes }
        var memory = project.memory
        memory["/project/assets/a/link.png"] = .link("b/deep@3x.png")
        memory["/project/themes/year/a/year_link.png"] = .link("../year_top.png")
        return try ProjectSurvey(of: Project(at: ProjectFiles.root, in: memory), .everything, jobs: 1)
    }

    @Test("Path, location and owner are those of the file, with any spelling")
    func paths() throws {
        let survey = try Self.survey()
        let images = survey.images
        let links = [
            "assets/a/link.png": "assets/a/b/deep@3x.png", "themes/year/a/year_link.png": "themes/year/year_top.png",
        ]
        let expected =
            Self.paths + [
                (theme: nil, path: "assets/a/link.png"), (theme: "year", path: "themes/year/a/year_link.png"),
            ]
        #expect(images.files.count == expected.count)
        for (theme, path) in expected {
            let number = try #require(images.files.indices.first { images.path($0) == path }, "\(path)")
            let file = images.files[number]
            #expect(images.owner(number).map { survey.themes[$0].folderName } == theme)
            #expect(images.location(number) == "\(ProjectFiles.root)/\(links[path] ?? path)")
            #expect(images.trees.isInAssetTree(file) == path.hasPrefix("assets/"))
            #expect(path.hasSuffix("/" + images.trees.pathInTree(of: file)))
        }
    }

    @Test("A group has a variant's default first, then its replacements in the order of themes")
    func groups() throws {
        let survey = try Self.survey()
        let images = survey.images
        #expect(images.ranges.flatMap { $0 } == Array(images.files.indices))
        for group in images.ranges.indices {
            let owners = images.ranges[group].map { images.owner($0) ?? -1 }
            #expect(owners == owners.sorted() && Set(owners).count == owners.count)
            #expect(images.ranges[group].allSatisfy { images.files[$0].variant == images.variant(of: group) })
            #expect(images.defaultImage(of: group) == (owners[0] == -1 ? images.ranges[group].lowerBound : nil))
            for number in images.themedImages(of: group) {
                #expect(images.image(of: group, for: images.owner(number)) == number)
            }
        }
        let variants = images.ranges.indices.map(images.variant)
        #expect(variants == variants.sorted() && Set(variants).count == variants.count)
    }

    @Test("If a variant has two files, the first by path is used and the other is reported")
    func duplicates() throws {
        var project = ProjectFiles.sound
        project.files["assets/common/button.PNG"] = PNGFile(44, 22, shade: 1).bytes
        project.files["assets/common/year_button@1x.png"] = PNGFile(44, 22, shade: 2).bytes
        let findings = try project.survey()
        let second = findings.filter { $0.path == "themes/year/common/year_button.png" }
        #expect(second.count == 1)
        #expect(
            try Sentences.mismatch(second.first?.sentence, of: "a second file of an image", in: "project-tree") == nil)
        #expect(findings.contains { $0.rule == .nameClash && $0.path == "assets/common/button.png" })
    }
}
