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
        recorder.record(image, over: recorder.known.number(of: image.stamp).flatMap { recorder.known[$0] })
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
                if let recorded = recorder.finish(dropsOthers: false) { known = try KnownImages(recorded) }
                expected.merge(once) { $1 }
            }
            #expect(known.count == expected.count)
            for (inode, size) in expected {
                let number = try #require(known.number(of: Self.image(inode, size).stamp))
                #expect(known[number]?.image == Self.image(inode, size))
            }
            #expect(known.number(of: Self.image(0, 99).stamp) == nil)
        }
    }

    @Test("A recorder adds new images and can drop those that were not confirmed, while many threads record")
    func recorder() throws {
        let known = try KnownImages((0..<100).map { Self.image($0, 1) })
        for dropsOthers in [true, false] {
            let recorder = ImageRecorder(known: known, expecting: 60)
            _ = Workers.map(60, jobs: 4) { Self.record(Self.image(UInt64($0) * 2, $0 < 50 ? 1 : 2), by: recorder) }
            let images = try KnownImages(try #require(recorder.finish(dropsOthers: dropsOthers))).images
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
        let known = try KnownImages([one])
        #expect(known.number(of: one.stamp) == 0 && known.number(of: other.stamp) == nil)
        #expect(Observations.answer(one.stamp) != Observations.answer(other.stamp))
        #expect(known.images == [one])
    }

    @Test("Images of more than one part of the file are read as they were recorded", arguments: [4096, 8192, 10_000])
    func parts(count: UInt64) throws {
        let images = (0..<count).map { Self.image($0, $0 % 7) }
        #expect(try KnownImages(images.shuffled()).images == images)
    }

    @Test("A damaged image is unknown, and damaged rows are no known images")
    func damage() throws {
        let images = (0..<3).map { Self.image($0, 1) }
        let bytes = try KnownImages.bytes(images)
        let rows = bytes.count - 8 - 3 * 16
        // The flag that says whether an image has an alpha channel.
        let flag = ContentDigest.byteCount + MemoryLayout<FileStamp>.size + 8
        var damaged = bytes
        damaged[flag] = 2
        let known = try KnownImages(reading: damaged)
        #expect(known[0] == nil && known[1]?.image == images[1] && known[2]?.image == images[2])
        for (offset, value) in [(0, 9), (8, 0), (8, 255), (16 + 8, 255), (40, 1), (48, 4), (48, 2), (55, 255)] {
            damaged = bytes
            damaged[rows + offset] = UInt8(value)
            #expect(throws: InvalidCache.self, "\(offset)") { try KnownImages(reading: damaged) }
        }
        for count in [0, 7, 8, rows] {
            let cut = Array(bytes.prefix(ContentDigest.byteCount + count))
            #expect(throws: InvalidCache.self, "\(count)") { try KnownImages(reading: cut) }
        }
    }
}

extension KnownImages {
    init(_ images: [KnownImage]) throws { try self.init(reading: Self.bytes(images)) }

    init(_ recorded: RecordedImages) throws {
        try self.init(reading: Array(recorded.encoded(after: ContentDigest(of: [])).joined()))
    }

    /// - Parameter bytes: with a key.
    fileprivate init(reading bytes: [UInt8]) throws {
        var reader = CacheReader(bytes)
        _ = try reader.digest()
        try self.init(from: &reader)
        #expect(reader.isAtEnd)
    }

    fileprivate static func bytes(_ images: [KnownImage]) throws -> [UInt8] {
        let recorder = ImageRecorder(known: .none)
        for image in images { recorder.record(image, over: nil) }
        return Array(try #require(recorder.finish(dropsOthers: true)).encoded(after: ContentDigest(of: [])).joined())
    }

    var images: [KnownImage] { (0..<Int32(count)).compactMap { self[$0]?.image } }
}
