import Foundation
import TestSupport
import Testing

@testable import FuzzTargets
@testable import ThemeModel
@testable import ThemePackager
@testable import ThemeRuntime

@Suite("Bad packs")
struct BadPackTests {
    static let image = "images/common/year_button.png"

    /// In the archive alone, where the index has the right name: what other tools would unpack elsewhere.
    static let names: [BadPack] = [
        "../../../../etc/cron.d/x.png", "/etc/passwd", "C:\\Windows\\system32\\x.png", "a\\..\\..\\b.png",
        "images/../../../x.png", "images/common/\u{0}.png", "images/common/\u{1B}[2J.png", "CON", "a//b.png", "./a.png",
        "images/common/year_BUTTON.png", "a.png/",
    ].flatMap { trick -> [BadPack] in
        let bytes = Array((trick + String(repeating: "x", count: 29)).utf8.prefix(29))
        return [
            BadPack("name in the directory: \(trick.debugDescription)", .unharmed, says: "another name") { forge in
                let at = try #require(forge.entry(image)).directory + 46
                forge.bytes.replaceSubrange(at..<at + 29, with: bytes)
            },
            BadPack("name in both headers: \(trick.debugDescription)", .unharmed, says: "another name") { forge in
                let entry = try #require(forge.entry(image))
                forge.bytes.replaceSubrange(entry.directory + 46..<entry.directory + 75, with: bytes)
                forge.bytes.replaceSubrange(entry.header + 30..<entry.header + 59, with: bytes)
            },
        ]
    }

    /// Offset in the local header, size, what is written there, what is said.
    static let fields: [(String, Int, Int, UInt64, String)] = [
        ("version needed", 4, 2, 63, "newer unzip"), ("encrypted", 6, 2, 1, "encrypted"),
        ("strongly encrypted", 6, 2, 0x41, "encrypted"), ("data descriptor", 6, 2, 8, "of unknown length"),
        ("masked headers", 6, 2, 0x2000, "flags"), ("UTF-8 that is ASCII", 6, 2, 0x0800, "flags"),
        ("shrunk", 8, 2, 1, "compressed"), ("deflated", 8, 2, 8, "compressed"), ("deflate64", 8, 2, 9, "compressed"),
        ("bzip2", 8, 2, 12, "compressed"), ("LZMA", 8, 2, 14, "compressed"), ("zstd", 8, 2, 93, "compressed"),
        ("xz", 8, 2, 95, "compressed"), ("AES", 8, 2, 99, "compressed"), ("time", 10, 4, 0x5A21_0000, "time stamp"),
        ("compressed size", 18, 4, 1, "length"), ("size", 22, 4, 0xFFFF_FFFE, "length"),
        ("size of a bomb", 22, 4, 0x7FFF_FFFF, "length"), ("sizes of zip64", 22, 4, 0xFFFF_FFFF, "length"),
        ("length of the name", 26, 2, 28, "name of another length"), ("extra field", 28, 2, 4, "extra field"),
        ("CRC", 14, 4, 0x1234_5678, "CRC"),
    ]

