import ThemeModel
import TestSupport
import Testing

@testable import PackFormat

struct BadDeltaTests {
    static let images = DeltaPacks.images(12, side: 2)
    static let base = (try? DeltaPacks.pack(images, settings: "{}\n")) ?? []
    static let delta: [UInt8] = {
        var changed = images
        changed[7].shade = 9
        changed.append(DeltaPacks.Image(name: "zz/added", side: 2))
        let new = try? DeltaPacks.pack(changed, settings: "{\n  \"a\": 1\n}\n")
        return new.flatMap { try? DeltaPacks.delta(from: base, to: $0) } ?? []
    }()

    /// A head with a right checksum, and any script and data.
    static func forged(
        _ script: [Int], data: [UInt8] = [], names: [UInt8] = [], length: UInt64 = 5000,
        change: (inout DeltaHead) -> Void = { _ in }
    ) throws -> [UInt8] {
        var writer = ByteWriter()
        for number in script { writer.add(varint: number) }
        writer.add(raw: names)
        let contents = try DeltaPacks.indexed(base).contents
        var head = DeltaHead(
            base: try DeltaPacks.indexed(base).indexDigest, result: ContentDigest(of: []), resultLength: length,
            contract: contents.contract, date: .earliest, theme: contents.theme, script: writer.bytes)
        change(&head)
        return head.encoded + data
    }

    private func reason(_ delta: [UInt8], base: [UInt8] = Self.base) -> String {
        do {
            _ = try DeltaPacks.apply(delta, to: base)
            return "applied"
        } catch {
            return (error as? DeltaError)?.reason ?? "\(error)"
        }
    }

    private func expect(_ reason: String, _ name: String) throws {
        let mismatch = try Sentences.mismatch(reason, of: name, in: "bad-packs")
        #expect(mismatch == nil)
    }

    @Test("A delta that is cut at any byte, or longer, is refused")
    func cut() throws {
        for length in 0..<Self.delta.count {
            #expect(reason(Array(Self.delta.prefix(length))) != "applied", "\(length)")
        }
        try expect(reason(Self.delta + [0]), "a byte more")
        #expect(reason(Self.delta) == "applied")
    }

    @Test("A delta with any changed byte is refused")
    func changedByte() {
        for offset in Self.delta.indices {
            var changed = Self.delta
            changed[offset] ^= 0x10
            #expect(reason(changed) != "applied", "\(offset)")
        }
    }

