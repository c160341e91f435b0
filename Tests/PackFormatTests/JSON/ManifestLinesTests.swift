import PackFormat
import Testing
import ThemeModel

@Suite("Lines of a manifest")
struct ManifestLinesTests {
    @Test("A manifest that knows the lines of another one has the same bytes")
    func reuse() throws {
        let contents = try Self.contents(images: ["a", "b {x}, [", "é/b"], resources: ["f/a.ttf", "f/[b].ttf"])
        let manifest = PackManifest(of: contents).bytes
        let lines = try #require(ManifestLines(of: manifest, count: 8))
        #expect(PackManifest(of: contents) { lines[$0] }.bytes == manifest)
        #expect(PackManifest(of: contents) { $0 % 3 == 0 ? lines[$0] : nil }.bytes == manifest)
    }

    @Test("A known line is written as it is")
    func verbatim() throws {
        let contents = try Self.contents(images: ["a"], resources: [])
        let manifest = PackManifest(of: contents) { [Array("first".utf8)[...], nil][$0] }.bytes
        #expect(String(decoding: manifest, as: UTF8.self).contains("\n    first,\n    {\"bytes\": 9, "))
    }

    @Test("Lists of images and resources can be empty", arguments: [([], []), (["a"], []), ([], ["f"])])
    func empty(_ images: [String], _ resources: [String]) throws {
        let manifest = PackManifest(of: try Self.contents(images: images, resources: resources)).bytes
        let count = 2 * images.count + resources.count
        #expect(ManifestLines(of: manifest, count: count) != nil)
        #expect(ManifestLines(of: manifest, count: count + 1) == nil)
    }

    @Test("Other text has no lines", arguments: ["", "\n", "    {", "    ", "\n\n    {\n", "{}"])
    func others(_ text: String) { #expect(ManifestLines(of: Array(text.utf8), count: 2) == nil) }

    /// Each image has two variants.
    private static func contents(images: [String], resources: [String]) throws -> PackContents {
        let stored = DataReference(length: 9, digest: try #require(ContentDigest(0..<32)))
        let size = PixelSize(width: 4, height: 2)
        return PackContents(
            theme: PackTheme(id: "year", name: "Year", version: try SemanticVersion("1.0.0")),
            contract: stored.digest, manifest: stored, settings: stored,
            images: try images.map {
                PackImage(
                    name: try LogicalName($0),
                    variants: PackVariants([.one, .two].map { PackVariant(scale: $0, size: size, stored: stored) }))
            },
            resources: try resources.map { PackResource(path: try PortablePath($0), stored: stored) })
    }
}
