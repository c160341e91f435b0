import Foundation
import TestSupport
import Testing

@testable import PackFormat
@testable import ThemeModel
@testable import ThemeRuntime

@Suite("Untrusted packs")
struct UntrustedFileTests {
    let bytes: [UInt8]
    let names: [(String, Scale)] = [
        ("common/button", .one), ("common/button", .two), ("tabbar/home", .three), ("tabbar/none", .one),
        ("../etc/passwd", .one),
    ]

    init() throws {
        let path = try #require(try MountTests.smallPacks()["default"])
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// All answers of a pack; `nil` for each that throws.
    private func answers(_ bytes: [UInt8]) -> [String?]? {
        guard let pack = try? ThemePack(copying: bytes, path: "test.zip", mode: .checkedWhenRead) else { return nil }
        guard let theme = try? ThemeLibrary(default: pack).defaultTheme else { return nil }
        var answers: [String?] = names.map { name, scale in
            do throws(ThemeError) {
                guard let image = try theme.image(ImageKey(name), scale: scale) else { return "nil" }
                let digest = try image.bytes().data.withUnsafeBytes { XXHash64.hash($0) }
                return "\(image.name) \(image.pixelSize) \(image.scale) \(image.origin) \(digest) \(image.digest)"
            } catch {
                #expect(!error.reason.isEmpty && error.path == "test.zip")
                return nil
            }
        }
        _ = names.map { theme.explain($0.0, scale: $0.1).description }
        for key in ["Color.background", "Color.none"] as [SettingKey] {
            do { answers.append(try theme.color(key)?.description ?? "nil") } catch { answers.append(nil) }
        }
        do { answers.append(try theme.resource("fonts/title.ttf") == nil ? "nil" : "?") } catch { answers.append(nil) }
        _ = try? pack.contents()
        return answers
    }

    @discardableResult
    private func expectSoundOrRefused(_ damaged: [UInt8], _ sound: [String?], _ what: String) -> Int {
        guard let answers = answers(damaged) else { return 0 }
        for (answer, expected) in zip(answers, sound) where answer != nil && answer != expected {
            Issue.record("\(what): \(answer ?? "") instead of \(expected ?? "")")
        }
        return answers.count { $0 != nil }
    }

    @Test("A truncated pack is rejected")
    func truncation() {
        for length in 0..<bytes.count {
            let cut = Array(bytes[..<length])
            for mode in [MountMode.trusted, .checkedWhenRead] {
                #expect(throws: ThemeError.self) { try ThemePack(copying: cut, path: "cut.zip", mode: mode) }
            }
        }
        #expect(throws: ThemeError.self) {
            try ThemePack(copying: bytes + [0], path: "longer.zip", mode: .checkedWhenRead)
        }
    }

    @Test("A flipped bit in the index throws or changes nothing")
    func indexFlips() throws {
        let sound = try #require(answers(bytes))
        #expect(sound.allSatisfy { $0 != nil })
        let length = Int(
            UInt32(
                littleEndian: bytes.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: PackIndex.start + 24, as: UInt32.self)
                }))
        for bit in 0..<(PackIndex.start + length) * 8 {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            expectSoundOrRefused(flipped, sound, "bit \(bit)")
        }
    }

    @Test("A flipped bit elsewhere throws or changes nothing")
    func otherFlips() throws {
        let sound = try #require(answers(bytes))
        var random = SeededRandom(seed: 3)
        var answered = 0
        for _ in 0..<1000 {
            let offset = Int.random(in: PackIndex.start..<bytes.count, using: &random)
            var flipped = bytes
            flipped[offset] ^= UInt8.random(in: 1...255, using: &random)
            answered += expectSoundOrRefused(flipped, sound, "byte \(offset)")
        }
        #expect(answered > 1000)
    }

    @Test("Counts that exceed the index allocate nothing")
    func counts() throws {
        for field in [36, 40, 44] {
            var forged = bytes
            for byte in 0..<4 { forged[PackIndex.start + field + byte] = 0xFF }
            resealHeader(&forged)
            let error = #expect(throws: ThemeError.self) {
                try ThemePack(copying: forged, path: "forged.zip", mode: .checkedWhenRead)
            }
            guard case .damaged("forged.zip", nil, let reason) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(try Sentences.mismatch(reason, of: "counts that exceed the index", in: "runtime") == nil)
        }
    }

    /// Corrects the checksum of a changed header, as an attacker would.
    private func resealHeader(_ bytes: inout [UInt8]) {
        let length = bytes.withUnsafeBytes {
            Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: PackIndex.start + 12, as: UInt32.self)))
        }
        let end = PackIndex.start + length - 8
        let sum = bytes.withUnsafeBytes { XXHash64.hash(UnsafeRawBufferPointer(rebasing: $0[PackIndex.start..<end])) }
        for byte in 0..<8 { bytes[end + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
    }

    @Test("Forged headers are rejected or harmless")
    func forgedHeaders() throws {
        var random = SeededRandom(seed: 4)
        let sound = try #require(answers(bytes))
        for _ in 0..<4000 {
            var forged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let offset = PackIndex.start + Int.random(in: 16..<220, using: &random)
                forged[offset] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            resealHeader(&forged)
            _ = answers(forged)
        }
        #expect(answers(bytes) == sound)
    }
}
