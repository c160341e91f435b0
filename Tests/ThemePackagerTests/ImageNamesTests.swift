import TestSupport
import Testing
import ThemeModel

@testable import ThemePackager

@Suite("What follows from an image's name")
struct ImageNamesTests {
    /// Paths in the project, by theme; the defaults' have none.
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

    @Test("Path, place, folder and owner are those of the file, however it is spelled and wherever it lies")
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
            #expect("\(images.trees.folder(of: file))/\(images.trees.fileName(of: file))" == "/project/\(path)")
            #expect(images.trees.isAsset(file) == path.hasPrefix("assets/"))
            #expect(path.hasSuffix("/" + images.trees.pathInTree(of: file)))
        }
    }

    @Test("Groups are ranges of one variant: the default first, then what replaces it, by theme")
    func groups() throws {
        let survey = try Self.survey()
        let images = survey.images
        #expect(images.ranges.flatMap { $0 } == Array(images.files.indices))
        for group in images.ranges.indices {
            let owners = images.ranges[group].map { images.owner($0) ?? -1 }
            #expect(owners == owners.sorted() && Set(owners).count == owners.count)
            #expect(images.ranges[group].allSatisfy { images.files[$0].variant == images.variant(of: group) })
            #expect(images.original(of: group) == (owners[0] == -1 ? images.ranges[group].lowerBound : nil))
            for number in images.themed(of: group) {
                #expect(images.image(of: group, for: try #require(images.owner(number))) == number)
            }
        }
        let variants = images.ranges.indices.map(images.variant)
        #expect(variants == variants.sorted() && Set(variants).count == variants.count)
    }

    @Test("Of two files for one variant the first by path counts, and the other is told")
    func seconds() throws {
        var project = ProjectFiles.sound
        project.files["assets/common/button.PNG"] = PNGFile(44, 22, shade: 1).bytes
        project.files["assets/common/year_button@1x.png"] = PNGFile(44, 22, shade: 2).bytes
        let findings = try project.verify()
        #expect(
            findings.filter { $0.message.contains("is a second file") }.map(\.path) == [
                "themes/year/common/year_button.png"
            ])
        #expect(findings.contains { $0.rule == .nameClash && $0.path == "assets/common/button.png" })
    }
}

@Suite("Known images")
struct KnownImagesTests {
    private static func image(_ inode: UInt64, _ size: UInt64) -> KnownImage {
        KnownImage(
            stamp: FileStamp(size: size, inode: inode, modified: 1, changed: 1),
            facts: ImageFacts(size: PixelSize(width: 1, height: 1), hasAlpha: false), isSound: true)
    }

    @Test("What is added takes the place of what was known of its inode, whichever is more")
    func adding() {
        var random = SystemRandomNumberGenerator()
        for round in 0..<200 {
            var known = KnownImages.none
            var expected: [UInt64: UInt64] = [:]
            for step in 0..<4 {
                let count = UInt64.random(in: 0...(round % 2 == step % 2 ? 30 : 3), using: &random)
                let news = (0..<count).map { (inode: UInt64.random(in: 0..<40, using: &random), size: $0 + 1) }
                // Two with one inode are one file under two names, and so are the same.
                let once = Dictionary(news.map { ($0.inode, $0.size) }) { first, _ in first }
                known.add(news.map { inode, size in Self.image(inode, once[inode] ?? size) })
                expected.merge(once) { $1 }
            }
            #expect(known.count == expected.count)
            for (inode, size) in expected { #expect(known[Self.image(inode, size).stamp] == Self.image(inode, size)) }
            #expect(known[Self.image(0, 99).stamp] == nil)
        }
    }

    @Test("Notes tell what is news and what was met, from many threads")
    func notes() {
        let known = KnownImages((0..<100).map { Self.image($0, 1) })
        let notes = ImageNotes(known: known, expecting: 60)
        _ = Workers.map(60, jobs: 4) { notes.note(Self.image(UInt64($0) * 2, $0 < 50 ? 1 : 2)) }
        let met = notes.take()
        #expect(met.isMet.indices.filter { met.isMet[$0] } == (0..<50).map { $0 * 2 })
        #expect(Set(met.news.map(\.stamp.inode)) == Set((50..<60).map { $0 * 2 }))
        let kept = known.keeping(met.isMet)
        #expect(kept.count == 50 && kept[Self.image(98, 1).stamp] != nil && kept[Self.image(99, 1).stamp] == nil)
        #expect(notes.take().news.isEmpty)
    }
}
