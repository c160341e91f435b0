import TestSupport
import Testing
import ThemeModel

@Suite("A cursor over bytes")
struct ByteCursorTests {
    struct PastEnd: Error {}

    typealias Cursor = ByteCursor<PastEnd>

    private func cursor(_ bytes: [UInt8], from offset: Int = 0) -> Cursor {
        Cursor(bytes, from: offset, pastEnd: PastEnd())
    }

    @Test("Values follow each other, and numbers are little-endian")
    func values() throws {
        let digest = (0..<32).map { UInt8($0) }
        var cursor = cursor([9, 1, 2, 3, 4, 5, 6, 0xFF] + digest, from: 1)
        #expect(try cursor.number(UInt8.self) == 1)
        #expect(try cursor.number(UInt16.self) == 0x0302)
        #expect(try cursor.bytes(UInt8(2)) == [4, 5])
        #expect(try cursor.skip(1) == 6..<7)
        #expect(try cursor.number(Int8.self) == -1)
        #expect(try cursor.digest() == ContentDigest(digest))
        #expect(cursor.isAtEnd && cursor.remaining == 0 && cursor.offset == 40)
        #expect(try cursor.bytes(0) == [] && cursor.skip(0) == 40..<40)
    }

    static let reads: [(name: String, length: Int, read: @Sendable (inout Cursor) throws -> Void)] = [
        ("UInt8", 1, { _ = try $0.number(UInt8.self) }), ("Int16", 2, { _ = try $0.number(Int16.self) }),
        ("UInt32", 4, { _ = try $0.number(UInt32.self) }), ("UInt64", 8, { _ = try $0.number(UInt64.self) }),
        ("bytes", 5, { _ = try $0.bytes(5) }), ("skip", 7, { try $0.skip(7) }),
        ("digest", 32, { _ = try $0.digest() }),
    ]

    @Test("A read that the bytes do not suffice for throws, and moves nowhere", arguments: reads.indices)
    func ends(_ index: Int) throws {
        let (name, length, read) = Self.reads[index]
        for count in 0...40 {
            for offset in 0...count {
                var cursor = cursor([UInt8](repeating: 0, count: count), from: offset)
                if count - offset >= length {
                    try read(&cursor)
                    #expect(cursor.offset == offset + length, "\(name)")
                } else {
                    #expect(throws: PastEnd.self) { try read(&cursor) }
                    #expect(cursor.offset == offset, "\(name)")
                }
            }
        }
    }

    @Test(
        "A length that is negative or absurd is an end", arguments: [-1, .min, .max, Int(Int32.max), Int(UInt32.max)])
    func absurd(_ length: Int) {
        var cursor = cursor([1, 2, 3], from: 1)
        #expect(throws: PastEnd.self) { try cursor.bytes(length) }
        #expect(throws: PastEnd.self) { try cursor.skip(length) }
        #expect(throws: PastEnd.self) { try cursor.bytes(UInt64.max) }
        #expect(throws: PastEnd.self) { try cursor.bytes(UInt64(1) << 63) }
        #expect(cursor.offset == 1)
    }

    @Test("No read begins after the end")
    func beyond() {
        var cursor = cursor([1, 2, 3], from: 32)
        #expect(throws: PastEnd.self) { try cursor.number(UInt8.self) }
        #expect(throws: PastEnd.self) { try cursor.bytes(0) }
    }
}
