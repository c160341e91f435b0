import Foundation
import TestSupport
import Testing

@testable import FuzzTargets

@Suite("Bad packs")
struct BadPackTests {
    static let image = "images/common/year_button.png"

    /// Wrong names in the archive alone, which other tools would unpack elsewhere. The index has the right ones.
    static let names: [BadPack] = [
        "../../../../etc/cron.d/x.png", "/etc/passwd", "C:\\Windows\\system32\\x.png", "a\\..\\..\\b.png",
        "images/../../../x.png", "images/common/\u{0}.png", "images/common/\u{1B}[2J.png", "CON", "a//b.png", "./a.png",
        "images/common/year_BUTTON.png", "a.png/",
    ].flatMap { trick -> [BadPack] in
        let bytes = Array((trick + String(repeating: "x", count: 29)).utf8.prefix(29))
        return [
            BadPack("name in the directory: \(trick.debugDescription)", .unharmed) { forge in
                let at = try #require(forge.entry(image)).directory + 46
                forge.bytes.replaceSubrange(at..<at + 29, with: bytes)
            },
            BadPack("name in both headers: \(trick.debugDescription)", .unharmed) { forge in
                let entry = try #require(forge.entry(image))
                forge.bytes.replaceSubrange(entry.directory + 46..<entry.directory + 75, with: bytes)
                forge.bytes.replaceSubrange(entry.header + 30..<entry.header + 59, with: bytes)
            },
        ]
    }

    /// Defect, offset in the local header, size, written value.
    static let fields: [(String, Int, Int, UInt64)] = [
        ("version needed", 4, 2, 63), ("encrypted", 6, 2, 1),
        ("strongly encrypted", 6, 2, 0x41), ("data descriptor", 6, 2, 8),
        ("masked headers", 6, 2, 0x2000), ("UTF-8 that is ASCII", 6, 2, 0x0800),
        ("shrunk", 8, 2, 1), ("deflated", 8, 2, 8), ("deflate64", 8, 2, 9),
        ("bzip2", 8, 2, 12), ("LZMA", 8, 2, 14), ("zstd", 8, 2, 93),
        ("xz", 8, 2, 95), ("AES", 8, 2, 99), ("time", 10, 4, 0x5A21_0000),
        ("compressed size", 18, 4, 1), ("size", 22, 4, 0xFFFF_FFFE),
        ("size of a bomb", 22, 4, 0x7FFF_FFFF), ("sizes of zip64", 22, 4, 0xFFFF_FFFF),
        ("length of the name", 26, 2, 28), ("extra field", 28, 2, 4),
        ("CRC", 14, 4, 0x1234_5678),
    ]

