import Synchronization
import TestSupport
import Testing
import ThemeModel

@testable import ThemeUI

/// A decoded image of some bytes, which counts how many of its kind exist.
private final class Bitmap: DecodedImage {
    let byteCount: Int
    private let count: Living?

    init(_ byteCount: Int, counted count: Living? = nil) {
        (self.byteCount, self.count) = (byteCount, count)
        count?.number.add(1, ordering: .relaxed)
    }

    deinit { count?.number.subtract(1, ordering: .relaxed) }
}

private final class Living: Sendable {
    let number = Atomic(0)
}

private struct Undecodable: Error {}

@Suite("Decoded images")
struct DecodedImagesTests {
    private func digest(_ number: Int) throws -> ContentDigest {
        try #require(ContentDigest(hex: String(repeating: "0", count: 60) + String(1000 + number)))
    }

    @Test("An image is decoded once, whatever theme asks for it")
    func once() throws {
        let images = DecodedImages<Bitmap>(limit: 100)
        let first = try images.image(of: digest(1)) { Bitmap(10) }
        let second = try images.image(of: digest(1)) { Bitmap(11) }
        #expect(first === second && images.count == 1 && images.byteCount == 10)
    }

    @Test("The images that were used least recently are dropped first")
    func order() throws {
        let images = DecodedImages<Bitmap>(limit: 30)
        for number in 1...3 { _ = try images.image(of: digest(number)) { Bitmap(10) } }
        _ = try images.image(of: digest(1)) { Bitmap(10) }
        _ = try images.image(of: digest(4)) { Bitmap(10) }
        var decoded: [Int] = []
        for number in [4, 3, 1, 2] {
            _ = try images.image(of: digest(number)) {
                decoded.append(number)
                return Bitmap(10)
            }
        }
        #expect(decoded == [2])
    }

    @Test("An image that is larger than the limit is returned and not kept, and drops no other")
    func large() throws {
        let images = DecodedImages<Bitmap>(limit: 30)
        _ = try images.image(of: digest(1)) { Bitmap(30) }
        let large = try images.image(of: digest(2)) { Bitmap(31) }
        #expect(large.byteCount == 31 && images.count == 1 && images.byteCount == 30)
    }

    @Test("A lower limit drops images at once; a limit of 0 keeps none")
    func limit() throws {
        let living = Living()
        let images = DecodedImages<Bitmap>(limit: 100)
        for number in 1...10 { _ = try images.image(of: digest(number)) { Bitmap(10, counted: living) } }
        #expect(living.number.load(ordering: .relaxed) == 10)
        images.limit = 35
        #expect(images.limit == 35 && images.count == 3 && images.byteCount == 30)
        #expect(living.number.load(ordering: .relaxed) == 3)
        images.limit = 0
        #expect(images.count == 0 && living.number.load(ordering: .relaxed) == 0)
        _ = try images.image(of: digest(1)) { Bitmap(1) }
        #expect(images.count == 0 && images.byteCount == 0)
    }

    @Test("Short memory drops all images, also those that nobody holds")
    func shortMemory() throws {
        let living = Living()
        let images = DecodedImages<Bitmap>(limit: 100)
        let kept = try images.image(of: digest(1)) { Bitmap(10, counted: living) }
        _ = try images.image(of: digest(2)) { Bitmap(10, counted: living) }
        images.removeAll()
        #expect(images.count == 0 && images.byteCount == 0 && images.limit == 100)
        #expect(living.number.load(ordering: .relaxed) == 1)
        let again = try images.image(of: digest(1)) { Bitmap(10, counted: living) }
        #expect(again !== kept)
    }

    @Test("An image that cannot be decoded is asked for again")
    func failure() throws {
        let images = DecodedImages<Bitmap>(limit: 100)
        let digest = try digest(1)
        #expect(throws: Undecodable.self) {
            try images.image(of: digest) { () throws(Undecodable) in throw Undecodable() }
        }
        #expect(images.count == 0)
        #expect(images.image(of: digest) { Bitmap(10) }.byteCount == 10)
    }

    @Test("Decoding may ask the cache for another image")
    func nested() throws {
        let images = DecodedImages<Bitmap>(limit: 100)
        let (outer, inner) = (try digest(1), try digest(2))
        _ = images.image(of: outer) { Bitmap(images.image(of: inner) { Bitmap(10) }.byteCount + 1) }
        #expect(images.count == 2 && images.byteCount == 21)
    }

    @Test("Any sequence of uses keeps the newest images that fit", arguments: 0..<20)
    func sequences(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let limit = Int.random(in: 0...60, using: &random)
        let images = DecodedImages<Bitmap>(limit: limit)
        var model: [(number: Int, size: Int)] = []  // the oldest first
        for _ in 0..<500 {
            let number = Int.random(in: 0..<12, using: &random)
            let size = Int.random(in: 0...25, using: &random)
            let known = model.firstIndex { $0.number == number }
            let got = try images.image(of: digest(number)) { Bitmap(size) }
            #expect(got.byteCount == known.map { model[$0].size } ?? size)
            if let known {
                model.append(model.remove(at: known))
            } else if size <= limit {
                model.append((number, size))
                while model.map(\.size).reduce(0, +) > limit { model.removeFirst() }
            }
            #expect(images.count == model.count && images.byteCount == model.map(\.size).reduce(0, +))
        }
    }

    @Test("Threads that ask at the same time get one image for a digest")
    func threads() async throws {
        let images = DecodedImages<Bitmap>(limit: 1000)
        let digests = try (0..<8).map(digest)
        let results = await withTaskGroup(of: [ObjectIdentifier].self) { group in
            for _ in 0..<8 {
                group.addTask { digests.map { digest in ObjectIdentifier(images.image(of: digest) { Bitmap(10) }) } }
            }
            return await group.reduce(into: [[ObjectIdentifier]]()) { $0.append($1) }
        }
        #expect(Set(results).count == 1 && images.byteCount == 80)
    }
}

@Suite("Scales of screens")
struct DisplayScaleTests {
    @Test(
        "A screen's scale is rounded up, and stays within 1 to 9",
        arguments: [
            (0, 1), (-1, 1), (.nan, 1), (0.5, 1), (1, 1), (1.25, 2), (2, 2), (2.625, 3), (3, 3), (9, 9), (9.5, 9),
            (.infinity, 9),
        ] as [(Double, UInt8)])
    func scale(display: Double, factor: UInt8) { #expect(Scale(displayScale: display).factor == factor) }
}
