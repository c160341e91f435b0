import TestSupport
import Testing

@testable import PackFormat
@testable import ThemeModel

@Suite("The index of a pack")
struct PackIndexTests {
    /// Contents with a number of images at one to three scales, and a resource for every tenth image.
    static func contents(_ count: Int, settings: Bool = true) throws -> PackContents {
        func stored(_ number: Int) throws -> DataReference {
            DataReference(
                offset: UInt64(number), length: UInt64(number % 7),
                digest: try #require(ContentDigest((0..<32).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) })))
        }
        let images = try (0..<count).map { number in
            PackImage(
                name: try LogicalName("folder\(number % 10)/image\(number)"),
                variants: PackVariants(
                    try (1...(number % 3 + 1)).map { factor in
                        PackVariant(
                            scale: try #require(Scale(factor)),
                            size: PixelSize(width: UInt32(number), height: UInt32(factor)),
                            stored: try stored(number * 3 + factor))
                    }))
        }
        let resources = try stride(from: 0, to: count, by: 10).map { number in
            PackResource(path: try PortablePath("fonts/\(number).ttf"), stored: try stored(number))
        }
        let theme = PackTheme(
            id: ThemeID("year"), name: "Néw Year 图", version: try SemanticVersion("1.2.0-beta.1+x"),
            imageNamePrefix: try ImagePrefix("year_"), extends: ThemeID("base"), colorOrder: .rgba)
        return PackContents(
            theme: theme, contract: try stored(99).digest, manifest: try stored(5),
            settings: settings ? try stored(6) : nil, images: images.sorted { $0.name < $1.name },
            resources: resources.sorted { $0.path < $1.path })
    }

    static func pack(_ contents: PackContents, padding: Int = 20_000) throws -> [UInt8] {
        let length = PackIndex.start + IndexEncoder(contents).length + padding
        let index = try IndexEncoder(contents).bytes(packLength: UInt64(length))
        #expect(index.count == IndexEncoder(contents).length)
        return [UInt8](repeating: 0, count: PackIndex.start) + index + [UInt8](repeating: 0, count: padding)
    }

    @Test("AX1: axes raise both versions, and are read back; wrong ones are refused")
    func axes() throws {
        var contents = try Self.contents(3)
        func check(_ change: (inout PackTheme) throws -> Void) throws -> [UInt8] {
            contents.theme = PackTheme(id: "year", name: "Year", version: try SemanticVersion("1.0.0"))
            try change(&contents.theme)
            let pack = try Self.pack(contents)
            #expect(try pack.withUnsafeBytes { try PackIndex(of: $0) }.theme == contents.theme)
            return Array(pack[PackIndex.start + 8..<PackIndex.start + 12])
        }
        #expect(try check { _ in } == [1, 0, 1, 0])
        #expect(try check { $0.axis = "mode" } == [3, 0, 3, 0])
        #expect(try check { $0.combinedThemes = ["acme", "dark"] } == [3, 0, 3, 0])
        #expect(
            try check {
                $0.id = .default
                $0.axes = ["mode", "brand"]
            } == [3, 0, 3, 0])
        let wrong: [(inout PackTheme) -> Void] = [
            { $0.axes = ["mode"] }, { $0.combinedThemes = ["dark"] }, { $0.combinedThemes = ["dark", "acme"] },
            { $0.combinedThemes = ["dark", "year"] }, { $0.combinedThemes = ["acme", "default"] },
            {
                $0.id = .default
                $0.axes = ["mode", "mode"]
            },
            {
                $0.id = .default
                $0.axis = "mode"
            },
            {
                $0.combinedThemes = ["acme", "dark"]
                $0.axis = "mode"
            },
        ]
        for change in wrong { #expect(throws: PackError.self) { try check(change) } }
    }

    @Test("A season raises the format version only; readers of version 1 ignore it")
    func season() throws {
        var contents = try Self.contents(3)
        func version(_ pack: [UInt8]) -> [UInt8] { Array(pack[PackIndex.start + 8..<PackIndex.start + 12]) }
        let plain = try Self.pack(contents)
        #expect(version(plain) == [1, 0, 1, 0])
        contents.theme.season = ThemeSeason(
            from: try Moment("2026-12-31T00:00:00+08:00"), until: try Moment("2027-01-03T00:00:00+08:00"), priority: -7)
        let pack = try Self.pack(contents)
        #expect(version(pack) == [2, 0, 1, 0])
        let index = try pack.withUnsafeBytes { try PackIndex(of: $0) }
        #expect(index.theme == contents.theme)
        let properties = index.theme.properties.filter { $0.key.contains("active") || $0.key.contains("prio") }
        #expect(properties.map(\.key) == ["activeFrom", "activeUntil", "priority"])
        #expect(properties.map(\.value) == ["2026-12-30T16:00:00Z", "2027-01-02T16:00:00Z", "-7"])
    }

    @Test("TP1: templates raise both versions, and are in the property and in each variant")
    func templates() throws {
        var contents = try Self.contents(12)
        contents.theme.id = .default
        contents.theme.extends = nil
        contents.theme.templates = [
            ImageTemplate(color: nil), ImageTemplate(color: SettingPath(["Color", "icon"])),
        ]
        contents.images[1].template = 1
        contents.images[4].template = 2
        let pack = try Self.pack(contents)
        #expect(Array(pack[PackIndex.start + 8..<PackIndex.start + 12]) == [3, 0, 3, 0])
        #expect(contents.theme.properties.first { $0.key == "templates" }?.value == "\nColor.icon\n")
        let decoded = try pack.withUnsafeBytes { try PackIndex(of: $0).contents(of: $0) }
        #expect(decoded == contents)
        for (template, error) in [(3, PackError.unknownTemplate), (1, .unusedTemplate)] as [(UInt16, PackError)] {
            contents.images[4].template = template
            let forged = try Self.pack(contents)
            #expect(throws: error) { try forged.withUnsafeBytes { try PackIndex(of: $0).contents(of: $0) } }
            #expect(try !forged.withUnsafeBytes { try PackIndex(of: $0).describes(contents, in: $0) })
        }
    }

    @Test(
        "A property with templates that are out of order, or not ended, or of another theme is an error",
        arguments: [
            ("\na\n", "default", true), ("a\n\n", "default", false), ("a", "default", false),
            ("a\na\n", "default", false), ("a\n", "year", false),
        ])
    func templateProperty(_ text: String, _ id: String, isSound: Bool) throws {
        var writer = ByteWriter()
        for (key, value) in [("id", id), ("templates", text), ("version", "1.0.0")] {
            writer.add(UInt16(key.utf8.count))
            writer.add(UInt16(value.utf8.count))
            writer.add(raw: key.utf8)
            writer.add(raw: value.utf8)
        }
        let theme = try? PackTheme(encodedProperties: writer.bytes, count: 3)
        #expect((theme != nil) == isSound)
        #expect(theme.map { $0.templates.map(\.color?.description) } == (isSound ? [nil, "a"] : nil))
    }

    @Test("Encoded contents decode to the same contents", arguments: [0, 1, 2, 3, 64, 1000], [true, false])
    func roundTrip(_ count: Int, settings: Bool) throws {
        let contents = try Self.contents(count, settings: settings)
        let pack = try Self.pack(contents)
        try pack.withUnsafeBytes { bytes in
            let index = try PackIndex(of: bytes)
            #expect(try index.contents(of: bytes) == contents && index.describes(contents, in: bytes))
            #expect(index.theme == contents.theme && index.contract == contents.contract)
            #expect(index.manifest == contents.manifest && index.settings == contents.settings)
            #expect(index.imageCount == count && index.resourceCount == contents.resources.count)
            #expect(index.variantCount == contents.images.reduce(0) { $0 + $1.variants.count })
            let slotCount = index.table.slotCount
            #expect(slotCount >= max(1, count) && slotCount & (slotCount - 1) == 0)
        }
    }

    private func find(
        _ kind: IndexRecordKind, _ name: String, _ index: PackIndex, _ bytes: UnsafeRawBufferPointer
    ) throws -> IndexRecord? {
        let view = PackView(bytes, index.table, isTrusted: false)
        defer { view.deallocate() }
        return try Array(name.utf8).withUnsafeBytes { bytes in
            try view.record(kind, named: bytes, hash: XXHash64.hash(name))
        }
    }

    @Test("Every name is found with its variants, and no other name is", arguments: [0, 1, 2, 1000])
    func lookUp(_ count: Int) throws {
        let contents = try Self.contents(count)
        let pack = try Self.pack(contents)
        try pack.withUnsafeBytes { bytes in
            let index = try PackIndex(of: bytes)
            var ordinals: Set<Int> = []
            for image in contents.images {
                let record = try #require(try find(.image, image.name.description, index, bytes))
                #expect(String(decoding: record.name(in: bytes), as: UTF8.self) == image.name.description)
                #expect(record.variantCount == image.variants.count)
                for (number, variant) in image.variants.enumerated() {
                    let found = try index.table.variant(number, of: record, in: bytes)
                    #expect(found.scale == variant.scale && found.size(in: bytes) == variant.size)
                    #expect(found.stored(in: bytes) == variant.stored)
                    ordinals.insert(found.ordinal(in: bytes))
                }
                #expect(try find(.resource, image.name.description, index, bytes) == nil)
            }
            for resource in contents.resources {
                let record = try #require(try find(.resource, resource.path.string, index, bytes))
                ordinals.insert(try index.table.variant(0, of: record, in: bytes).ordinal(in: bytes))
            }
            #expect(ordinals == Set(0..<index.variantCount + index.resourceCount))
            for absent in [
                "", "image", "folder0/image\(count + 10)", "Folder0/image0", "folder0/image0 ", "folder0/imagé0",
            ] {
                #expect(try find(.image, absent, index, bytes) == nil)
            }
        }
    }

    @Test("Every changed byte of the index is noticed")
    func flips() throws {
        let contents = try Self.contents(3)
        let pack = try Self.pack(contents, padding: 200)
        let end = PackIndex.start + IndexEncoder(contents).length
        for offset in PackIndex.start..<end {
            for bit in [0, 7] as [UInt8] {
                var broken = pack
                broken[offset] ^= 1 << bit
                let (found, isDescribed) = broken.withUnsafeBytes { bytes in
                    let index = try? PackIndex(of: bytes)
                    return (try? index?.contents(of: bytes), try? index?.describes(contents, in: bytes))
                }
                #expect(found == nil && isDescribed != true, "byte \(offset - PackIndex.start), bit \(bit)")
            }
        }
    }

    @Test("A truncated index is rejected")
    func cuts() throws {
        let pack = try Self.pack(try Self.contents(2), padding: 0)
        for count in pack.indices {
            #expect(throws: PackError.self) { try pack.prefix(count).withUnsafeBytes { _ = try PackIndex(of: $0) } }
        }
    }

    @Test(
        "Random bytes with a valid checksum are rejected or read within bounds",
        arguments: 0..<50 as Range<UInt64>)
    func forged(_ seed: UInt64) throws {
        var pack = try Self.pack(try Self.contents(5), padding: 100)
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func random() -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(truncatingIfNeeded: state >> 1)
        }
        let headerLength =
            184 + (pack.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: 35 + 12, as: UInt32.self)) } - 184)
        for _ in 0..<4 { pack[PackIndex.start + 24 + random() % (headerLength - 40)] = UInt8(random() & 0xFF) }
        let sum = pack[PackIndex.start..<PackIndex.start + headerLength - 8].withUnsafeBytes { XXHash64.hash($0) }
        for byte in 0..<8 {
            pack[PackIndex.start + headerLength - 8 + byte] = UInt8(truncatingIfNeeded: sum >> (byte * 8))
        }
        pack.withUnsafeBytes { bytes in
            guard let index = try? PackIndex(of: bytes) else { return }
            guard let contents = try? index.contents(of: bytes) else { return }
            let stored = contents.entries.map(\.stored)
            #expect(stored.allSatisfy { $0.offset + $0.length <= UInt64(bytes.count) })
            #expect((try? index.describes(contents, in: bytes)) == true)
        }
    }

    @Test("A newer format is an error that names both versions")
    func newer() throws {
        var pack = try Self.pack(try Self.contents(1))
        pack[PackIndex.start + 10] = 9
        let error = #expect(throws: PackError.self) {
            try pack.withUnsafeBytes { _ = try PackIndex(of: $0) }
        }
        #expect(error?.newerFormat?.version == 1 && error?.newerFormat?.minimumReader == 9)
        #expect(try Sentences.mismatch(error?.description, of: "an index for a newer reader", in: "bad-packs") == nil)
    }

    @Test("Entries have the order of the archive")
    func entries() throws {
        let paths = try Self.contents(12).entries.map(\.path)
        #expect(paths.prefix(3) == ["manifest.json", "config.json", "images/folder0/year_image0.png"])
        #expect(paths.suffix(2) == ["resources/fonts/0.ttf", "resources/fonts/10.ttf"])
        #expect(Set(paths).count == paths.count)
    }

    @Test("Images without variants have no entries")
    func empties() throws {
        var contents = try Self.contents(12)
        let count = contents.entries.count { _ in true }
        let empty = PackImage(name: try LogicalName("none"), variants: [])
        contents.images += Array(repeating: empty, count: 300_000)
        #expect(contents.entries.count { _ in true } == count)
    }
}
