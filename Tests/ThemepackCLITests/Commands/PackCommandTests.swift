import Foundation
import TestSupport
import Testing

@Suite("Commands on packs")
struct PackCommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    @Test("verify of a damaged pack exits with 1 and names the entry")
    func damagedPack() throws {
        #expect(try themepack("build").status == 0)
        var bytes = try sandbox.read("dist/year-1.2.0.themepack.zip")
        let image = PNGFile(132, 66, shade: 0x80).bytes
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: image) })
        bytes[start + 60] ^= 1
        try sandbox.write("dist/year-1.2.0.themepack.zip", bytes)
        let result = try themepack("verify", "dist/year-1.2.0.themepack.zip")
        #expect(result.status == 1, "\(result)")
        #expect(
            result.output.hasPrefix("dist/year-1.2.0.themepack.zip!/images/common/year_button@3x.png\n  error: ")
                && result.output.contains(" [pack-contents]\n"))
    }

    @Test("inspect prints the same facts as a table and as JSON")
    func inspect() throws {
        #expect(try themepack("build").status == 0)
        let table = try themepack("inspect", "dist/year-1.2.0.themepack.zip")
        #expect(table.status == 0 && table.errors.isEmpty)
        let lines = table.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.first == "New Year (year) 1.2.0")
        #expect(lines.contains("prefix          year_") && lines.contains("extends         default"))
        #expect(lines.contains("images          1, in 3 files") && lines.contains("Color.title = \"F85825\""))
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(table.output.contains(/common\/button +@2x +88x44 +\d+ +[0-9a-f]{16}\n/))
        let json = try themepack("inspect", "dist/year-1.2.0.themepack.zip", "--format", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["schemaVersion"] as? Int == 1 && object["formatVersion"] as? Int == 1)
        #expect((object["theme"] as? [String: String])?["id"] == "year")
        let images = try #require(object["images"] as? [[String: Any]])
        #expect(
            images.map { $0["scale"] as? Int } == [1, 2, 3] && images.map { $0["width"] as? Int } == [44, 88, 132])
        let pack = try sandbox.read("dist/year-1.2.0.themepack.zip")
        for (factor, image) in zip(1..., images) {
            let offset = try #require(image["offset"] as? Int)
            #expect(
                pack[offset..<offset + (try #require(image["bytes"] as? Int))].elementsEqual(
                    PNGFile(44 * factor, 22 * factor, shade: 0x80).bytes))
            #expect(table.output.contains(String((image["sha256"] as? String ?? "?").prefix(16))))
        }
    }
}
