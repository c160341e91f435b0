import PackFormat
import Testing
import ThemeModel

@Suite("Contract")
struct ContractTests {
    @Test("TP1: only names among the images are in the templates, and without any there is no such member")
    func templates() throws {
        let size = PixelSize(width: 1, height: 1)
        let images = try ["a", "b", "c"].map { ContractImage(try LogicalName($0), .one, size) }
        func text(_ templates: [String: String?]) throws -> String {
            let members = try templates.map { name, color in
                (try LogicalName(name), ImageTemplate(color: color.map { SettingPath(dotted: $0) }))
            }
            let contract = Contract(
                images: images, settings: [:], templates: Dictionary(uniqueKeysWithValues: members))
            return String(decoding: contract.canonicalBytes, as: UTF8.self)
        }
        #expect(try text(["x": nil]) == text([:]) && !text([:]).contains("templates"))
        #expect(
            try text(["c": nil, "a": "Color.icon"]).hasSuffix(
                "  \"templates\": [\n    [\"a\", \"Color.icon\"],\n    [\"c\", null]\n  ]\n}\n"))
    }

    @Test("The digested bytes do not depend on the order of construction")
    func canonical() throws {
        let images = try ["b/x", "a"].flatMap { name in
            try [3, 1].map { factor in
                let size = PixelSize(width: UInt32(4 * factor), height: UInt32(2 * factor))
                return ContractImage(try LogicalName(name), try #require(Scale(factor)), size)
            }
        }
        let contract = Contract(
            images: images, settings: [SettingPath(["Color", "title"]): .color, SettingPath(["Color"]): .object])
        let expected = """
            {
              "contract": 1,
              "images": [
                ["a", 1, 4, 2],
                ["a", 3, 12, 6],
                ["b/x", 1, 4, 2],
                ["b/x", 3, 12, 6]
              ],
              "settings": [
                ["Color", "object"],
                ["Color.title", "color"]
              ]
            }

            """
        #expect(String(decoding: contract.canonicalBytes, as: UTF8.self) == expected)
    }
}
