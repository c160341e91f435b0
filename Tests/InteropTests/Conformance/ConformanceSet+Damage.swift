import PackFormat
import TestSupport
import Testing
import ThemeModel

extension PackForge {
    /// Replaces the first occurrence of a text in the file by one of the same length.
    mutating func replace(_ text: String, by other: String) throws {
        let (old, new) = (Array(text.utf8), Array(other.utf8))
        let at = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
        bytes.replaceSubrange(at..<at + old.count, with: new)
    }

    /// Flips a bit of an entry's data.
    fileprivate mutating func damage(_ name: String) throws {
        bytes[try #require(entry(name)).dataStart] ^= 1
    }

    /// The offset of the block of a name.
    fileprivate func block(of name: String) throws -> Int {
        let header = Int(try #require(number(Self.indexStart + 12, bytes: 4)))
        let slots = try #require(number(Self.indexStart + 32, bytes: 4))
        let hash = Array(name.utf8).withUnsafeBytes { XXHash64.hash($0) }
        let slot = Self.indexStart + header + 8 * Int(hash & (slots - 1))
        return Self.indexStart + Int(try #require(number(slot, bytes: 4)))
    }

    /// Changes all variants of a name that is first in its block.
    mutating func setTemplate(of name: String, to template: UInt64) throws {
        let record = try block(of: name) + 16
        for number in 0..<Int(try #require(self.number(record + 7, bytes: 1))) {
            set(record + 16 + 64 * number + 26, bytes: 2, to: template)
        }
        sealBlocks()
    }

    /// The offset of the slot of a name.
    fileprivate func slot(of name: String) throws -> Int {
        let header = Int(try #require(number(Self.indexStart + 12, bytes: 4)))
        let slots = try #require(number(Self.indexStart + 32, bytes: 4))
        let hash = Array(name.utf8).withUnsafeBytes { XXHash64.hash($0) }
        return Self.indexStart + header + 8 * Int(hash & (slots - 1))
    }
}

extension ConformanceSet {
    /// A pack whose every part can be damaged. `common/button` is alone in its slot.
    private static func sound() throws -> ForgedPack {
        var pack = try pack("sound", prefix: "s_", settings: #"{"Color": {"title": "ABCDEF"}}"#)
        try pack.add(image: "common/button", image(4, 2, at: [1, 2], shade: 9))
        try pack.add(image: "other", image(3, 3, at: [1], shade: 9))
        try pack.add(resource: "sounds/tap.caf", Array("sound".utf8))
        return pack
    }

    private static let everything: [ConformanceCase.Question] = [
        .image("common/button", scale: 1), .image("common/button", scale: 2), .image("other", scale: 1),
        .image("common/plain", scale: 2), .resource("sounds/tap.caf"), .setting("Color.title", .color),
        .setting("Number", .number),
    ]

    mutating func addDamage() throws {
        func change(_ offset: Int, _ count: Int, _ number: UInt64) -> (inout PackForge) throws -> Void {
            { forge in
                forge.set(PackForge.indexStart + offset, bytes: count, to: number)
                forge.sealHeader()
            }
        }
        let inHeader: [(String, (inout PackForge) throws -> Void)] = [
            ("magic", change(0, 1, 0)), ("newer-reader", change(10, 2, 1000)), ("header-length", change(12, 4, 200)),
            ("pack-length", change(16, 8, 1)), ("index-length", change(24, 8, .max)), ("no-slots", change(32, 4, 0)),
            ("three-slots", change(32, 4, 3)), ("many-images", change(36, 4, 0xFFFF_FFFF)),
            ("many-resources", change(44, 4, 0xFFFF_FFFF)), ("manifest-after-the-end", change(80, 8, 1 << 40)),
            ("settings-after-the-end", change(128, 8, 1 << 40)), ("property-count", change(176, 4, 1)),
            ("properties-too-long", change(180, 4, 5000)),
            ("header-checksum", { $0.bytes[PackForge.indexStart + 60] ^= 1 }),
        ]
        for (name, change) in inHeader {
            try add("refused-\(name)", try Self.sound(), asking: Self.everything, change: change)
        }
        try add("refused-text-that-is-not-utf8", try Self.sound(), asking: Self.everything) { forge in
            let at = try #require(
                forge.bytes.indices.first { forge.bytes[$0...].starts(with: Array("namesound".utf8)) })
            forge.bytes[at + 4] = 0xFF
            forge.sealHeader()
        }
        try add("refused-keys-out-of-order", try Self.sound(), asking: Self.everything) { forge in
            try forge.replace("extends", by: "zxtends")
            forge.sealHeader()
        }
        try add("refused-id-is-a-path", try Self.sound(), asking: Self.everything) { forge in
            try forge.replace("idsound", by: "id../so")
            forge.sealHeader()
        }
        try add("refused-extends-itself", try Self.pack("self", extends: "self"), asking: Self.everything)
        try add(
            "refused-default-extends-a-theme", try Self.pack("default", extends: "sound"), withDefaults: false,
            asking: Self.everything)
        try add("refused-empty", try Self.sound(), asking: Self.everything) { $0.bytes = [] }
        try add("refused-truncated", try Self.sound(), asking: Self.everything) { $0.bytes.removeLast(100) }
        try add("refused-only-the-header", try Self.sound(), asking: Self.everything) { forge in
            forge.bytes.removeLast(forge.bytes.count - 250)
        }
        try add("refused-bytes-after-the-end", try Self.sound(), asking: Self.everything) { $0.bytes.append(0) }
        try add("refused-bytes-before-the-start", try Self.sound(), asking: Self.everything) {
            $0.bytes.insert(0, at: 0)
        }
        try add("refused-another-zip", try Self.sound(), asking: Self.everything) { forge in
            try forge.replace("index", by: "indey")
            forge.bytes[35] = 0
        }

        try add("damaged-slot", try Self.sound(), asking: Self.everything) { forge in
            forge.bytes[try forge.slot(of: "common/button")] ^= 1
        }
        try add("damaged-slot-after-the-end", try Self.sound(), asking: Self.everything) { forge in
            let slot = try forge.slot(of: "common/button")
            forge.set(slot, bytes: 4, to: 0xFFFF_FF00)
            forge.set(slot + 4, bytes: 4, to: 0xFF)
        }
        try add("damaged-block", try Self.sound(), asking: Self.everything) { forge in
            forge.bytes[try forge.block(of: "common/button") + 40] ^= 1
        }
        try add("damaged-block-length", try Self.sound(), asking: Self.everything) { forge in
            forge.set(try forge.block(of: "common/button") + 8, bytes: 4, to: 1 << 30)
        }
        try add("damaged-record-count", try Self.sound(), asking: Self.everything) { forge in
            forge.set(try forge.block(of: "common/button") + 12, bytes: 4, to: 65)
            forge.sealBlocks()
        }
        try add("damaged-scale", try Self.sound(), asking: Self.everything) { forge in
            let block = try forge.block(of: "common/button")
            for scale in 0..<2 { forge.set(block + 32 + 64 * scale + 24, bytes: 1, to: 10) }
            forge.sealBlocks()
        }
        try add("damaged-place", try Self.sound(), asking: Self.everything) { forge in
            let block = try forge.block(of: "common/button")
            for scale in 0..<2 { forge.set(block + 32 + 64 * scale, bytes: 8, to: 1 << 40) }
            forge.sealBlocks()
        }
        try add("damaged-image", try Self.sound(), asking: Self.everything) { forge in
            try forge.damage("images/common/s_button@2x.png")
        }
        try add("damaged-resource", try Self.sound(), asking: Self.everything) {
            try $0.damage("resources/sounds/tap.caf")
        }
        try add("damaged-settings", try Self.sound(), asking: Self.everything) { try $0.damage("config.json") }
        try add("unharmed-manifest", try Self.sound(), asking: Self.everything) { try $0.damage("manifest.json") }
        try add("damaged-shared-bytes", try Self.sound(), asking: Self.everything) { forge in
            // The second variant lists the data of the first.
            let first = try forge.block(of: "common/button") + 32
            forge.bytes.replaceSubrange(first + 64..<first + 80, with: forge.bytes[first..<first + 16])
            forge.bytes.replaceSubrange(first + 96..<first + 128, with: forge.bytes[first + 32..<first + 64])
            forge.sealBlocks()
        }
        try add(
            "damaged-in-the-parent", try Self.pack("heir", extends: "sound"),
            with: [
                "damaged-block.themepack.zip"
            ], asking: Self.everything)
    }
}
