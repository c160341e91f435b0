import Foundation
import TestSupport
import Testing

@testable import FuzzTargets
@testable import PackFormat

extension BadPackTests {
    /// Defect, offset in the index's header, size, value, the runtime's reaction.
    static let indexHeaders: [BadPack] =
        BadPack.numbers(
            "index", at: { _ in PackForge.indexStart }, seal: { $0.sealHeader() },
            [
                ("magic", 0, 8, 0, .refused),
                ("newer reader needed", 8, 4, 0x0009_0009, .refused),
                ("newest reader needed", 10, 2, 0xFFFF, .refused),
                ("newer version that old readers understand", 8, 2, 9, .unharmed),
                ("version 0", 8, 2, 0, .unharmed),
                ("packLength", 16, 8, 1, .refused),
                ("packLength of 2^64-1", 16, 8, .max, .refused),
                ("indexLength 0", 24, 8, 0, .refused),
                ("indexLength of 2^64-1", 24, 8, .max, .refused),
                ("no slots", 32, 4, 0, .refused), ("three slots", 32, 4, 3, .refused),
                ("2^31 slots", 32, 4, 1 << 31, .refused),
                ("2^32-1 images", 36, 4, 0xFFFF_FFFF, .refused),
                ("no images", 36, 4, 0, .unharmed),
                ("2^32-1 variants", 40, 4, 0xFFFF_FFFF, .refused),
                ("2^32-1 resources", 44, 4, 0xFFFF_FFFF, .refused),
                ("another contract", 48, 8, 7, .unharmed),
                ("manifest after the end", 80, 8, .max, .refused),
                ("manifest too long", 88, 8, .max, .refused),
                ("settings after the end", 128, 8, 1 << 40, .refused),
                ("settings that overflow", 136, 8, .max, .refused),
                ("settings in the index", 128, 8, 100, .partlyRefused),
                ("2^32-1 properties", 176, 4, 0xFFFF_FFFF, .refused),
                ("no properties", 176, 4, 0, .refused),
                ("2^32-1 bytes of properties", 180, 4, 0xFFFF_FFFF, .refused),
                ("length of a key", 184, 2, 0xFFFF, .refused),
                ("a key that is not UTF-8", 188, 1, 0xFF, .refused),
            ]) + [
            BadPack("index: header's checksum", .refused) {
                $0.bytes[PackForge.indexStart + 60] ^= 1
            },
            BadPack("index: an id that is a path", .refused) { forge in
                let at = try #require(
                    forge.bytes.indices.first { forge.bytes[$0...].starts(with: Array("idyear".utf8)) })
                forge.bytes.replaceSubrange(at + 2..<at + 6, with: Array("../y".utf8))
                forge.sealHeader()
            },
        ]

    /// Changes in the first variant of the image: defect, offset, size, value.
    static let indexVariants: [BadPack] =
        BadPack.numbers(
            "variant", at: { try $0.variant(0) }, seal: { $0.sealBlocks() },
            [
                ("data after the end", 0, 8, 1 << 40, .partlyRefused),
                ("data at 2^64-1", 0, 8, .max, .partlyRefused),
                ("data of 2^64-1 bytes", 8, 8, .max, .partlyRefused),
                ("data in the index", 0, 8, 40, .partlyRefused),
                ("data in the directory", 0, 8, 2000, .partlyRefused),
                ("shorter data", 8, 8, 5, .partlyRefused),
                ("no data", 8, 8, 0, .partlyRefused),
                ("width", 16, 4, 3, .forged), ("height 0", 20, 4, 0, .forged),
                ("scale 0", 24, 1, 0, .forged),
                ("scale 10", 24, 1, 10, .forged),
                ("scale of the other", 24, 1, 2, .forged),
                ("reserved bytes", 25, 2, 7, .unharmed),
                ("number after the last", 28, 4, 0xFFFF, .partlyRefused),
                ("number of another", 28, 4, 1, .forged),
                ("digest", 32, 8, 1, .partlyRefused),
            ]) + [
            BadPack("variant: the other's data and digest", .forged) { forge in
                let (one, other) = (try forge.variant(0), try forge.variant(1))
                forge.bytes.replaceSubrange(one..<one + 16, with: forge.bytes[other..<other + 16])
                forge.bytes.replaceSubrange(one + 32..<one + 64, with: forge.bytes[other + 32..<other + 64])
                forge.sealBlocks()
            }
        ]

    static let indexRecords: [BadPack] =
        BadPack.numbers(
            "record", at: { try $0.record("common/button", variants: 2) }, seal: { $0.sealBlocks() },
            [
                ("length 0", 0, 4, 0, .partlyRefused), ("length of 2^32-1", 0, 4, 0xFFFF_FFFF, .partlyRefused),
                ("length of the name", 4, 2, 0xFFFF, .partlyRefused), ("unknown kind", 6, 1, 2, .partlyRefused),
                ("no variants", 7, 1, 0, .partlyRefused), ("255 variants", 7, 1, 255, .partlyRefused),
                ("hash", 8, 8, 0, .partlyRefused),
            ])
        + ["../%03d/button", "/%04d//button", "c:%04d//buttn", "CON/%03d/buttn", "a\u{1B}%04d//buttn"].map { pattern in
            BadPack("record: the name \(pattern.debugDescription)", .partlyRefused) {
                forge in
                let at = try forge.record("common/button", variants: 2)
                let slots = try #require(forge.number(PackForge.indexStart + 32, bytes: 4))
                let old = try #require(forge.number(at + 8, bytes: 8))
                let name = (0..<1000).map { Array(String(format: pattern, $0).utf8.prefix(13)) }.first {
                    $0.withUnsafeBytes { XXHash64.hash($0) } & (slots - 1) == old & (slots - 1)
                }
                let bytes = try #require(name)
                try #require(bytes.count == 13)
                forge.bytes.replaceSubrange(at + 144..<at + 157, with: bytes)
                forge.set(at + 8, bytes: 8, to: bytes.withUnsafeBytes { XXHash64.hash($0) })
                forge.sealBlocks()
            }
        }

    private static func slot(_ forge: PackForge) throws -> (slot: Int, offset: Int) {
        let header = Int(try #require(forge.number(PackForge.indexStart + 12, bytes: 4)))
        let slots = try #require(forge.number(PackForge.indexStart + 32, bytes: 4))
        let hash = try #require(forge.number(try forge.record("common/button", variants: 2) + 8, bytes: 8))
        let slot = PackForge.indexStart + header + 8 * Int(hash & (slots - 1))
        return (slot, Int(try #require(forge.number(slot, bytes: 4))))
    }

    static let indexSlots: [BadPack] =
        ([
            ("block after the index", 0xFFFF_FFF0), ("block in the header", 16), ("block in the hash table", 290),
            ("no block", 0),
        ] as [(String, UInt64)]).map { name, offset in
            BadPack("slot: \(name)", .partlyRefused) { forge in
                let start = try slot(forge).slot
                forge.set(start, bytes: 4, to: offset)
                forge.set(start + 4, bytes: 4, to: ~offset & 0xFFFF_FFFF)
            }
        } + [
            BadPack("slot: the second half", .partlyRefused) {
                $0.bytes[try slot($0).slot + 5] ^= 1
            },
            BadPack("slot: the block of another", .partlyRefused) { forge in
                let header = Int(try #require(forge.number(PackForge.indexStart + 12, bytes: 4)))
                let table = PackForge.indexStart + header
                let (start, own) = try slot(forge)
                let other = try #require(
                    (0..<4).compactMap { forge.number(table + 8 * $0, bytes: 4) }.first { $0 != 0 && Int($0) != own })
                forge.set(start, bytes: 4, to: other)
                forge.set(start + 4, bytes: 4, to: ~other & 0xFFFF_FFFF)
            },
        ]
        + [
            BadPack("slot: two blocks in the wrong order", .unharmed) {
                forge in
                let header = Int(try #require(forge.number(PackForge.indexStart + 12, bytes: 4)))
                let used = (0..<4).map { PackForge.indexStart + header + 8 * $0 }.filter {
                    forge.number($0, bytes: 4) != 0
                }
                let starts = try used.map { PackForge.indexStart + Int(try #require(forge.number($0, bytes: 4))) }
                let lengths = try starts.map { Int(try #require(forge.number($0 + 8, bytes: 4))) }
                let blocks = zip(starts, lengths).map { Array(forge.bytes[$0..<$0 + $1]) }
                forge.bytes.replaceSubrange(
                    starts[0]..<starts[0] + lengths[0] + lengths[1], with: blocks[1] + blocks[0])
                forge.set(used[0], bytes: 4, to: UInt64(starts[0] + lengths[1] - PackForge.indexStart))
                forge.set(used[1], bytes: 4, to: UInt64(starts[0] - PackForge.indexStart))
                forge.sealBlocks()
            },
            BadPack("block: its checksum covers the next block too", .partlyRefused) { forge in
                let start = PackForge.indexStart + (try slot(forge).offset)
                let length = try #require(forge.number(start + 8, bytes: 4))
                let next = try #require(forge.number(start + Int(length) + 8, bytes: 4))
                forge.set(start + 8, bytes: 4, to: length + next)
                forge.sealBlocks()
            },
        ]
        + ([("length 0", 8, 0), ("length of 2^32-1", 8, 0xFFFF_FFFF), ("no records", 12, 0), ("65 records", 12, 65)]
        as [(String, Int, UInt64)]).map { name, offset, value in
            BadPack("block: \(name)", .partlyRefused) { forge in
                forge.set(PackForge.indexStart + (try slot(forge).offset) + offset, bytes: 4, to: value)
                forge.sealBlocks()
            }
        }
}
