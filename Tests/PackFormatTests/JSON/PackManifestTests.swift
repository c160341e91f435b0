import Testing
import ThemeModel

@testable import PackFormat

@Suite("The manifest")
struct PackManifestTests {
    /// The manifest as one value, as FORMAT.md specifies it.
    private static func value(of contents: PackContents) -> SettingValue {
        func members(_ stored: DataReference, _ path: String) -> [String: SettingValue] {
            ["bytes": .number(Double(stored.length)), "path": .string(path), "sha256": .string("\(stored.digest)")]
        }
        let images = contents.images.flatMap { image in
            image.variants.map { variant in
                SettingValue.object(
                    members(variant.stored, contents.path(of: image.name, at: variant.scale)).merging([
                        "height": .number(Double(variant.size.height)), "name": .string("\(image.name)"),
                        "scale": .number(Double(variant.scale.factor)),
                        "width": .number(Double(variant.size.width)),
                    ]) { $1 })
            }
        }
        let resources = contents.resources.map { resource in
            SettingValue.object(members(resource.stored, "resources/\(resource.path.string)"))
        }
        var manifest: [String: SettingValue] = [
            "contract": .string("sha256:\(contents.contract)"),
            "formatVersion": .number(Double(contents.theme.formatVersion)), "images": .list(images),
            "resources": .list(resources),
            "theme": .object(
                Dictionary(uniqueKeysWithValues: contents.theme.properties.map { ($0.key, .string($0.value)) })),
        ]
        manifest["settings"] = contents.settings.map { .object(members($0, "config.json")) }
        return .object(manifest)
    }

    @Test(
        "All pieces together are the canonical JSON of the contents, whatever lines are known",
        arguments: [0, 1, 2, 3, 4096, 4097, 9000], [true, false])
    func pieces(_ count: Int, settings: Bool) throws {
        var contents = try PackIndexTests.contents(min(count, 9000), settings: settings)
        if count > 4096 {
            contents.resources = try (0..<count).map { number in
                PackResource(path: try PortablePath("f/\(number)"), stored: contents.manifest)
            }
        }
        let manifest = PackManifest(of: contents)
        let bytes = manifest.bytes
        #expect(bytes == CanonicalJSON.encode(Self.value(of: contents), spreadDepth: 2))
        #expect((manifest.pieceCount > 7) == (count > 4096))
        let lineCount = contents.images.reduce(0) { $0 + $1.variants.count } + contents.resources.count
        let lines = try #require(ManifestLines(of: bytes, count: lineCount))
        #expect(PackManifest(of: contents) { $0 % 5 < 2 ? lines[$0] : nil }.bytes == bytes)
    }
}
