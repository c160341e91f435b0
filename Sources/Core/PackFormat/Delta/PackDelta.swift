package import ThemeModel
import ThemeSystem

/// The difference between two packs: the new properties, and the added, removed and changed items. Everything else of
/// the new pack is computed from these. DELTA.md defines the bytes.
package struct PackDelta: Sendable {
    private let bytes: any ReadableBytes
    private let head: DeltaHead
    private let headLength: Int

    /// The SHA-256 of the new pack.
    package var result: ContentDigest { head.result }
    /// The bytes of the new pack, as the delta states them. Applying it throws if they differ.
    package var resultLength: UInt64 { head.resultLength }

    package init(_ bytes: any ReadableBytes) throws(DeltaError) {
        self.bytes = bytes
        (head, headLength) = try DeltaHead.read(from: bytes)
    }

    /// Gives the bytes of the new pack to `write`, in order. They are complete and verified only if this returns.
    ///
    /// Cost: reading the data that is kept, and SHA-256 over the new pack. Memory: the two indexes and manifests, and
    /// the items that the delta's head lists.
    /// - Throws: ``DeltaError``; the errors of `write`.
    package func apply(to base: IndexedPack, _ write: @escaping ([UInt8]) throws -> Void) throws {
        guard base.indexDigest == head.base else {
            throw DeltaError(bytes.path, "was made for another pack than '\(base.bytes.path)'")
        }
        guard let length = Int(exactly: head.resultLength) else {
            throw DeltaError(bytes.path, "describes a pack of \(head.resultLength) bytes, more than a pack can have")
        }
        let script = try DeltaScript(head, base: base, data: bytes, dataOffset: headLength)
        let contents = PackContents(
            theme: head.theme, contract: head.contract, settings: script.settings, items: script.items,
            manifest: base.contents.manifest)
        // A line contains the path of a file, and so the prefix, and the color of a template.
        let old = base.contents.theme
        let hasSameLines =
            head.theme.imageNamePrefix == old.imageNamePrefix && head.theme.templates == old.templates
        let lines = hasSameLines ? base.manifestLines : nil
        let kept = script.kept
        let manifest = PackManifest(of: contents) { number in kept[number].flatMap { lines?[$0] } }.bytes
        let assembly = try rethrow(as: { DeltaError(bytes.path, $0.description) }) { () throws(PackError) in
            try PackAssembly(
                contents, manifest: manifest, parts: script.parts, date: head.date, length: length)
        }
        let digest = try assembly.write(base: base.bytes, addition: script.addition, write).digest
        guard digest == head.result else {
            throw DeltaError(bytes.path, "makes a pack with another SHA-256 than it states, from '\(base.bytes.path)'")
        }
    }
}

/// The part of a delta before the data. DELTA.md draws it.
struct DeltaHead {
    static let version: UInt16 = 3
    /// The bytes before the properties.
    static let fixedLength = 132
    /// This bounds the memory for a delta. A head that adds 100,000 images needs a fifth.
    static let lengthMax = 1 << 24

    /// The SHA-256 of the index of the pack that the delta changes.
    var base: ContentDigest
    /// The SHA-256 of the new pack.
    var result: ContentDigest
    var resultLength: UInt64
    var contract: ContentDigest
    var date: ArchiveDate
    var theme: PackTheme
    /// The operations on the settings, the images and the resources.
    var script: [UInt8]
    var hasPatches = false

    var encoded: [UInt8] {
        let properties = theme.encodedProperties
        let length = Self.fixedLength + properties.bytes.count + script.count + 8
        var writer = ByteWriter(reserving: length)
        writer.add(raw: FileSignature.delta)
        writer.add(hasPatches ? Self.version : theme.templates.isEmpty ? 1 : 2 as UInt16)
        writer.add(UInt16(0))
        writer.add(UInt32(length))
        writer.add(resultLength)
        writer.add(base)
        writer.add(result)
        writer.add(contract)
        writer.add(date.timeAndDate)
        writer.add(UInt32(properties.count))
        writer.add(UInt32(properties.bytes.count))
        writer.add(raw: properties.bytes)
        writer.add(raw: script)
        writer.add(writer.bytes.withUnsafeBytes { XXHash64.hash($0) })
        return writer.bytes
    }

