@testable import ThemeModel
import TestSupport

@testable import PackFormat

enum DeltaTarget {
    /// The first byte selects the corrections: 1 the checksum of the head.
    static func run(_ input: [UInt8]) throws {
        guard let kind = input.first else { return }
        var bytes = Array(input.dropFirst())
        if kind & 1 != 0 { seal(&bytes) }
        let base = try PackSeeds.deltaBase()
        guard let delta = try? PackDelta(BytesInMemory(bytes, path: "fuzz")) else { return }
        var result: [UInt8] = []
        let limit = base.bytes.count + 16 * bytes.count + 100_000
        do {
            try delta.apply(to: base) { piece in
                result += piece
                guard result.count <= 16 * limit else {
                    throw FuzzTarget.Violation("\(bytes.count) bytes make more than \(result.count)")
                }
            }
        } catch let violation as FuzzTarget.Violation {
            throw violation
        } catch {
            return
        }
        guard ContentDigest(of: result) == delta.result, UInt64(result.count) == delta.resultLength else {
            throw FuzzTarget.Violation("a delta made another pack than it states")
        }
    }

    private static func seal(_ bytes: inout [UInt8]) {
        guard bytes.count >= DeltaHead.fixedLength + 8 else { return }
        var forge = PackForge(bytes)
        let stated = forge.number(12, bytes: 4).map { Int($0) } ?? 0
        let length = min(max(stated, DeltaHead.fixedLength + 8), bytes.count)
        forge.set(12, bytes: 4, to: UInt64(length))
        let checksum = forge.bytes.withUnsafeBytes {
            XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[..<(length - 8)]))
        }
        forge.set(length - 8, bytes: 8, to: checksum)
        bytes = forge.bytes
    }
}

extension PackSeeds {
    private static func images(_ shades: [UInt8], extra: String? = nil) throws -> [UInt8] {
        var pack = try ForgedPack()
        pack.settings = Array("{}\n".utf8)
        let names = shades.indices.map { "common/image\($0)" } + (extra.map { [$0] } ?? [])
        for (number, name) in names.sorted().enumerated() {
            let png = PNGFile(4, 4, shade: number < shades.count ? shades[number] : 99).bytes
            try pack.add(image: name, png, size: PixelSize(width: 4, height: 4))
        }
        try pack.add(resource: "fonts/a.ttf", Array("font".utf8))
        return try pack.bytes()
    }

    private static let basePack = Result { try images([1, 2, 3, 4]) }

    static func deltaBase() throws -> IndexedPack {
        try IndexedPack(BytesInMemory(basePack.get(), path: "base"))
    }

    static func deltas() throws -> [[UInt8]] {
        try [images([1, 2, 3, 4]), images([1, 9, 3]), images([1, 2, 3, 4], extra: "common/zz"), images([])].map { new in
            var delta: [UInt8] = []
            try DeltaMaker.make(from: deltaBase(), to: IndexedPack(BytesInMemory(new, path: "new"))) { delta += $0 }
            return delta
        }
    }
}
