import PackFormat
import TestSupport
import Testing
import ThemeSystem
import ThemeModel

@testable import ThemePackager
@testable import ThemeProject

@Suite("Known images")
struct KnownImagesTests {
    private static func image(_ inode: UInt64, _ size: UInt64, device: UInt64 = 0) -> KnownImage {
        KnownImage(
            stamp: FileStamp(size: size, device: device, inode: inode, modified: 1, changed: 1),
            facts: ImageFacts(size: PixelSize(width: 1, height: 1), hasAlpha: false), isSound: true)
    }

    @Test("Added images replace known images of the same inode")
    func adding() {
        var random = SeededRandom(seed: 3)
        for round in 0..<200 {
            var known = KnownImages.none
            var expected: [UInt64: UInt64] = [:]
            for step in 0..<4 {
                let count = UInt64.random(in: 0...(round % 2 == step % 2 ? 30 : 3), using: &random)
                let news = (0..<count).map { (inode: UInt64.random(in: 0..<40, using: &random), size: $0 + 1) }
                // Two entries of one inode are one file under two names, so they are equal.
                let once = Dictionary(news.map { ($0.inode, $0.size) }) { first, _ in first }
                known.add(news.map { inode, size in Self.image(inode, once[inode] ?? size) })
                expected.merge(once) { $1 }
            }
            #expect(known.count == expected.count)
            for (inode, size) in expected { #expect(known[Self.image(inode, size).stamp] == Self.image(inode, size)) }
            #expect(known[Self.image(0, 99).stamp] == nil)
        }
    }

    @Test("A recorder separates new images from confirmed ones, while many threads record")
    func recorder() {
        let known = KnownImages((0..<100).map { Self.image($0, 1) })
        let recorder = ImageRecorder(known: known, expecting: 60)
        _ = Workers.map(60, jobs: 4) { recorder.record(Self.image(UInt64($0) * 2, $0 < 50 ? 1 : 2)) }
        let records = recorder.take()
        #expect(records.isConfirmed.indices.filter { records.isConfirmed[$0] } == (0..<50).map { $0 * 2 })
        #expect(Set(records.newImages.map(\.stamp.inode)) == Set((50..<60).map { $0 * 2 }))
        var kept = known
        kept.keep(records.isConfirmed)
        #expect(kept.count == 50 && kept[Self.image(98, 1).stamp] != nil && kept[Self.image(99, 1).stamp] == nil)
        #expect(recorder.take().newImages.isEmpty)
    }

    @Test("A file of another device is another file, even with the same inode, size and times")
    func devices() throws {
        let (one, other) = (Self.image(7, 1, device: 1), Self.image(7, 1, device: 2))
        let known = KnownImages([one])
        #expect(known[one.stamp] == one && known[other.stamp] == nil)
        #expect(Observations.Answer(one.stamp) != Observations.Answer(other.stamp))
        var reader = CacheReader(Array(known.encoded(after: ContentDigest(of: [])).joined()))
        _ = try reader.digest()
        #expect(try KnownImages(from: &reader)[one.stamp] == one)
    }
}
