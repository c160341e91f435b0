import TestSupport
import Testing
import ThemeModel

@testable import PackFormat
@testable import ThemePackager

@Suite("libzip")
struct LibZipTests {
    /// The pack as a device puts it together, from the data of that pack.
    private func assembled(_ pack: [UInt8]) throws -> [UInt8] {
        let base = try IndexedPack(BytesInMemory(pack, path: "pack"))
        let parts = (base.settingsPart.map { [$0] } ?? []) + base.items.indices.map { base.part(ofItem: $0) }
        let assembly = try PackAssembly(
            base.contents, manifest: PackManifest(of: base.contents).bytes, parts: parts, date: base.directory.date,
            length: pack.count)
        var written: [UInt8] = []
        _ = try assembly.write(base: base.bytes, addition: base.bytes) { written += $0 }
        return written
    }

    @Test(
        "A device writes the same bytes as libzip", arguments: ["year", "default"],
        [ArchiveDate.earliest, ArchiveDate(secondsSince1970: 1_700_000_000)])
    func same(_ theme: String, _ date: ArchiveDate) throws {
        let pack = try Packs.bytes(of: Packs.plan(Packs.rich, theme), date: date)
        #expect(try assembled(pack) == pack)
    }

    @Test(
        "More than 65,535 entries make the planned pack, and a device writes it as libzip does",
        arguments: [65_534, 65_535, 65_540])
    func zip64(_ count: Int) throws {
        let plan = try PackPlan(for: Packs.large(count - 2))
        #expect(plan.contents.entryCount + 1 == count && plan.count { _ in true } == count)
        let pack = try Packs.bytes(of: plan)
        #expect(UInt64(pack.count) == plan.length)
        #expect(pack.withUnsafeBytes { ArchiveStructure(of: $0).defects(against: plan.contents) } == [])
        #expect(try assembled(pack) == pack)
        let bytes = BytesInMemory(pack, path: "pack")
        let known = [StoredData(of: try IndexedPack(bytes)), try StoredData(ofVerified: bytes)]
        for entry in plan.contents.entries.dropFirst() {
            let parts = known.map { $0.part(of: entry.stored) }
            #expect(parts[0]?.checksum == parts[1]?.checksum && parts[0]?.range.count == parts[1]?.range.count)
            #expect(parts[1] != nil)
        }
    }

    @Test("Entries that are longer than a piece, end with one, or are empty have the same bytes", arguments: [1, 2])
    func pieces(_ jobs: Int) throws {
        let start = PackIndex.start
        var files = Packs.rich
        for (number, length) in [0, 1, LoadedPiece.lengthMax - start, LoadedPiece.lengthMax, 3_000_000, 0].enumerated()
        {
            files.files["themes/year/f/\(number)"] = Array(repeating: UInt8(number), count: length)
        }
        let pack = try Packs.bytes(of: Packs.plan(files), from: files.memory, jobs: jobs)
        #expect(try assembled(pack) == pack)
        #expect(Self.verdicts(on: pack, try Packs.plan(files).contents) == Verdicts(layout: true, libzip: true))
    }

    struct Verdicts: Hashable {
        let layout: Bool
        let libzip: Bool
    }

    /// - Parameter checksums: `nil` for those of the pack's data.
    private static func verdicts(
        on pack: [UInt8], _ contents: PackContents, checksums: [UInt32]? = nil
    ) -> Verdicts {
        let checksums = checksums ?? Self.checksums(pack, contents)
        return pack.withUnsafeBytes { bytes in
            Verdicts(
                layout: ArchiveStructure(of: bytes).defects(against: contents).isEmpty,
                libzip: defects(bytes, contents, checksums).isEmpty)
        }
    }

    private static func defects(
        _ pack: UnsafeRawBufferPointer, _ contents: PackContents, _ checksums: [UInt32]
    ) -> [ZipArchive.Defect] {
        ZipArchive.defects(
            of: pack, expecting: contents, indexLength: IndexEncoder(contents).length, checksums: checksums)
    }

    private static func checksums(_ pack: [UInt8], _ contents: PackContents) -> [UInt32] {
        let index = PackIndex.start..<PackIndex.start + IndexEncoder(contents).length
        return ([index] + contents.entries.map(\.stored.range)).map { PNGFile.crc32(Array(pack[$0])) }
    }

    /// The offsets of everything but the entries' data.
    private static func structure(of pack: [UInt8], _ contents: PackContents) -> [Int] {
        var offsets = Set(pack.indices)
        offsets.subtract(PackIndex.start..<PackIndex.start + IndexEncoder(contents).length)
        for entry in contents.entries { offsets.subtract(entry.stored.range) }
        return offsets.sorted()
    }

    /// The checksum of an entry is libzip's to judge, because the layout does not determine it.
    @Test("A changed bit of a header that libzip refuses is one that FORMAT.md refuses, but for checksums")
    func changedBits() throws {
        let contents = try Packs.plan(Packs.rich).contents
        let pack = try Packs.bytes(of: Packs.plan(Packs.rich))
        #expect(Self.verdicts(on: pack, contents) == Verdicts(layout: true, libzip: true))
        // No data changes.
        let checksums = Self.checksums(pack, contents)
        var counts: [Verdicts: Int] = [:]
        for offset in Self.structure(of: pack, contents) {
            for bit in 0..<8 {
                var changed = pack
                changed[offset] ^= 1 << bit
                counts[Self.verdicts(on: changed, contents, checksums: checksums), default: 0] += 1
            }
        }
        #expect(counts[Verdicts(layout: true, libzip: true)] == nil, "a changed bit that nobody sees")
        #expect(counts[Verdicts(layout: true, libzip: false)] == nil, "a pack that only libzip refuses")
        // libzip ignores versions, modes and the time, and FORMAT.md does not.
        #expect((counts[Verdicts(layout: false, libzip: true)] ?? 0) > 0)
    }

