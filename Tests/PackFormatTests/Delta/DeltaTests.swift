import ThemeModel
import TestSupport
import Testing

@testable import PackFormat

struct DeltaTests {
    static let images = DeltaPacks.images(60)
    static let base = (try? DeltaPacks.pack(images)) ?? []

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let old: [UInt8]
        let new: [UInt8]
        /// The most bytes that the delta may have.
        let most: Int
    }

    static func cases() throws -> [Case] {
        let (images, png) = (images, { PNGFile($0, $0, shade: $1).bytes.count })
        var (changed, added, removed, renamed) = (images, images, images, images)
        changed[7].shade = 9
        added += [DeltaPacks.Image(name: "a"), DeltaPacks.Image(name: "zz/last", shade: 5)]
        removed.removeSubrange(10..<30)
        renamed[3].name = "moved/elsewhere"
        renamed[3].shade = 77
        var before = images
        before[3].shade = 77
        let fixed = 260
        let pack = { (images: [DeltaPacks.Image]) in try DeltaPacks.pack(images) }
        let resources = ["f/a.ttf": Array("font".utf8), "f/empty": []]
        return [
            Case(testDescription: "nothing", old: base, new: base, most: fixed),
            Case(
                testDescription: "version", old: base, new: try DeltaPacks.pack(images, version: "2.0.0"), most: fixed),
            Case(testDescription: "prefix", old: base, new: try DeltaPacks.pack(images, prefix: "year_"), most: fixed),
            Case(testDescription: "changed", old: base, new: try pack(changed), most: fixed + png(20, 9)),
            Case(testDescription: "added", old: base, new: try pack(added), most: fixed + 2 * png(20, 5) + 40),
            Case(testDescription: "removed", old: base, new: try pack(removed), most: fixed),
            Case(testDescription: "renamed", old: try pack(before), new: try pack(renamed), most: fixed + 30),
            Case(testDescription: "all removed", old: base, new: try pack([]), most: fixed),
            Case(testDescription: "from nothing", old: try pack([]), new: base, most: base.count),
            Case(
                testDescription: "settings", old: base, new: try DeltaPacks.pack(images, settings: "{}\n"),
                most: fixed + 3),
            Case(
                testDescription: "settings kept", old: try DeltaPacks.pack(images, settings: "{\n  \"a\": 1\n}\n"),
                new: try DeltaPacks.pack(images, settings: "{\n  \"a\": 1\n}\n", version: "2.0.0"), most: fixed),
            Case(
                testDescription: "settings removed", old: try DeltaPacks.pack(images, settings: "{}\n"), new: base,
                most: fixed),
            Case(
                testDescription: "resources", old: base, new: try DeltaPacks.pack(images, resources: resources),
                most: fixed + 40),
            Case(
                testDescription: "resources removed", old: try DeltaPacks.pack(images, resources: resources), new: base,
                most: fixed),
            Case(
                testDescription: "another theme", old: base, new: try DeltaPacks.pack(images, id: "autumn"), most: fixed
            ),
        ]
    }

    @Test("A delta leads to the new pack and has little more than its new bytes", arguments: try cases())
    func application(_ example: Case) throws {
        let delta = try DeltaPacks.delta(from: example.old, to: example.new)
        #expect(try DeltaPacks.apply(delta, to: example.old) == example.new)
        #expect(delta.count <= example.most, "\(delta.count) bytes")
        #expect(try PackDelta(BytesInMemory(delta, path: "delta")).result == ContentDigest(of: example.new))
    }

    /// A change of a font, and the bytes that are new in it.
    enum FontChange: String, CaseIterable {
        case oneByte, atTheStart, atTheEnd, inserted, removed, tenPlaces, repeated, cut

        var newBytes: Int {
            switch self {
            case .oneByte, .atTheStart, .atTheEnd: 1
            case .inserted: 50
            case .tenPlaces: 10
            case .repeated: 1000
            case .removed, .cut: 0
            }
        }

        func apply(to font: inout [UInt8]) {
            switch self {
            case .oneByte: font[100_000] ^= 1
            case .atTheStart: font[0] ^= 1
            case .atTheEnd: font[font.count - 1] ^= 1
            case .inserted: font.insert(contentsOf: 1...50, at: 70_001)
            case .removed: font.removeSubrange(5000..<80_000)
            case .tenPlaces: for place in 1...10 { font[place * 17_000] ^= 1 }
            case .repeated: font += font.prefix(1000)
            case .cut: font.removeLast(50_000)
            }
        }
    }

    @Test("A change within an item costs little more than its new bytes", arguments: FontChange.allCases)
    func patches(_ change: FontChange) throws {
        var random = SeededRandom(seed: 3)
        let font = (0..<200_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let settings = (0..<500).map { "  \"key\($0)\": \($0 * 7919)" }
        var (other, otherSettings) = (font, settings)
        change.apply(to: &other)
        otherSettings[250] = "  \"key250\": \"other\""
        func pack(_ font: [UInt8], _ settings: [String]) throws -> [UInt8] {
            try DeltaPacks.pack(
                Self.images, resources: ["fonts/a.ttf": font],
                settings: "{\n\(settings.joined(separator: ",\n"))\n}\n")
        }
        let (old, new) = (try pack(font, settings), try pack(other, otherSettings))
        for (from, to) in [(old, new), (new, old)] {
            let delta = try DeltaPacks.delta(from: from, to: to)
            #expect(try DeltaPacks.apply(delta, to: from) == to)
            #expect(delta[8] == 3)
            if to == new { #expect(delta.count < 400 + change.newBytes + 100, "\(change): \(delta.count)") }
        }
    }

    @Test("A patch is never longer than the data, and makes it again")
    func randomPatches() throws {
        var random = SeededRandom(seed: 12)
        for _ in 0..<200 {
            func bytes(_ count: Int, _ last: UInt8) -> [UInt8] {
                (0..<Int.random(in: 0...count, using: &random)).map { _ in .random(in: 0...last, using: &random) }
            }
            // Few different bytes repeat each other often.
            let old = bytes(2000, Bool.random(using: &random) ? 255 : 1)
            var new = old
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let start = Int.random(in: 0...new.count, using: &random)
                let end = Int.random(in: start...min(new.count, start + 500), using: &random)
                new.replaceSubrange(start..<end, with: bytes(100, 255))
            }
            let patch = old.withUnsafeBytes { old in new.withUnsafeBytes { DeltaPatch(from: old, to: $0) } }
            var reader = DeltaReader(patch.encoded.bytes, path: "patch")
            var (made, next) = ([UInt8](), 0)
            var inserted = patch.inserted[...]
            for _ in 0..<(try reader.varint()) {
                next += try reader.varint()
                let copied = try reader.varint()
                made += old[next..<next + copied]
                next += copied
                let range = inserted.removeFirst()
                let count = try reader.varint()
                #expect(count == range.count)
                made += new[range]
            }
            #expect(made == new && reader.isAtEnd)
            let packs = (
                try DeltaPacks.pack([], resources: ["a": old]), try DeltaPacks.pack([], resources: ["a": new])
            )
            let delta = try DeltaPacks.delta(from: packs.0, to: packs.1)
            #expect(try DeltaPacks.apply(delta, to: packs.0) == packs.1)
            #expect(delta.count <= 260 + new.count)
        }
    }

    @Test("Random changes of images and resources are found")
    func randomChanges() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<25 {
            var images = Self.images
            images.shuffle(using: &random)
            images.removeFirst(Int.random(in: 0...images.count, using: &random))
            for index in images.indices where Int.random(in: 0..<4, using: &random) == 0 {
                images[index].shade = .random(in: 0...3, using: &random)
                if Bool.random(using: &random) { images[index].name = "r/\(index)-\(images[index].name)" }
            }
            let names = (0..<Int.random(in: 0..<5, using: &random)).map { "r/\($0)" }
            let resources = Dictionary(uniqueKeysWithValues: names.map { ($0, Array($0.utf8)) })
            let new = try DeltaPacks.pack(images, resources: resources)
            for (old, new) in [(Self.base, new), (new, Self.base)] {
                #expect(try DeltaPacks.apply(DeltaPacks.delta(from: old, to: new), to: old) == new)
            }
        }
    }

    @Test("TP1: a delta carries templates, also those of kept images; only such a delta has version 2")
    func templates() throws {
        func pack(_ colors: [String?], _ numbers: [UInt16]) throws -> [UInt8] {
            var pack = try ForgedPack("default", extends: nil)
            pack.theme.templates = colors.map { ImageTemplate(color: $0.map { SettingPath(dotted: $0) }) }
            for (index, number) in numbers.enumerated() {
                let size = PixelSize(width: 9, height: 9)
                try pack.add(image: "image\(index)", PNGFile(9, 9, shade: UInt8(index)).bytes, size: size)
                pack.images[index].template = number
            }
            return try pack.bytes()
        }
        let packs = [
            try pack([], [0, 0, 0]), try pack([nil], [1, 0, 1]), try pack(["Color.icon"], [1, 0, 1]),
            try pack([nil, "Color.icon"], [2, 1, 0, 0]), try pack([], [0]),
        ]
        for (old, new) in packs.flatMap({ old in packs.map { (old, $0) } }) {
            let delta = try DeltaPacks.delta(from: old, to: new)
            #expect(try DeltaPacks.apply(delta, to: old) == new)
            #expect(delta[8] == (new == packs[0] || new == packs[4] ? 1 : 2))
            #expect(delta.count < 330 || old == packs[4] || new == packs[3])
        }
    }

    @Test("A delta applies to a base with another time stamp, and makes the time stamp of the new pack")
    func timeStamps() throws {
        let new = try DeltaPacks.pack(Self.images, version: "2.0.0")
        var dated = PackForge(Self.base)
        for entry in dated.entries {
            dated.set(entry.header + 10, bytes: 4, to: 0x5A5A_4242)
            dated.set(entry.directory + 12, bytes: 4, to: 0x5A5A_4242)
        }
        let delta = try DeltaPacks.delta(from: Self.base, to: new)
        #expect(try DeltaPacks.apply(delta, to: dated.bytes) == new)
        let back = try DeltaPacks.delta(from: new, to: dated.bytes)
        #expect(try DeltaPacks.apply(back, to: new) == dated.bytes)
    }

    @Test("The manifest of the base is not needed")
    func damagedManifest() throws {
        var images = Self.images
        images[5].shade = 200
        let new = try DeltaPacks.pack(images)
        let delta = try DeltaPacks.delta(from: Self.base, to: new)
        var damaged = PackForge(Self.base)
        let manifest = try #require(damaged.entries.dropFirst().first)
        damaged.bytes[manifest.dataStart + manifest.length / 2] ^= 1
        #expect(try DeltaPacks.indexed(Self.base).manifestLines != nil)
        #expect(try DeltaPacks.indexed(damaged.bytes).manifestLines == nil)
        #expect(try DeltaPacks.apply(delta, to: damaged.bytes) == new)
    }

    @Test("No delta is made from a pack whose manifest is not that of its index")
    func otherManifest() throws {
        var other = PackForge(Self.base)
        other.bytes[PackForge.indexStart + IndexField.Header.manifest + 16] ^= 1
        other.sealHeader()
        let error = #expect(throws: DeltaError.self) { try DeltaPacks.delta(from: other.bytes, to: Self.base) }
        #expect(error?.path == "old")
        #expect(
            try Sentences.mismatch(error?.reason, of: "a delta from a pack with another manifest", in: "bad-packs")
                == nil)
    }

    /// Headers can lie in two or more pieces.
    @Test("Pieces of any length give the same bytes", arguments: [1, 7, 64, 1000, 4096])
    func pieces(_ pieceLength: Int) throws {
        let base = try DeltaPacks.indexed(Self.base)
        let new = try DeltaPacks.indexed(DeltaPacks.pack(Self.images, version: "2.0.0-beta"))
        let parts = base.items.indices.map { base.part(ofItem: $0) }
        let assembly = try PackAssembly(
            new.contents, manifest: PackManifest(of: new.contents).bytes, parts: parts, date: new.directory.date,
            length: new.bytes.count)
        var written: [UInt8] = []
        let result = try assembly.write(base: base.bytes, addition: base.bytes, pieceLength: pieceLength) {
            #expect($0.count <= pieceLength)
            written += $0
        }
        #expect(try written == new.bytes.bytes(at: 0, count: new.bytes.count))
        #expect(result.digest == ContentDigest(of: written))
        // The index, the manifest, and the first entry after them, whose header is not read.
        #expect(result.newEntries == [0, 1, 2])
    }

    @Test("No delta is made to a pack with data that its index does not describe")
    func undescribedData() throws {
        var images = Self.images
        images[5].shade = 200
        var new = PackForge(try DeltaPacks.pack(images))
        let entry = try #require(new.entries.last)
        new.bytes[entry.dataStart + 50] ^= 1
        #expect(throws: DeltaError.self) { try DeltaPacks.delta(from: Self.base, to: new.bytes) }
        #expect(throws: DeltaError.self) { try DeltaPacks.delta(from: new.bytes, to: Self.base) }
        #expect(throws: DeltaError.self) { try DeltaPacks.indexed(Array("PK no pack".utf8)) }
    }

    @Test("The CRC-32 is that of zip", arguments: [0, 1, 7, 8, 9, 64, 1000])
    func checksum(_ count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
        #expect(CRC32.value(of: bytes) == PNGFile.crc32(bytes))
    }
}
