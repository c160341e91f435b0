import PackFormat

/// Corrects the checksums of an altered pack, as an attacker would.
public struct PackForge: Sendable {
    public var bytes: [UInt8]

    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The offset of the index, after a local header and its name.
    public static let indexStart = 35

    public func number(_ offset: Int, bytes count: Int) -> UInt64? {
        guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return nil }
        return (0..<count).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }

    /// Writes a little-endian number. Ignores offsets beyond the end.
    public mutating func set(_ offset: Int, bytes count: Int, to number: UInt64) {
        guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return }
        for byte in 0..<count { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)) }
    }

    private func hash(_ range: Range<Int>, seed: UInt64 = 0) -> UInt64 {
        bytes.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[range]), seed: seed) }
    }

    private var headerLength: Int? {
        number(Self.indexStart + 12, bytes: 4).map { Int($0) }.flatMap {
            (192...8192).contains($0) && Self.indexStart + $0 <= bytes.count ? $0 : nil
        }
    }

    public mutating func sealHeader() {
        guard let length = headerLength else { return }
        let end = Self.indexStart + length - 8
        set(end, bytes: 8, to: hash(Self.indexStart..<end))
    }

    /// Corrects the checksum of every block of the index, and the inverted offset in every slot.
    public mutating func sealBlocks() {
        guard let header = headerLength, let slots = number(Self.indexStart + 32, bytes: 4), slots <= 1 << 16 else {
            return
        }
        for slot in 0..<Int(slots) {
            let at = Self.indexStart + header + 8 * slot
            guard let offset = number(at, bytes: 4), offset != 0 else { continue }
            set(at + 4, bytes: 4, to: ~offset & 0xFFFF_FFFF)
            let start = Self.indexStart + Int(offset)
            guard let length = number(start + 8, bytes: 4), length >= 16, start + Int(length) <= bytes.count else {
                continue
            }
            set(start, bytes: 8, to: hash(start + 8..<start + Int(length), seed: UInt64(slot)))
        }
    }

    /// Corrects the CRC-32 of every entry.
    public mutating func sealEntries() {
        for entry in entries {
            let data = entry.dataStart..<entry.dataStart + entry.length
            guard data.lowerBound >= 30, data.upperBound <= bytes.count else { continue }
            let crc = UInt64(PNGFile.crc32(Array(bytes[data])))
            set(entry.header + 14, bytes: 4, to: crc)
            set(entry.directory + 16, bytes: 4, to: crc)
        }
    }

    public mutating func seal() {
        sealBlocks()
        sealHeader()
        sealEntries()
    }

    public struct Entry {
        public let directory: Int
        public let header: Int
        public let name: [UInt8]
        public let length: Int
        public let method: Int
        public let dataStart: Int
    }

    /// The entries as `unzip` finds them: by the last end record, the directory and the local headers.
    public var entries: [Entry] {
        guard bytes.count >= 22 else { return [] }
        let ends = stride(from: bytes.count - 22, through: max(0, bytes.count - 65_557), by: -1)
        guard let end = ends.first(where: { number($0, bytes: 4) == 0x0605_4B50 }),
            let count = number(end + 10, bytes: 2), var at = number(end + 16, bytes: 4).map({ Int($0) })
        else { return [] }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard number(at, bytes: 4) == 0x0201_4B50, let nameLength = number(at + 28, bytes: 2),
                let extra = number(at + 30, bytes: 2), let comment = number(at + 32, bytes: 2),
                let length = number(at + 24, bytes: 4), let method = number(at + 10, bytes: 2),
                let header = number(at + 42, bytes: 4).map({ Int($0) }),
                let localName = number(header + 26, bytes: 2), let localExtra = number(header + 28, bytes: 2),
                at + 46 + Int(nameLength) <= bytes.count
            else { break }
            entries.append(
                Entry(
                    directory: at, header: header, name: Array(bytes[at + 46..<at + 46 + Int(nameLength)]),
                    length: Int(length), method: Int(method),
                    dataStart: header + 30 + Int(localName) + Int(localExtra)))
            at += 46 + Int(nameLength + extra + comment)
        }
        return entries
    }

    public func entry(_ name: String) -> Entry? { entries.first { $0.name.elementsEqual(name.utf8) } }

    /// The bytes that `unzip -p` prints; `nil` if the entry is compressed or exceeds the file.
    public func contents(of entry: Entry) -> [UInt8]? {
        guard entry.method == 0, entry.dataStart <= bytes.count, entry.length <= bytes.count - entry.dataStart else {
            return nil
        }
        return Array(bytes[entry.dataStart..<entry.dataStart + entry.length])
    }
}
