import PackFormat
import ThemeModel
import ThemeProject

struct PastRun: Sendable {
    var observations: Observations
    var verification: Verification
    var packs: [RecordedPack] = []
    var date = ArchiveDate.earliest

    struct RecordedPack: Sendable {
        var name: String
        var digest: ContentDigest
        var stamp: FileStamp
    }
}

extension PastRun {
    func write(to writer: inout ByteWriter) {
        writer.add(UInt64(verification.themeCount))
        writer.add(UInt64(verification.imageCount))
        writer.add(verification.findings) { writer, finding in finding.write(to: &writer) }
        writer.add(date.timeAndDate)
        writer.add(packs) { writer, pack in
            writer.add(pack.name)
            writer.add(pack.digest)
            writer.add(pack.stamp)
        }
        observations.write(to: &writer)
    }

    init(from reader: inout CacheReader) throws(InvalidCache) {
        let (themes, images) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
        // Reports add the counts. The sum of larger counts could overflow.
        guard max(themes, images) <= UInt32.max else { throw InvalidCache() }
        let findings = try reader.list { reader throws(InvalidCache) in try Finding(from: &reader) }
        verification = Verification(
            findings: findings, themeCount: Int(themes), imageCount: Int(images))
        verification.isFromCache = true
        let stamp = try reader.number(UInt32.self)
        date = ArchiveDate(time: UInt16(truncatingIfNeeded: stamp), date: UInt16(truncatingIfNeeded: stamp >> 16))
        packs = try reader.list { reader throws(InvalidCache) in
            RecordedPack(name: try reader.text(), digest: try reader.digest(), stamp: try reader.stamp())
        }
        observations = try Observations(from: &reader)
        guard reader.isAtEnd else { throw InvalidCache() }
    }
}
