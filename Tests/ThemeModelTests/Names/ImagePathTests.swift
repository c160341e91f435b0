import Testing
import ThemeModel

@Suite("Paths of image files")
struct ImagePathTests {
    @Test(
        "A path gives the logical name and the scale",
        arguments: [
            ("common/buttonImage@2x.png", "", "common/buttonImage", 2), ("a.png", "", "a", 1),
            ("a@1x.PNG", "", "a", 1), ("common/year_a@3x.png", "year_", "common/a", 3), ("图/é@9x.png", "", "图/é", 9),
            ("a@2x/b.png", "", "a@2x/b", 1),
        ])
    func paths(_ path: String, _ prefix: String, _ name: String, _ scale: Int) throws {
        let image = try #require(ImagePath(path, prefix: ImagePrefix(prefix)))
        #expect(image.name.description == name && Int(image.scale.factor) == scale)
    }

    @Test(
        "Any other path is none",
        arguments: [
            ("a.jpg", ""), (".png", ""), ("a", ""), ("@2x.png", ""), ("../a.png", ""), ("a@2x@2x.png", ""),
            ("year_.png", "year_"), ("a.png", "year_"), ("/a.png", ""), ("a//b.png", ""), ("year_a/b.png", "year_"),
        ])
    func others(_ path: String, _ prefix: String) throws {
        #expect(try ImagePath(path, prefix: ImagePrefix(prefix)) == nil)
    }

    @Test("The path of a variant in a pack gives the variant", arguments: ["", "year_"])
    func roundTrip(_ prefix: String) throws {
        let prefix = try ImagePrefix(prefix)
        for name in ["a", "common/b", "x@2y/z.w"] {
            for scale in (1...9).compactMap(Scale.init) {
                let name = try LogicalName(name)
                let image = ImagePath(ImageFileName.packPath(of: name, prefix: prefix, scale: scale), prefix: prefix)
                #expect(image?.name == name && image?.scale == scale)
            }
        }
    }
}
