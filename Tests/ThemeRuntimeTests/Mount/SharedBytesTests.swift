@testable import ThemeModel
import TestSupport
import Testing

@testable import PackFormat
@testable import ThemeRuntime

/// A forged pack can list the same bytes many times. Digesting them once for each entry would be quadratic.
@Suite("Entries that share bytes")
struct SharedBytesTests {
    private static let count = 200

    /// A pack of many small images, of which each lists the bytes that `place` returns for its number.
    private static func pack(
        resource: Int = 1 << 16, place: (_ number: Int, _ large: DataReference) -> DataReference
    ) throws -> [UInt8] {
        var forged = try ForgedPack()
        let png = PNGFile(1, 1).bytes
        for number in 0..<count {
            try forged.add(image: "i\(1000 + number)", png, size: PixelSize(width: 1, height: 1))
        }
        try forged.add(resource: "large", [UInt8](repeating: 7, count: resource))
        return try forged.bytes { contents in
            let large = contents.resources[0].stored
            for number in 0..<count { contents.images[number].variants[0].stored = place(number, large) }
        }
    }

    private static func shared() throws -> [UInt8] { try pack { _, large in large } }

    /// Each entry begins a byte after the one before it, and its digest is right.
    private static func shifted() throws -> [UInt8] {
        let zeros = [UInt8](repeating: 7, count: 1 << 16)
        return try pack { number, large in
            let digest = zeros.dropFirst(number).withUnsafeBytes { ContentDigest(of: $0) }
            return DataReference(
                offset: large.offset + UInt64(number), length: large.length - UInt64(number), digest: digest)
        }
    }

    @Test("A mode that checks everything refuses them at mount", arguments: [shared, shifted])
    func refused(_ forge: @Sendable () throws -> [UInt8]) throws {
        let bytes = try forge()
        let sandbox = try Sandbox()
        try sandbox.write("p.zip", bytes)
        let mounts: [() throws -> ThemePack] = [
            { try ThemePack(copying: bytes, path: "p.zip") },
            { try ThemePack(mounting: "\(sandbox.path)/p.zip", mode: .resident) },
            { try ThemePack(mounting: "\(sandbox.path)/p.zip", mode: .checkedAtMount) },
        ]
        for mount in mounts {
            let error = #expect(throws: ThemeError.self) { try mount() }
            guard case .damaged(_, let entry?, let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(entry.hasPrefix("images/"))
            #expect(try Sentences.mismatch(reason, of: "entries that share bytes", in: "runtime") == nil)
        }
    }

    @Test("The other mode digests each byte at most once", arguments: [shared, shifted])
    func once(_ forge: @Sendable () throws -> [UInt8]) throws {
        let pack = try ThemePack(copying: try forge(), path: "p.zip", mode: .checkedWhenRead)
        let library = try ThemeLibrary(
            default: try ThemePack(copying: ForgedPack("default", extends: nil).bytes(), path: "d"))
        try library.add(pack)
        let theme = try #require(library.theme(ThemeID("year")))
        var served = 0
        for _ in 0..<2 {
            for number in 0..<Self.count {
                let image = try #require(try theme.image(ImageKey("i\(1000 + number)"), scale: .one))
                if (try? image.bytes()) != nil { served += 1 }
            }
        }
        #expect(served == 2, "the first stays readable, the others are refused")
    }

    @Test("Entries with equal bytes at different places, and empty ones, are sound")
    func equal() throws {
        var forged = try ForgedPack()
        for name in ["a", "b"] {
            try forged.add(image: name, PNGFile(1, 1).bytes, size: PixelSize(width: 1, height: 1))
        }
        for name in ["a", "b", "c"] { try forged.add(resource: name, []) }
        forged.settings = Array("{}\n".utf8)
        let pack = try ThemePack(copying: try forged.bytes(), path: "p.zip")
        try pack.checkEverything()
        #expect(try pack.contents().resources.count == 3)
    }

    @Test("A block longer than the largest one is refused before its checksum is computed")
    func blockLength() throws {
        var forged = try ForgedPack()
        for number in 0..<2000 {
            try forged.add(image: "i\(10_000 + number)", PNGFile(1, 1).bytes, size: PixelSize(width: 1, height: 1))
        }
        var forge = PackForge(try forged.bytes())
        let slots = PackForge.indexStart + Int(try #require(forge.number(PackForge.indexStart + 12, bytes: 4)))
        let slot = try #require((0..<2048).first { forge.number(slots + 8 * $0, bytes: 4) != 0 })
        let block = PackForge.indexStart + Int(try #require(forge.number(slots + 8 * slot, bytes: 4)))
        // The checksum is wrong for this length, so computing it would give another error.
        forge.set(block + 8, bytes: 4, to: 103_448)
        let error = #expect(throws: PackError.self) {
            try forge.bytes.withUnsafeBytes { bytes in
                try PackIndex(of: bytes).table.forEachSlot(in: bytes) { _, _ throws(PackError) in }
            }
        }
        #expect(
            try Sentences.mismatch(error?.description, of: "a block of an index with another length", in: "runtime")
                == nil)
    }

    @Test("Claims are exclusive, repeatable, and separate for neighbors", arguments: [1, 31, 32, 63, 64, 2048, 5000])
    func claims(_ length: Int) {
        let claimed = ClaimedBytes(byteCount: 100_000, positionCount: 100)
        // Entries are at least 31 bytes apart: a local header and a name.
        let starts = (0..<10).map { 100 + $0 * (length + 31) }
        for (place, start) in starts.enumerated() {
            #expect(claimed.claim(start..<start + length, for: place))
            #expect(claimed.claim(start..<start + length, for: place))
            #expect(!claimed.claim(start..<start + length, for: 50))
            #expect(!claimed.claim(start + length - 1..<start + 2 * length, for: 51))
        }
        #expect(claimed.claim(0..<0, for: 60) && claimed.claim(99_000..<100_000, for: 61))
    }
}