    static let headers: [BadPack] = fields.flatMap { name, offset, size, value, says in
        [
            BadPack("\(name), in the local header", .unharmed, says: says) { forge in
                forge.set(try #require(forge.entry(image)).header + offset, bytes: size, to: value)
            },
            BadPack("\(name), in the directory", .unharmed, says: says) { forge in
                forge.set(try #require(forge.entry(image)).directory + offset + 2, bytes: size, to: value)
            },
            BadPack("\(name), in both", .unharmed, says: name == "CRC" ? "does not unpack" : says) { forge in
                try forge.both(image, offset, bytes: size, to: value)
            },
        ]
    }

    static let directory: [BadPack] =
        ([
            ("comment", 32, 2, 5, "comment"), ("disk", 34, 2, 1, "disk number"),
            ("internal attributes", 36, 2, 1, "attributes"),
            ("a link", 38, 4, 0o120777 << 16, "file mode"), ("a folder", 38, 4, 0o040755 << 16, "file mode"),
            ("a device", 38, 4, 0o020666 << 16, "file mode"), ("runs as its owner", 38, 4, 0o104755 << 16, "file mode"),
            ("attributes of DOS", 38, 4, 0o100644 << 16 | 0x10, "file mode"),
            ("made on Windows", 5, 1, 10, "file mode"),
            ("made by another tool", 4, 1, 20, "another version of zip"),
            ("points to the index", 42, 4, 0, "points elsewhere"),
            ("points behind the end", 42, 4, 0xFFFF_FFFF, "points elsewhere"),
            ("points into data", 42, 4, 400, "points elsewhere"),
        ] as [(String, Int, Int, UInt64, String)]).map { name, offset, size, value, says in
            BadPack("directory entry: \(name)", .unharmed, says: says) { forge in
                forge.set(try #require(forge.entry(image)).directory + offset, bytes: size, to: value)
            }
        } + [
            BadPack(
                "directory entry: points to the next entry, which two then share", .unharmed, says: "points elsewhere"
            ) {
                let next = try #require($0.entry("images/common/year_button@2x.png"))
                $0.set(try #require($0.entry(image)).directory + 42, bytes: 4, to: UInt64(next.header))
            }
        ]

    static let ends: [BadPack] =
        ([
            ("signature", 0, 4, 0, "end record"), ("disk", 4, 2, 1, "end record"),
            ("entries of this disk", 8, 2, 6, "number of entries"),
            ("one entry too few", 10, 2, 6, "number of entries"), ("one entry too many", 10, 2, 8, "number of entries"),
            ("no entries", 8, 4, 0, "number of entries"), ("entries in zip64", 8, 4, 0xFFFF_FFFF, "number of entries"),
            ("size of the directory", 12, 4, 46, "place and size"),
            ("size in zip64", 12, 4, 0xFFFF_FFFF, "place and size"),
            ("place of the directory", 16, 4, 0, "place and size"),
            ("place behind the end", 16, 4, 0xFFFF_FFFE, "place and size"),
            ("place in zip64", 16, 4, 0xFFFF_FFFF, "place and size"), ("length of the comment", 20, 2, 1, "comment"),
        ] as [(String, Int, Int, UInt64, String)]).map { name, offset, size, value, says in
            BadPack("end record: \(name)", .unharmed, says: says) { $0.set($0.end() + offset, bytes: size, to: value) }
        }

    /// A sound end record of an archive that has only the first entry.
    private static func falseEnd(_ forge: PackForge) -> [UInt8] {
        var end = PackForge(Array(forge.bytes.suffix(22)))
        end.set(8, bytes: 2, to: 1)
        end.set(10, bytes: 2, to: 1)
        end.set(12, bytes: 4, to: 51)
        return end.bytes
    }

    static let additions: [BadPack] = [
        BadPack("prepended: a byte", .refused, says: "no theme pack") { $0.bytes.insert(0, at: 0) },
        BadPack("prepended: a script", .refused, says: "no theme pack") {
            $0.bytes = Array("#!/bin/sh\n".utf8) + $0.bytes
        },
        BadPack("prepended: another pack", .refused, says: "cut or added to") { $0.bytes += $0.bytes },
        BadPack("appended: a byte", .refused, says: "cut or added to") { $0.bytes.append(0) },
        BadPack("cut: a byte", .refused, says: "cut or added to") { $0.bytes.removeLast() },
        BadPack("appended, and the index knows", .unharmed, says: "what its index lists takes") {
            $0.bytes += [1, 2, 3]
            $0.fixLength()
        },
        BadPack("a comment, and the index knows", .unharmed, says: "what its index lists takes") {
            $0.set($0.end() + 20, bytes: 2, to: 5)
            $0.bytes += Array("hello".utf8)
            $0.fixLength()
        },
        BadPack("a comment that holds a false end record", .unharmed, says: "what its index lists takes") {
            $0.set($0.end() + 20, bytes: 2, to: 22)
            $0.bytes += Self.falseEnd($0)
            $0.fixLength()
        },
        BadPack("a false end record in front of the end record", .unharmed, says: "what its index lists takes") {
            $0.bytes.insert(contentsOf: Self.falseEnd($0), at: $0.end())
            $0.fixLength()
        },
        BadPack("a zip64 end record that nobody needs", .unharmed, says: "what its index lists takes") {
            var record = PackForge([UInt8](repeating: 0, count: 76))
            let end = UInt64($0.end())
            for (offset, size, value) in [
                (0, 4, 0x0606_4B50), (4, 8, 44), (12, 2, 45), (14, 2, 45), (24, 8, 1), (32, 8, 1), (40, 8, 51),
                (48, 8, 0), (56, 4, 0x0706_4B50), (64, 8, end), (72, 4, 1),
            ] as [(Int, Int, UInt64)] { record.set(offset, bytes: size, to: value) }
            $0.bytes.insert(contentsOf: record.bytes, at: $0.end())
            $0.fixLength()
        },
        BadPack("an entry listed twice", .unharmed, says: "what its index lists takes") { forge in
            let entry = try #require(forge.entry(image))
            let copy = Array(forge.bytes[entry.directory..<entry.directory + 46 + entry.name.count])
            let end = forge.end()
            let size = try #require(forge.number(end + 12, bytes: 4))
            forge.set(end + 8, bytes: 2, to: 8)
            forge.set(end + 10, bytes: 2, to: 8)
            forge.set(end + 12, bytes: 4, to: size + UInt64(copy.count))
            forge.bytes.insert(contentsOf: copy, at: end)
            forge.fixLength()
        },
        BadPack("bytes between two entries", .unharmed, says: "what its index lists takes") { forge in
            forge.bytes.insert(contentsOf: [0, 0, 0, 0], at: forge.entries.last?.directory ?? 0)
            forge.fixLength()
        },
    ]

    static let contents: [BadPack] =
        [
            BadPack("two files swapped, with right CRCs", .partlyRefused, says: "another SHA-256") { forge in
                let (a, b) = (
                    try #require(forge.entry("resources/a.txt")), try #require(forge.entry("resources/b.txt"))
                )
                let (one, other) = (try #require(forge.contents(of: a)), try #require(forge.contents(of: b)))
                forge.bytes.replaceSubrange(a.dataStart..<a.dataStart + 4, with: other)
                forge.bytes.replaceSubrange(b.dataStart..<b.dataStart + 4, with: one)
                forge.sealEntries()
            },
            BadPack("an edited manifest, with right CRCs", .unharmed, says: "does not say what the index says") {
                forge in
                let entry = try #require(forge.entry("manifest.json"))
                let text = String(decoding: try #require(forge.contents(of: entry)), as: UTF8.self)
                forge.bytes.replaceSubrange(
                    entry.dataStart..<entry.dataStart + entry.length, with: text.replacing("1.2.0", with: "9.9.9").utf8)
                forge.sealEntries()
            },
        ]
        + [image, "config.json", "resources/a.txt"].map { path in
            BadPack("an edited \(path), with right CRCs", .partlyRefused, says: "another SHA-256") { forge in
                forge.bytes[try #require(forge.entry(path)).dataStart + 3] ^= 4
                forge.sealEntries()
            }
        }

    /// Offset in the index's header, size, value, what is said.
    static let indexHeaders: [BadPack] =
        BadPack.numbers(
            "index", at: { _ in PackForge.indexStart }, seal: { $0.sealHeader() },
            [
                ("magic", 0, 8, 0, "no theme pack", .refused),
                ("newer reader needed", 8, 4, 0x0009_0009, "needs a reader of version 9", .refused),
                ("newest reader needed", 10, 2, 0xFFFF, "needs a reader of version 65535", .refused),
                ("newer version that old readers understand", 8, 2, 9, "format version 9", .unharmed),
                ("version 0", 8, 2, 0, "not the one that its own contents make", .unharmed),
                ("packLength", 16, 8, 1, "cut or added to", .refused),
                ("packLength of 2^64-1", 16, 8, .max, "cut or added to", .refused),
                ("indexLength 0", 24, 8, 0, "does not fit", .refused),
                ("indexLength of 2^64-1", 24, 8, .max, "does not fit", .refused),
                ("no slots", 32, 4, 0, "does not fit", .refused), ("three slots", 32, 4, 3, "does not fit", .refused),
                ("2^31 slots", 32, 4, 1 << 31, "does not fit", .refused),
                ("2^32-1 images", 36, 4, 0xFFFF_FFFF, "too short", .refused),
                ("no images", 36, 4, 0, "counts other records", .unharmed),
                ("2^32-1 variants", 40, 4, 0xFFFF_FFFF, "too short", .refused),
                ("2^32-1 resources", 44, 4, 0xFFFF_FFFF, "too short", .refused),
                ("another contract", 48, 8, 7, "", .unharmed),
                ("manifest behind the end", 80, 8, .max, "outside the pack", .refused),
                ("manifest too long", 88, 8, .max, "outside the pack", .refused),
                ("settings behind the end", 128, 8, 1 << 40, "outside the pack", .refused),
                ("settings that overflow", 136, 8, .max, "outside the pack", .refused),
                ("settings in the index", 128, 8, 100, "belongs at", .partlyRefused),
                ("2^32-1 properties", 176, 4, 0xFFFF_FFFF, "describes the theme wrongly", .refused),
                ("no properties", 176, 4, 0, "describes the theme wrongly", .refused),
                ("2^32-1 bytes of properties", 180, 4, 0xFFFF_FFFF, "wrong length", .refused),
                ("length of a key", 184, 2, 0xFFFF, "describes the theme wrongly", .refused),
                ("a key that is not UTF-8", 188, 1, 0xFF, "describes the theme wrongly", .refused),
            ]) + [
            BadPack("index: header's checksum", .refused, says: "checksum differs") {
                $0.bytes[PackForge.indexStart + 60] ^= 1
            },
            BadPack("index: an id that is a path", .refused, says: "") { forge in
                let at = try #require(
                    forge.bytes.indices.first { forge.bytes[$0...].starts(with: Array("idyear".utf8)) })
                forge.bytes.replaceSubrange(at + 2..<at + 6, with: Array("../y".utf8))
                forge.sealHeader()
            },
        ]

    /// Of the first variant of the image: offset, size, value.
    static let indexVariants: [BadPack] =
        BadPack.numbers(
            "variant", at: { try $0.variant(0) }, seal: { $0.sealBlocks() },
            [
                ("data behind the end", 0, 8, 1 << 40, "outside the pack", .partlyRefused),
                ("data at 2^64-1", 0, 8, .max, "outside the pack", .partlyRefused),
                ("data of 2^64-1 bytes", 8, 8, .max, "outside the pack", .partlyRefused),
                ("data in the index", 0, 8, 40, "belongs at", .partlyRefused),
                ("data in the directory", 0, 8, 2000, "belongs at", .partlyRefused),
                ("shorter data", 8, 8, 5, "takes", .partlyRefused),
                ("no data", 8, 8, 0, "takes", .partlyRefused),
                ("width", 16, 4, 3, "its index lists", .forged), ("height 0", 20, 4, 0, "its index lists", .forged),
                ("scale 0", 24, 1, 0, "scale or number", .forged),
                ("scale 10", 24, 1, 10, "scale or number", .forged),
                ("scale of the other", 24, 1, 2, "out of order", .forged),
                ("reserved bytes", 25, 2, 7, "not the one that its own contents make", .unharmed),
                ("number behind the last", 28, 4, 0xFFFF, "scale or number", .partlyRefused),
                ("number of another", 28, 4, 1, "not the one that its own contents make", .forged),
                ("digest", 32, 8, 1, "another SHA-256", .partlyRefused),
            ]) + [
            BadPack("variant: the other's data and digest", .forged, says: "what its index lists takes") { forge in
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
                ("length 0", 0, 4, 0, "", .partlyRefused), ("length of 2^32-1", 0, 4, 0xFFFF_FFFF, "", .partlyRefused),
                ("length of the name", 4, 2, 0xFFFF, "", .partlyRefused), ("unknown kind", 6, 1, 2, "", .partlyRefused),
                ("no variants", 7, 1, 0, "", .partlyRefused), ("255 variants", 7, 1, 255, "", .partlyRefused),
                ("hash", 8, 8, 0, "nobody would look", .partlyRefused),
            ])
        + ["../%03d/button", "/%04d//button", "c:%04d//buttn", "CON/%03d/buttn", "a\u{1B}%04d//buttn"].map { pattern in
            BadPack("record: the name \(pattern.debugDescription)", .partlyRefused, says: "the index has the name") {
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

    /// Of the slot in which the image's record lies.
    private static func slot(_ forge: PackForge) throws -> (place: Int, offset: Int) {
        let header = Int(try #require(forge.number(PackForge.indexStart + 12, bytes: 4)))
        let slots = try #require(forge.number(PackForge.indexStart + 32, bytes: 4))
        let hash = try #require(forge.number(try forge.record("common/button", variants: 2) + 8, bytes: 8))
        let place = PackForge.indexStart + header + 8 * Int(hash & (slots - 1))
        return (place, Int(try #require(forge.number(place, bytes: 4))))
    }

    static let indexSlots: [BadPack] =
        ([
            ("block behind the index", 0xFFFF_FFF0), ("block in the header", 16), ("block in the hash table", 290),
            ("no block", 0),
        ] as [(String, UInt64)]).map { name, offset in
            BadPack("slot: \(name)", .partlyRefused, says: offset == 0 ? "" : "index") { forge in
                let place = try slot(forge).place
                forge.set(place, bytes: 4, to: offset)
                forge.set(place + 4, bytes: 4, to: ~offset & 0xFFFF_FFFF)
            }
        } + [
            BadPack("slot: the second half", .partlyRefused, says: "hash slot") {
                $0.bytes[try slot($0).place + 5] ^= 1
            },
            BadPack("slot: the block of another", .partlyRefused, says: "index") { forge in
                let header = Int(try #require(forge.number(PackForge.indexStart + 12, bytes: 4)))
                let table = PackForge.indexStart + header
                let (place, own) = try slot(forge)
                let other = try #require(
                    (0..<4).compactMap { forge.number(table + 8 * $0, bytes: 4) }.first { $0 != 0 && Int($0) != own })
                forge.set(place, bytes: 4, to: other)
                forge.set(place + 4, bytes: 4, to: ~other & 0xFFFF_FFFF)
            },
        ]
        + ([("length 0", 8, 0), ("length of 2^32-1", 8, 0xFFFF_FFFF), ("no records", 12, 0), ("65 records", 12, 65)]
        as [(String, Int, UInt64)]).map { name, offset, value in
            BadPack("block: \(name)", .partlyRefused, says: "") { forge in
                forge.set(PackForge.indexStart + (try slot(forge).offset) + offset, bytes: 4, to: value)
                forge.sealBlocks()
            }
        }

    static let all: [BadPack] =
        names + headers + directory + ends + additions + contents + indexHeaders + indexVariants + indexRecords
        + indexSlots

    @Test("verify names the defect; the runtime throws or serves the right bytes", arguments: all)
    func defects(_ pack: BadPack) throws { try pack.check() }

    @Test("There is a case for every kind of defect, and each has a name of its own")
    func names() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count && Self.all.count > 180)
    }
}

@Suite("Fuzzing")
struct FuzzTargetTests {
    @Test("The seeds keep every law", arguments: FuzzTarget.allCases)
    func seeds(_ target: FuzzTarget) throws {
        let seeds = try target.seeds()
        #expect(!seeds.isEmpty)
        for seed in seeds { try target.run(seed) }
    }

    /// Every input that once broke a law lies in Tests/Fixtures/fuzz, in a folder of its target's name.
    @Test("What was once found stays mended", arguments: FuzzTarget.allCases)
    func fixtures(_ target: FuzzTarget) throws {
        let folder = "\(Tool.repository)/Tests/Fixtures/fuzz/\(target.rawValue)"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try target.run(Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))))
        }
    }

    @Test("Sound packs are verified, and served as unzip extracts them")
    func agreement() throws {
        for pack in try PackSeeds.packs() { try AgreementTarget.hold(PackForge(pack)) }
        #expect(throws: FuzzTarget.Violation.self) {
            var forge = PackForge(try PackSeeds.packs()[1])
            forge.bytes[try #require(forge.entry("resources/a.txt")).dataStart] ^= 1
            try AgreementTarget.hold(forge)
        }
    }
}