    @Test("Both accept what another program than libzip may write: other versions, and references to zip64 records")
    func otherWriters() throws {
        let plan = try PackPlan(for: Packs.large(65_540))
        var pack = PackForge(try Packs.bytes(of: plan))
        let end = pack.bytes.count - ZipEndRecord.byteCount
        let zip64 = end - Zip64Locator.byteCount - Zip64EndRecord.byteCount
        for field in Zip64EndRecord.versions { pack.set(zip64 + field.offset, bytes: 2, to: 46) }
        for field in ZipEndRecord.directory { pack.set(end + field.offset, bytes: 4, to: UInt64(UInt32.max)) }
        #expect(Self.verdicts(on: pack.bytes, plan.contents) == Verdicts(layout: true, libzip: true))
        var small = PackForge(try Packs.bytes(of: Packs.plan(Packs.rich)))
        for entry in small.entries {
            small.set(entry.header + ZipLocalHeader.entry.versionNeeded.offset, bytes: 2, to: 20)
            small.set(entry.directory + ZipCentralHeader.entry.versionNeeded.offset, bytes: 2, to: 20)
            small.set(entry.directory + ZipCentralHeader.writerVersion.offset, bytes: 1, to: 30)
        }
        let contents = try Packs.plan(Packs.rich).contents
        #expect(Self.verdicts(on: small.bytes, contents) == Verdicts(layout: true, libzip: true))
    }

    @Test("A wrong checksum is libzip's finding, and names the entry")
    func checksum() throws {
        var pack = PackForge(try Packs.bytes(of: Packs.plan(Packs.rich)))
        let entry = try #require(pack.entry("resources/f/a.ttf"))
        pack.set(entry.header + ZipLocalHeader.entry.crc.offset, bytes: 4, to: 7)
        pack.set(entry.directory + ZipCentralHeader.entry.crc.offset, bytes: 4, to: 7)
        let contents = try Packs.plan(Packs.rich).contents
        #expect(Self.verdicts(on: pack.bytes, contents) == Verdicts(layout: true, libzip: false))
        let checksums = Self.checksums(pack.bytes, contents)
        let defects = pack.bytes.withUnsafeBytes { Self.defects($0, contents, checksums) }
        #expect(defects.map(\.entry) == ["resources/f/a.ttf"] && defects[0].message.contains("CRC"))
        // Our own comparison finds it too, with the checksums.
        let known = pack.bytes.withUnsafeBytes { bytes in
            [checksums, checksums.dropLast()].map {
                ArchiveStructure(of: bytes).defects(against: contents, checksums: Array($0))
            }
        }
        #expect(known[0].count == 1 && known[0][0].contains("resources/f/a.ttf"))
        #expect(known[1].count == 1)
    }

    @Test("Of a pack copied in part, libzip reads the new data and the directory of all; we compare the new headers")
    func newEntries() throws {
        let contents = try Packs.plan(Packs.rich).contents
        let pack = PackForge(try Packs.bytes(of: Packs.plan(Packs.rich)))
        let checksums = Self.checksums(pack.bytes, contents)
        func defects(_ newEntries: Set<Int>, _ change: (inout PackForge) -> Void) -> [String?] {
            var changed = pack
            change(&changed)
            return changed.bytes.withUnsafeBytes {
                ZipArchive.defects(
                    of: $0, expecting: contents, indexLength: IndexEncoder(contents).length, checksums: checksums,
                    newEntries: newEntries)
            }.map(\.entry)
        }
        func headerDefects(_ newEntries: Set<Int>, _ change: (inout PackForge) -> Void) -> [String] {
            var changed = pack
            change(&changed)
            return changed.bytes.withUnsafeBytes {
                ArchiveStructure(of: $0).defects(against: contents, checksums: checksums, newEntries: newEntries)
            }
        }
        let all = Set(pack.entries.indices)
        #expect(defects(all) { _ in } == [])
        for (number, entry) in pack.entries.enumerated() {
            let name = String(decoding: entry.name, as: UTF8.self)
            let crc = entry.directory + ZipCentralHeader.entry.crc.offset
            #expect(defects([]) { $0.bytes[crc] ^= 1 } == [name])
            for offset in [entry.header, crc] {
                #expect(headerDefects([number]) { $0.bytes[offset] ^= 1 }.count == 1)
                #expect(headerDefects(all.subtracting([number])) { $0.bytes[offset] ^= 1 } == [])
            }
            guard entry.length > 0 else { continue }
            #expect(defects([number]) { $0.bytes[entry.dataStart] ^= 1 } == [name])
            #expect(defects(all.subtracting([number])) { $0.bytes[entry.dataStart] ^= 1 } == [])
        }
    }

    @Test("Other names, lengths and numbers of entries are defects, and so is no archive")
    func anotherPlan() throws {
        let pack = try Packs.bytes(of: Packs.plan(Packs.rich))
        let contents = try Packs.plan(Packs.rich).contents
        var (renamed, longer, fewer) = (contents, contents, contents)
        renamed.resources[0].path = try PortablePath("f/b.ttf")
        longer.resources[0].stored.length += 1
        fewer.resources.removeLast()
        let checksums = Self.checksums(pack, contents)
        for other in [renamed, longer, fewer] {
            let defects = pack.withUnsafeBytes { Self.defects($0, other, checksums) }
            #expect(!defects.isEmpty)
        }
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(!Self.defects(nothing, contents, checksums).isEmpty)
    }
}
