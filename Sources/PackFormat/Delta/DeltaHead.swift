import ThemeModel

/// The part of a delta before the data. DELTA.md draws it.
struct DeltaHead {
    static let magic: [UInt8] = [0x89, 0x54, 0x48, 0x44, 0x0D, 0x0A, 0x1A, 0x0A]
    static let version: UInt16 = 1
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

    var encoded: [UInt8] {
        let properties = theme.encodedProperties
        let length = Self.fixedLength + properties.bytes.count + script.count + 8
        var writer = ByteWriter(reserving: length)
        writer.add(raw: Self.magic)
        writer.add(Self.version)
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

    /// Returns the head, and its length.
    static func read(from delta: any ReadableBytes) throws(DeltaError) -> (head: DeltaHead, length: Int) {
        func failure(_ reason: String) -> DeltaError { DeltaError(delta.path, reason) }
        guard delta.count >= magic.count, try delta.bytes(at: 0, count: magic.count) == magic else {
            throw failure("is not a delta that 'themepack delta' made")
        }
        var fixed = DeltaReader(try delta.bytes(at: 0, count: fixedLength), path: delta.path)
        try fixed.skip(magic.count)
        let version: UInt16 = try fixed.number()
        guard version == Self.version else {
            throw failure("has version \(version); this program reads version \(Self.version)")
        }
        guard try fixed.number() as UInt16 == 0 else { throw failure("has a reserved field that is not zero") }
        let length = Int(try fixed.number() as UInt32)
        guard length >= fixedLength + 8, length <= lengthMax else { throw failure("has a head of \(length) bytes") }
        let bytes = try delta.bytes(at: 0, count: length)
        var reader = DeltaReader(bytes[16..<length - 8], path: delta.path)
        var end = DeltaReader(bytes.suffix(8), path: delta.path)
        guard try end.number() == bytes.dropLast(8).withUnsafeBytes({ XXHash64.hash($0) }) else {
            throw failure("is damaged: the checksum of its head differs")
        }
        let resultLength: UInt64 = try reader.number()
        let (base, result, contract) = (try reader.digest(), try reader.digest(), try reader.digest())
        let date = ArchiveDate(timeAndDate: try reader.number())
        let propertyCount = Int(try reader.number() as UInt32)
        let propertiesLength = Int(try reader.number() as UInt32)
        guard propertiesLength <= FormatLimits.propertiesBytes else {
            throw failure("has \(propertiesLength) bytes of properties")
        }
        let properties = try reader.bytes(propertiesLength)
        let theme: PackTheme
        do throws(PackError) {
            theme = try PackTheme(encodedProperties: properties, count: propertyCount)
        } catch {
            throw failure(error.description)
        }
        let head = DeltaHead(
            base: base, result: result, resultLength: resultLength, contract: contract, date: date, theme: theme,
            script: try reader.bytes(reader.remaining))
        return (head, length)
    }
}
