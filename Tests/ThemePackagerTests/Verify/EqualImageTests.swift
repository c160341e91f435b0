import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

/// The rules `image-identical` and `image-duplicate`, which compare pixels.
@Suite("Equal images")
struct EqualImageTests {
    static let drawing = PixelGrid(44, 22, seed: 1)

    /// The same pixels as other programs write them.
    static let encodings: [(String, [UInt8])] = {
        var wide = PixelGrid(44, 22, depth: 16, seed: 0)
        wide.samples = drawing.pixels.flatMap { pixel in (0..<4).map { pixel[$0] } }
        let text = PNGFile.Chunk("tEXt", Array("Software\0editor".utf8))
        return [
            ("interlaced", drawing.png(interlaced: true).bytes), ("16 bits", wide.png().bytes),
            ("a text", drawing.png().inserting(text, before: "IDAT").bytes),
        ]
    }()

    private static let scopes: [ThemeScope] = [.everything, .folders(["year"])]

    /// A project of images at one scale.
    private static func project(_ images: [String: [UInt8]]) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            project.files = project.files.filter { !$0.key.hasSuffix(".png") }
            for (path, bytes) in images { project.files[path] = bytes }
        }
    }

    private static func changed(_ grid: PixelGrid, at index: Int) -> PixelGrid {
        var grid = grid
        grid.samples[index] ^= 1
        return grid
    }

    @Test("RR1 A default that an editor saved again is an identical image", arguments: scopes)
    func savedAgain(_ scope: ThemeScope) throws {
        for (name, bytes) in Self.encodings {
            let found = try Self.project([
                "assets/common/button.png": Self.drawing.png().bytes, BadInput.imagePath: bytes,
            ]).verify(scope)
            #expect(found.map(\.rule) == [.imageIdentical], "\(name): \(found.map(\.line))")
        }
    }

    @Test("An image that differs from its default in one pixel is another one", arguments: scopes)
    func onePixel(_ scope: ThemeScope) throws {
        for index in [0, 2_001, Self.drawing.samples.count - 2] {
            let found = try Self.project([
                "assets/common/button.png": Self.drawing.png().bytes,
                BadInput.imagePath: Self.changed(Self.drawing, at: index).png().bytes,
            ]).verify(scope)
            #expect(found.map(\.line) == [])
        }
    }

    @Test("RR1 A copy is found with a cache, also after its default has changed")
    func cached() throws {
        let sandbox = try Sandbox()
        try Self.project([
            "assets/common/button.png": PixelGrid(44, 22, seed: 2).png().bytes,
            BadInput.imagePath: Self.drawing.png(interlaced: true).bytes,
        ]).write(to: sandbox)
        func rules(_ scope: ThemeScope) throws -> [Rule] {
            let project = try Project(at: sandbox.path)
            return try ProjectRun(of: project, scope, jobs: 1, cache: ProjectCache(of: project, tool: "t"))
                .verify().findings.map(\.rule)
        }
        for scope in Self.scopes { #expect(try rules(scope) == []) }
        try sandbox.write("assets/common/button.png", Self.drawing.png().bytes)
        for scope in Self.scopes + Self.scopes { #expect(try rules(scope) == [.imageIdentical]) }
    }

    // MARK: - Duplicates

    /// Two buttons of a theme, one of them highlighted, with these defaults.
    private static func buttons(
        _ normal: PixelGrid, _ highlighted: PixelGrid, defaults: (PixelGrid, PixelGrid)
    ) -> ProjectFiles {
        project([
            "assets/common/button.png": defaults.0.png().bytes,
            "assets/common/buttonHighlighted.png": defaults.1.png().bytes,
            "themes/year/common/year_button.png": normal.png().bytes,
            // In other bytes.
            "themes/year/common/year_buttonHighlighted.png": highlighted.png(interlaced: true).bytes,
        ])
    }

    @Test("RR1 A highlighted image that equals the normal one is reported if their defaults differ", arguments: scopes)
    func duplicate(_ scope: ThemeScope) throws {
        let (one, other) = (PixelGrid(44, 22, seed: 7), PixelGrid(44, 22, seed: 8))
        let found = try Self.buttons(Self.drawing, Self.drawing, defaults: (one, other)).verify(scope)
        #expect(found.map(\.path) == ["themes/year/common/year_buttonHighlighted.png"], "\(found.map(\.line))")
        #expect(found.first?.rule == .imageDuplicate && found.first?.severity == .warning)
        #expect(found.first?.related?.path == "themes/year/common/year_button.png")
        // Two defaults that are equal, and two images that are not.
        #expect(try Self.buttons(Self.drawing, Self.drawing, defaults: (one, one)).verify(scope).map(\.line) == [])
        let last = Self.drawing.samples.count - 2
        let almost = Self.changed(Self.drawing, at: last)
        #expect(try Self.buttons(Self.drawing, almost, defaults: (one, other)).verify(scope).map(\.line) == [])
    }

    @Test("Defaults that begin alike hide no copy of a file", arguments: scopes)
    func alike(_ scope: ThemeScope) throws {
        let one = PixelGrid(44, 22, seed: 7)
        var project = Self.buttons(
            Self.drawing, Self.drawing, defaults: (one, Self.changed(one, at: one.samples.count - 2)))
        project.files["themes/year/common/year_buttonHighlighted.png"] = Self.drawing.png().bytes
        #expect(try project.verify(scope).map(\.rule) == [.imageDuplicate])
    }

    @Test("Images of two themes, of two sizes, and of two scales are not compared", arguments: scopes)
    func apart(_ scope: ThemeScope) throws {
        let image = Self.drawing.png().bytes
        let found = try Self.project([
            "assets/common/button.png": PixelGrid(44, 22, seed: 7).png().bytes,
            "assets/common/wide@2x.png": PixelGrid(44, 22, seed: 8).png().bytes,
            "assets/common/other.png": PixelGrid(44, 22, seed: 9).png().bytes,
            "themes/year/common/year_button.png": image, "themes/year/common/year_wide@2x.png": image,
            "themes/blue/common/blue_other.png": image,
            "themes/blue/theme.json": Array(
                #"{"id": "blue", "version": "1.0.0", "imageNamePrefix": "blue_"}"#.utf8),
        ]).verify(scope)
        #expect(found.map(\.line) == [])
    }
}
