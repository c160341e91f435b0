import Dispatch
import PackFormat
import TestSupport
import Testing
import ThemeModel
import ThemeSystem

@testable import ThemeRuntime

@Suite("Look-ups along axes")
struct AxisLookUpTests {
    /// A pack with one image and settings; the image has a pixel for each letter of the id.
    private static func pack(
        _ id: String, settings: String, images: [String] = [], _ change: (inout PackTheme) -> Void = { _ in }
    ) throws -> ThemePack {
        var pack = try ForgedPack(id, extends: nil)
        change(&pack.theme)
        pack.settings = Array(settings.utf8)
        for name in images {
            try pack.add(
                image: name, PNGFile(8, 4, seed: XXHash64.hash(id)).bytes, size: PixelSize(width: 8, height: 4))
        }
        return try ThemePack(copying: pack.bytes(), path: "\(id).zip")
    }

    /// The themes `acme`, `dark`, `night` and `high` on three axes, and the combination `acme-dark`.
    static func library() throws -> ThemeLibrary {
        let all = ["a", "b", "c", "d"]
        let library = try ThemeLibrary(
            default: pack("default", settings: #"{"a": 0, "o": {"x": 0, "y": 0, "z": 0}}"#, images: all) {
                $0.axes = ["brand", "mode", "contrast"]
            })
        let packs = try [
            pack("acme", settings: #"{"a": 1, "o": {"x": 1}}"#, images: ["a", "b"]) { $0.axis = "brand" },
            pack("dark", settings: #"{"a": 2, "o": {"y": 2}}"#, images: ["b"]) { $0.axis = "mode" },
            pack("night", settings: #"{"a": 3}"#) {
                $0.axis = "mode"
                $0.extends = "dark"
            },
            pack("high", settings: "{}") { $0.axis = "contrast" },
            pack("acme-dark", settings: #"{"o": {"z": 9}}"#, images: ["c"]) { $0.combinedThemes = ["acme", "dark"] },
        ]
        for pack in packs { try library.add(pack) }
        return library
    }

    @Test("AX2: threads select and read while packs are added and removed; each answer is whole")
    func threads() throws {
        let library = try Self.library()
        let packs = try ["dark", "acme-dark"].map { try #require(library.theme(ThemeID($0))?.pack) }
        let selections: [[ThemeID]] = [["acme", "dark"], ["acme", "night", "high"], ["high"], ["dark", "acme-dark"]]
        let failures = Lock<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for turn in 0..<200 {
                do {
                    if thread == 0 {
                        for pack in packs { try library.remove(pack.theme.id) }
                        for pack in packs { try library.mount(pack) }
                        continue
                    }
                    let selection = selections[(thread + turn) % selections.count]
                    guard let theme = try library.snapshot.theme(selecting: selection) else { continue }
                    let isWhole = try theme.image("a", scale: .one) != nil && theme.number("a") != nil
                    if !isWhole || theme.chain.last != .default { failures.withLock { $0.append("\(theme.chain)") } }
                } catch {
                    failures.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(failures.withLock(\.self) == [])
        #expect(try library.theme(selecting: "acme", "dark")?.chain == ["acme-dark", "dark", "acme", "default"])
    }

    @Test("AX2: a selection answers for images and merged settings in one linear order")
    func answers() throws {
        let library = try Self.library()
        let theme = try #require(try library.theme(selecting: "dark", "acme"))
        #expect(theme.chain == ["acme-dark", "dark", "acme", "default"] && theme.selection == ["acme", "dark"])
        #expect(theme.id == "dark")
        let origins = try ["a", "b", "c", "d"].map { name in
            try theme.image(ImageKey(name), scale: .one)?.origin.theme.string
        }
        #expect(origins == ["acme", "dark", "acme-dark", "default"])
        #expect(try theme.number("a") == 2)
        #expect(try ["x", "y", "z"].map { try theme.number(SettingKey("o", $0)) } == [1, 2, 9])
        #expect(
            try library.theme(selecting: "acme", "dark") === theme && library.theme(selecting: "acme-dark") === theme)
        #expect(try library.theme(selecting: "acme") === library.theme("acme"))
        #expect(try library.theme(selecting: "default") === library.defaultTheme)
        #expect(try library.theme(selecting: "acme", "gone") == nil)
        #expect(try library.theme(selecting: "gone", "other") == nil, "nobody knows their axes")
        #expect(library.theme("acme-dark")?.chain == theme.chain)
    }

    @Test("AX1: two themes of one axis are an error for people")
    func sharedAxis() throws {
        let library = try Self.library()
        #expect(throws: ThemeError.sharedAxis("dark", "night", axis: "mode")) {
            try library.theme(selecting: "dark", "night", "acme")
        }
        let reason = ThemeError.sharedAxis("dark", "night", axis: "mode").reason
        #expect(try Sentences.mismatch(reason, of: "two themes of one axis", in: "runtime") == nil)
    }

    @Test("AX2: a theme of a selection stays the same while its packs do")
    func snapshots() throws {
        let library = try Self.library()
        let theme = try #require(try library.theme(selecting: "acme", "night"))
        try library.remove("high")
        #expect(try library.theme(selecting: "acme", "night") === theme)
        try library.replace(Self.pack("dark", settings: "{}") { $0.axis = "mode" })
        #expect(try library.theme(selecting: "acme", "night") !== theme)
        try library.remove("acme")
        #expect(try library.theme(selecting: "acme", "night") == nil && theme.number("a") == 3)
    }

    @Test("AX5: explanations speak of the selection")
    func explanations() throws {
        let theme = try #require(try Self.library().theme(selecting: "acme", "dark"))
        #expect(theme.explain("b", scale: .one).description.hasPrefix("b at @1x in theme 'acme + dark': dark.zip!/"))
        #expect(theme.explain("b", scale: .one).steps.map(\.theme) == ["acme-dark", "dark", "acme", "default"])
        #expect("\(theme.explain(SettingKey("a")))".hasPrefix("a in theme 'acme + dark': "))
    }
}