    @Test("A delta for another base is refused before it writes")
    func otherBase() throws {
        let other = try DeltaPacks.pack(DeltaPacks.images(13))
        var written = 0
        #expect(throws: DeltaError("delta", "was made for another pack than 'old'")) {
            try PackDelta(BytesInMemory(Self.delta, path: "delta")).apply(to: DeltaPacks.indexed(other)) {
                written += $0.count
            }
        }
        #expect(written == 0)
    }

    @Test("A base whose data was changed gives no pack")
    func changedBase() throws {
        var damaged = PackForge(Self.base)
        let entry = try #require(damaged.entries.last)
        damaged.bytes[entry.dataStart + 50] ^= 1
        try expect(reason(Self.delta, base: damaged.bytes), "a changed base")
    }

    @Test(
        "A delta with right checksums that describes nonsense is refused",
        arguments: [
            ("four gigabytes", [0, 0, 0], 4 << 30),
            ("more than all", [0, 0, 0], UInt64.max),
            ("another length", [1, 0, 0], 5000),
            ("data that is not there", [2, 0xFFFF_FFFF], 5000),
            ("a run beyond the base", [0, 13 << 2], 5000),
            ("an empty run", [0, 2], 5000),
            ("an item twice", [0, 1 << 2, 1 << 2 | 2, 20, 20, 1], 5000),
            ("an item that does not exist", [0, 1 << 2 | 2, 20, 20, 13], 5000),
            ("no end", [0], 5000),
            ("more after the end", [0, 0, 0, 0], 5000),
            ("unknown settings", [3], 5000),
            ("empty settings", [2, 0], 5000),
            ("a name that shares too much", [0, 1 << 2 | 3, 1, 0, 1], 5000),
        ] as [(String, [Int], UInt64)])
    func nonsense(_ name: String, _ script: [Int], _ length: UInt64) throws {
        try expect(reason(Self.forged(script, length: length)), name)
    }

    @Test(
        "A patch that describes nonsense is refused",
        arguments: [
            ("beyond the item", [0, 1 << 2 | 2, 20, 20, 13, 1, 1, 1 << 20, 0]),
            ("far beyond", [0, 1 << 2 | 2, 20, 20, 13, 1, 0xFFFF_FFFF, 0xFFFF_FFFF, 0]),
            ("a part twice", [0, 1 << 2 | 2, 20, 20, 13, 2, 0, 60, 0, 0, 60, 0]),
            ("new data that is not there", [0, 1 << 2 | 2, 20, 20, 13, 1, 0, 0, 1]),
            ("too many", [0, 1 << 2 | 2, 20, 20, 13, 1 << 18 + 1]),
            ("of an added item", [0, 1 << 2 | 3, 0, 1, 0x7A, 1, 20, 20, 13]),
            ("beyond the settings", [3, 1, 0, 4, 0]),
            ("no numbers", [3]),
        ] as [(String, [Int])])
    func patches(_ name: String, _ script: [Int]) throws {
        try expect(reason(Self.forged(script) { $0.hasPatches = true }), "a patch: \(name)")
        // In a delta without patches, the same numbers mean something else.
        try expect(reason(Self.forged(script)), "no patch: \(name)")
    }

    @Test(
        "A delta adds only names that a pack can have",
        arguments: [
            ("of another folder", "../a"), ("of a scale", "a@2x"), ("of a device", "CON"), ("without a letter", ""),
            ("of a control character", "a\u{202E}"), ("after all others", "\u{FFFF}/zzzz"),
        ])
    func names(_ what: String, _ name: String) throws {
        let bytes = Array(name.utf8)
        // The name is in place of the rest of the script: scale 1, 20 by 20 pixels, the data of item 0.
        let removal = DeltaPacks.images(12).count << 2 | DeltaOperation.remove.rawValue
        var script = ByteWriter()
        for number in [0, removal, 1 << 2 | 3, 0, bytes.count] { script.add(varint: number) }
        script.add(raw: bytes)
        for number in [1, 20, 20, 1, 0, 0] { script.add(varint: number) }
        let forged = try Self.forged([]) { $0.script = script.bytes }
        try expect(reason(forged), "a name \(what)")
    }

    @Test("A delta that lists more items than its result can hold is refused before all are read")
    func tooManyItems() throws {
        var script = ByteWriter()
        for number in [0, 0, 1000 << 2 | DeltaOperation.add.rawValue] { script.add(varint: number) }
        for number in 0..<100 {
            let name = [UInt8(97 + number / 26), UInt8(97 + number % 26)]
            for value in [0, name.count] { script.add(varint: value) }
            script.add(raw: name)
            for value in [0, 0] { script.add(varint: value) }
        }
        // The base has 12 items, so 53 of the 100 fit.
        let forged = try Self.forged([]) { $0.script = script.bytes }
        try expect(reason(forged), "more items than the result can hold")
    }

    @Test("Names cannot grow to many times the delta")
    func nameLengths() throws {
        var script = ByteWriter()
        script.add(varint: 0)
        script.add(varint: 12 << 2 | DeltaOperation.remove.rawValue)
        script.add(varint: 600 << 2 | DeltaOperation.add.rawValue)
        let start = Array(repeating: "abcdefghijklmnop", count: 59).joined(separator: "/")
        for number in 0..<600 {
            let rest = [UInt8(97 + number / 26), UInt8(97 + number % 26)]
            let new = number == 0 ? Array(start.utf8) + rest : rest
            script.add(varint: number == 0 ? 0 : start.utf8.count)
            script.add(varint: new.count)
            script.add(raw: new)
            for value in [1, 1, 1, 0, 0] { script.add(varint: value) }
        }
        script.add(varint: 0)
        script.add(varint: 0)
        let forged = try Self.forged([], length: 1 << 20) { $0.script = script.bytes }
        try expect(reason(forged), "names that are too long")
    }

    @Test("Another version and a file that is no delta are refused")
    func otherFormats() throws {
        var newer = Self.delta
        newer[8] = 4
        try expect(reason(newer), "a newer version")
        try expect(reason(Self.base), "a pack in place of a delta")
        try expect(reason([]), "an empty file in place of a delta")
    }
}
