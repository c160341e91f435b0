import Testing

@testable import ThemeService

@Suite("Byte ranges")
struct ByteRangeTests {
    @Test(
        "RFC 9110, section 14",
        arguments: [
            (nil, 10, .whole), ("bytes=0-0", 10, .part(0..<1)), ("bytes=0-9", 10, .part(0..<10)),
            ("bytes=2-99", 10, .part(2..<10)), ("Bytes=9-", 10, .part(9..<10)), ("bytes= 1-2", 10, .part(1..<3)),
            ("bytes=-3", 10, .part(7..<10)), ("bytes=-99", 10, .part(0..<10)),
            ("bytes=0-99999999999999999999", 10, .part(0..<10)), ("bytes=-99999999999999999999", 10, .part(0..<10)),
            ("bytes=10-", 10, .unsatisfiable), ("bytes=10-20", 10, .unsatisfiable), ("bytes=-0", 10, .unsatisfiable),
            ("bytes=99999999999999999999-", 10, .unsatisfiable), ("bytes=0-", 0, .unsatisfiable),
            ("bytes=-1", 0, .unsatisfiable), ("bytes=3-2", 10, .whole), ("bytes=", 10, .whole), ("bytes", 10, .whole),
            ("bytes=-", 10, .whole), ("bytes=a-b", 10, .whole), ("bytes=1-2,4-5", 10, .whole),
            ("bytes=+1-2", 10, .whole), ("bytes=1--2", 10, .whole), ("bytes=１-2", 10, .whole),
            ("items=0-1", 10, .whole), ("", 10, .whole),
        ] as [(String?, Int, ByteRange)])
    func parsing(_ header: String?, _ count: Int, _ expected: ByteRange) {
        #expect(ByteRange(header, of: count) == expected)
    }
}