    static let headers: [BadPack] = fields.flatMap { name, offset, size, value in
        [
            BadPack("\(name), in the local header", .unharmed) { forge in
                forge.set(try #require(forge.entry(image)).header + offset, bytes: size, to: value)
            },
            BadPack("\(name), in the directory", .unharmed) { forge in
                forge.set(try #require(forge.entry(image)).directory + offset + 2, bytes: size, to: value)
            },
            BadPack("\(name), in both", .unharmed) { forge in
                try forge.both(image, offset, bytes: size, to: value)
            },
        ]
    }

    static let directory: [BadPack] =
        ([
            ("comment", 32, 2, 5), ("disk", 34, 2, 1),
            ("internal attributes", 36, 2, 1),
            ("a link", 38, 4, 0o120777 << 16), ("a folder", 38, 4, 0o040755 << 16),
            ("a device", 38, 4, 0o020666 << 16), ("runs as its owner", 38, 4, 0o104755 << 16),
            ("attributes of DOS", 38, 4, 0o100644 << 16 | 0x10),
            ("made on Windows", 5, 1, 10),
            ("made by another tool", 4, 1, 20),
            ("points to the index", 42, 4, 0),
            ("points after the end", 42, 4, 0xFFFF_FFFF),
            ("points into data", 42, 4, 400),
        ] as [(String, Int, Int, UInt64)]).map { name, offset, size, value in
            BadPack("directory entry: \(name)", .unharmed) { forge in
                forge.set(try #require(forge.entry(image)).directory + offset, bytes: size, to: value)
            }
        } + [
            BadPack(
                "directory entry: points to the next entry, which two then share", .unharmed
            ) {
                let next = try #require($0.entry("images/common/year_button@2x.png"))
                $0.set(try #require($0.entry(image)).directory + 42, bytes: 4, to: UInt64(next.header))
            }
        ]

    static let ends: [BadPack] =
        ([
            ("signature", 0, 4, 0), ("disk", 4, 2, 1),
            ("entries of this disk", 8, 2, 6),
            ("one entry too few", 10, 2, 6), ("one entry too many", 10, 2, 8),
            ("no entries", 8, 4, 0), ("entries in zip64", 8, 4, 0xFFFF_FFFF),
            ("size of the directory", 12, 4, 46),
            ("size in zip64", 12, 4, 0xFFFF_FFFF),
            ("offset of the directory", 16, 4, 0),
            ("offset after the end", 16, 4, 0xFFFF_FFFE),
            ("offset in zip64", 16, 4, 0xFFFF_FFFF), ("length of the comment", 20, 2, 1),
        ] as [(String, Int, Int, UInt64)]).map { name, offset, size, value in
            BadPack("end record: \(name)", .unharmed) { $0.set($0.end() + offset, bytes: size, to: value) }
        }

    private static func falseEnd(_ forge: PackForge) -> [UInt8] {
        var end = PackForge(Array(forge.bytes.suffix(22)))
        end.set(8, bytes: 2, to: 1)
        end.set(10, bytes: 2, to: 1)
        end.set(12, bytes: 4, to: 51)
        return end.bytes
    }

    static let additions: [BadPack] = [
        BadPack("prepended: a byte", .refused) { $0.bytes.insert(0, at: 0) },
        BadPack("prepended: a script", .refused) {
            $0.bytes = Array("#!/bin/sh\n".utf8) + $0.bytes
        },
        BadPack("prepended: another pack", .refused) { $0.bytes += $0.bytes },
        BadPack("appended: a byte", .refused) { $0.bytes.append(0) },
        BadPack("cut: a byte", .refused) { $0.bytes.removeLast() },
        BadPack("appended, and the index knows", .unharmed) {
            $0.bytes += [1, 2, 3]
            $0.fixLength()
        },
        BadPack("a comment, and the index knows", .unharmed) {
            $0.set($0.end() + 20, bytes: 2, to: 5)
            $0.bytes += Array("hello".utf8)
            $0.fixLength()
        },
        BadPack("a comment that holds a false end record", .unharmed) {
            $0.set($0.end() + 20, bytes: 2, to: 22)
            $0.bytes += Self.falseEnd($0)
            $0.fixLength()
        },
        BadPack("a false end record before the end record", .unharmed) {
            $0.bytes.insert(contentsOf: Self.falseEnd($0), at: $0.end())
            $0.fixLength()
        },
        BadPack("an unneeded zip64 end record", .unharmed) {
            var record = PackForge([UInt8](repeating: 0, count: 76))
            let end = UInt64($0.end())
            for (offset, size, value) in [
                (0, 4, 0x0606_4B50), (4, 8, 44), (12, 2, 45), (14, 2, 45), (24, 8, 1), (32, 8, 1), (40, 8, 51),
                (48, 8, 0), (56, 4, 0x0706_4B50), (64, 8, end), (72, 4, 1),
            ] as [(Int, Int, UInt64)] { record.set(offset, bytes: size, to: value) }
            $0.bytes.insert(contentsOf: record.bytes, at: $0.end())
            $0.fixLength()
        },
        BadPack("an entry listed twice", .unharmed) { forge in
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
        BadPack("bytes between two entries", .unharmed) { forge in
            forge.bytes.insert(contentsOf: [0, 0, 0, 0], at: forge.entries.last?.directory ?? 0)
            forge.fixLength()
        },
    ]

    static let contents: [BadPack] =
        [
            BadPack("two files swapped, with right CRCs", .partlyRefused) { forge in
                let (a, b) = (
                    try #require(forge.entry("resources/a.txt")), try #require(forge.entry("resources/b.txt"))
                )
                let (one, other) = (try #require(forge.contents(of: a)), try #require(forge.contents(of: b)))
                forge.bytes.replaceSubrange(a.dataStart..<a.dataStart + 4, with: other)
                forge.bytes.replaceSubrange(b.dataStart..<b.dataStart + 4, with: one)
                forge.sealEntries()
            },
            BadPack("an edited manifest, with right CRCs", .unharmed) {
                forge in
                let entry = try #require(forge.entry("manifest.json"))
                let text = String(decoding: try #require(forge.contents(of: entry)), as: UTF8.self)
                forge.bytes.replaceSubrange(
                    entry.dataStart..<entry.dataStart + entry.length, with: text.replacing("1.2.0", with: "9.9.9").utf8)
                forge.sealEntries()
            },
        ]
        + [image, "config.json", "resources/a.txt"].map { path in
            BadPack("an edited \(path), with right CRCs", .partlyRefused) { forge in
                forge.bytes[try #require(forge.entry(path)).dataStart + 3] ^= 4
                forge.sealEntries()
            }
        }

    static let all: [BadPack] =
        names + headers + directory + ends + additions + contents + indexHeaders + indexVariants + indexRecords
        + indexSlots

    @Test("verify names the defect; the runtime throws or serves the right bytes", arguments: all)
    func defects(_ pack: BadPack) throws { try pack.check() }

    @Test("Every kind of defect has cases, and names of cases are unique")
    func names() {
        #expect(Set(Self.all.map(\.name)).count == Self.all.count && Self.all.count > 180)
    }
}
