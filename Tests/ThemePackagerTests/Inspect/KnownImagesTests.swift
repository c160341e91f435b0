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

    private static func record(_ image: KnownImage, by recorder: ImageRecorder) {
        recorder.record(image, over: recorder.known.number(of: image.stamp))
    }

    @Test("New images replace known images of the same inode")
    func adding() throws {
        var random = SeededRandom(seed: 3)
        for round in 0..<200 {
            var known = KnownImages.none
            var expected: [UInt64: UInt64] = [:]
            for step in 0..<4 {
                let count = UInt64.random(in: 0...(round % 2 == step % 2 ? 30 : 3), using: &random)
                let news = (0..<count).map { (inode: UInt64.random(in: 0..<40, using: &random), size: $0 + 1) }
                // Two entries of one inode are one file under two names, so they are equal.
                let once = Dictionary(news.map { ($0.inode, $0.size) }) { first, _ in first }
                let recorder = ImageRecorder(known: known)
                for (inode, size) in news { Self.record(Self.image(inode, once[inode] ?? size), by: recorder) }
                known = recorder.finish(dropsOthers: false).map { KnownImages(images: Array($0)) } ?? known
                expected.merge(once) { $1 }
            }
            #expect(known.count == expected.count)
            for (inode, size) in expected {
                let number = try #require(known.number(of: Self.image(inode, size).stamp))
                #expect(known[number] == Self.image(inode, size))
            }
            #expect(known.number(of: Self.image(0, 99).stamp) == nil)
        }
    }

    @Test("A recorder adds new images and can drop those that were not confirmed, while many threads record")
    func recorder() throws {
        let known = KnownImages(images: (0..<100).map { Self.image($0, 1) })
        for dropsOthers in [true, false] {
            let recorder = ImageRecorder(known: known, expecting: 60)
            _ = Workers.map(60, jobs: 4) { Self.record(Self.image(UInt64($0) * 2, $0 < 50 ? 1 : 2), by: recorder) }
            let images = Array(try #require(recorder.finish(dropsOthers: dropsOthers)))
            let others = dropsOthers ? [] : (0..<50).map { Self.image(UInt64($0) * 2 + 1, 1) }
            let recorded = (0..<60).map { Self.image(UInt64($0) * 2, $0 < 50 ? 1 : 2) }
            #expect(images == (recorded + others).sorted { $0.stamp.inode < $1.stamp.inode })
        }
        let idle = ImageRecorder(known: known)
        Self.record(Self.image(98, 1), by: idle)
        #expect(idle.finish(dropsOthers: true) == nil)
    }

    @Test("A file of another device is another file, even with the same inode, size and times")
    func devices() throws {
        let (one, other) = (Self.image(7, 1, device: 1), Self.image(7, 1, device: 2))
        let known = KnownImages(images: [one])
        #expect(known.number(of: one.stamp) == 0 && known.number(of: other.stamp) == nil)
        #expect(Observations.answer(one.stamp) != Observations.answer(other.stamp))
        let recorder = ImageRecorder(known: .none)
        recorder.record(one, over: nil)
        let recorded = try #require(recorder.finish(dropsOthers: true))
        var reader = CacheReader(Array(recorded.encoded(after: ContentDigest(of: [])).joined()))
        _ = try reader.digest()
        #expect(try KnownImages(from: &reader).images == [one])
    }
}