    static func read(from delta: any ReadableBytes) throws(DeltaError) -> (head: DeltaHead, length: Int) {
        func failure(_ reason: String) -> DeltaError { DeltaError(delta.path, reason) }
        let signature = FileSignature.delta
        guard delta.count >= signature.count, try delta.bytes(at: 0, count: signature.count) == signature else {
            throw failure("is not a delta that 'themepack delta' made")
        }
        var fixed = DeltaReader(try delta.bytes(at: 0, count: fixedLength), path: delta.path)
        try fixed.skip(signature.count)
        let version: UInt16 = try fixed.number()
        guard version > 0, version <= Self.version else {
            throw failure("has version \(version); this program reads versions up to \(Self.version)")
        }
        guard try fixed.number() as UInt16 == 0 else { throw failure("has a reserved field that is not zero") }
        let length = Int(clamping: try fixed.number() as UInt32)
        guard length >= fixedLength + 8, length <= lengthMax else { throw failure("has a head of \(length) bytes") }
        let bytes = try delta.bytes(at: 0, count: length)
        var reader = DeltaReader(bytes[16..<length - 8], path: delta.path)
        var end = DeltaReader(bytes.suffix(8), path: delta.path)
        guard try end.number() == bytes.dropLast(8).withUnsafeBytes({ XXHash64.hash($0) }) else {
            throw failure("is damaged: the checksum of its head differs")
        }
        let resultLength: UInt64 = try reader.number()
        let base = try reader.digest()
        let result = try reader.digest()
        let contract = try reader.digest()
        let date = ArchiveDate(timeAndDate: try reader.number())
        let propertyCount = Int(clamping: try reader.number() as UInt32)
        let propertiesLength = Int(clamping: try reader.number() as UInt32)
        guard propertiesLength <= FormatLimits.propertiesBytes else {
            throw failure("has \(propertiesLength) bytes of properties")
        }
        let properties = try reader.bytes(propertiesLength)
        let theme = try rethrow(as: { failure($0.description) }) { () throws(PackError) in
            try PackTheme(encodedProperties: properties, count: propertyCount)
        }
        let head = DeltaHead(
            base: base, result: result, resultLength: resultLength, contract: contract, date: date, theme: theme,
            script: try reader.bytes(reader.remaining), hasPatches: version == Self.version)
        return (head, length)
    }
}

typealias DeltaReader = ByteCursor<DeltaError>

extension ByteCursor<DeltaError> {
    init(_ bytes: some Collection<UInt8>, path: String) {
        self.init(Array(bytes), pastEnd: DeltaError(path, "is damaged: its head ends too early"))
    }

    /// Reads a number of variable length: seven bits a byte, the lowest first; the highest bit is set in all but the
    /// last byte. It must be written with the fewest bytes, and be below 2^32.
    mutating func varint() throws(DeltaError) -> Int {
        var value: UInt64 = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            let byte = try number(UInt8.self)
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte & 0x80 == 0 {
                guard byte != 0 || shift == 0, value <= UInt64(UInt32.max), let number = Int(exactly: value) else {
                    throw damaged("a number is too large, or too long")
                }
                return number
            }
        }
        throw damaged("a number is too large, or too long")
    }

    func damaged(_ reason: String) -> DeltaError { DeltaError(pastEnd.path, "is damaged: \(reason)") }
}

extension ByteWriter {
    /// - Parameter number: not negative.
    mutating func add(varint number: Int) {
        var rest = number
        while rest > 0x7F {
            add(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        add(UInt8(truncatingIfNeeded: rest))
    }
}
