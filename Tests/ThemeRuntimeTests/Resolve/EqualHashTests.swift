import PackFormat
import Testing
import ThemeModel

@testable import ThemeRuntime

@Suite("Keys with equal hashes")
struct EqualHashTests {
    /// Keys of 16 ASCII characters with the same XXH64. The last step of each half can be inverted, so each first half
    /// has a second half that gives a chosen hash. These are the keys that a JSON file can hold.
    private static func keys(_ count: Int) -> [String] {
        let (prime1, prime2): (UInt64, UInt64) = (0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F)
        let (prime4, prime5): (UInt64, UInt64) = (0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5)
        func inverse(_ odd: UInt64) -> UInt64 { (0..<6).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) } }
        func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
        let (inverse1, inverse2) = (inverse(prime1), inverse(prime2))
        var keys: [String] = []
        var counter: UInt64 = 0
        while keys.count < count {
            counter += 1
            let first = (0..<8).reduce(UInt64(0)) { $0 | (0x41 + (counter >> (4 * $1) & 15)) << (8 * $1) }
            let half = rotate((prime5 &+ 16) ^ (rotate(first &* prime2, 31) &* prime1), 27) &* prime1 &+ prime4
            let second = rotate((half ^ 0x1234_5678_9ABC_DEF0) &* inverse1, 33) &* inverse2
            let bytes = [first, second].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
            }
            let isPlain = bytes.allSatisfy { (0x23...0x7E).contains($0) && $0 != 0x5C && $0 != 0x2E }
            if isPlain { keys.append(String(decoding: bytes, as: UTF8.self)) }
        }
        return keys
    }

    @Test("Each key is found, an unset key is not, and no look-up visits all keys")
    func flood() {
        let keys = Self.keys(100)
        #expect(Set(keys.map { XXHash64.hash($0) }).count == 1)
        let numbers = keys.dropLast().enumerated().map { ($1, SettingValue.number(Double($0))) }
        let table = SettingsTable([(Settings(Dictionary(uniqueKeysWithValues: numbers)), .argb)])
        for (key, value) in numbers { #expect(table.setting(SettingKey(key))?.setting.value == value) }
        #expect(table.setting(SettingKey(keys[99])) == nil)
        // The settings, and the whole file.
        #expect(table.numbers.count == numbers.count + 1)
    }

    @Test("Two Unicode forms of a word are two settings, also beside keys with equal hashes", arguments: [0, 2, 100])
    func forms(_ count: Int) {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        // One object cannot contain both, but two themes of a chain can.
        var members = Dictionary(uniqueKeysWithValues: Self.keys(count).map { ($0, SettingValue.boolean(true)) })
        members[composed] = .number(1)
        let table = SettingsTable([(Settings(members), .argb), (Settings([decomposed: .number(2)]), .argb)])
        #expect(table.numbers.isEmpty == (count == 0))
        for (key, value) in [(composed, 1.0), (decomposed, 2.0)] {
            #expect(table.setting(SettingKey(key))?.setting.value == .number(value))
        }
        let other = SettingsTable([(Settings(members), .argb)])
        #expect(other.setting(SettingKey(decomposed)) == nil)
    }

    @Test("Of two settings with one path the first key counts, also beside keys with equal hashes", arguments: [0, 2])
    func equalPaths(_ count: Int) {
        var members = Dictionary(uniqueKeysWithValues: Self.keys(count).map { ($0, SettingValue.boolean(true)) })
        members["a.b"] = .number(1)
        members["a"] = .object(["b": .number(2)])
        let table = SettingsTable([(Settings(members), .argb)])
        #expect(table.setting("a.b")?.setting.value == .number(2))
    }

    @Test("Ordinary keys need no dictionary")
    func usual() {
        let members = (0..<50_000).map { ("key\($0)", SettingValue.number(Double($0))) }
        let table = SettingsTable([(Settings(Dictionary(uniqueKeysWithValues: members)), .argb)])
        #expect(table.numbers.isEmpty)
    }
}
