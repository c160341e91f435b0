import ThemeSystem
import ThemeModel
import Foundation
import TestSupport
import Testing
import ThemeTrust
import ThemeManagement

@testable import ThemeUpdates

/// Attacks on the answers to requests for a part of a pack. Whatever happens, the old theme is in force or the new one,
/// whole, and the next check works.
@Suite(.serialized)
struct RangeAttackTests {
    /// The use of the requested parts.
    enum Parts: CaseIterable, Sendable {
        /// The entries that the device lacks.
        case entries
        /// A download that was cut.
        case download
    }

    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Whether the new theme is in force after it, because the whole pack was fetched; `nil` for either.
        var succeeds: Bool? = true
        /// Returns the answer for a range. `number` counts the attacked answers.
        let answer: @Sendable (_ range: Range<Int>, _ file: [UInt8], _ number: Int) -> [TestServer.Action]
    }

    static let new = (try? pack("1.1.0")) ?? []

    private static func pack(_ version: String) throws -> [UInt8] {
        try UpdateSite.pack("year", version, count: 12, side: 96)
    }

    /// A 206 with these fields in place of the right ones.
    private static func part(
        _ range: Range<Int>, _ file: [UInt8], _ fields: [String: String?] = [:], body: [UInt8]? = nil,
        length: Int? = nil
    ) -> [TestServer.Action] {
        var all = [
            "ETag": TestServer.tag(file),
            "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)",
        ]
        for (name, value) in fields { all[name] = value }
        return [.send(TestServer.response(206, all, body ?? Array(file[range]), length: length))]
    }

    static let attacks: [Attack] = [
        Attack(testDescription: "200 for 206") { _, file, _ in
            [.send(TestServer.response(200, ["ETag": TestServer.tag(file)], file))]
        },
        Attack(testDescription: "416") { _, _, _ in [.send(TestServer.response(416, [:], []))] },
        Attack(testDescription: "another range") { range, file, _ in
            part(range, file, ["Content-Range": "bytes 0-9/\(file.count)"], body: Array(file[..<10]))
        },
        Attack(testDescription: "a range without its field") { range, file, _ in
            part(range, file, ["Content-Range": nil as String?])
        },
        Attack(testDescription: "the length of another file") { range, file, _ in
            part(range, file, ["Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count + 1)"])
        },
        Attack(testDescription: "another tag each time") { range, file, number in
            part(range, file, ["ETag": "\"\(number)\""])
        },
        Attack(testDescription: "gzip though identity was asked") { range, file, _ in
            part(range, file, ["Content-Encoding": "gzip"])
        },
        Attack(testDescription: "a length near the largest number") { range, file, _ in
            part(range, file, length: 9_223_372_036_854_770_000)
        },
        Attack(testDescription: "a longer part", succeeds: nil) { range, file, _ in
            part(range, file, body: file[range] + [0])
        },
        Attack(testDescription: "a shorter part", succeeds: nil) { range, file, _ in
            part(range, file, body: file[range].dropLast())
        },
        Attack(testDescription: "wrong bytes", succeeds: nil) { range, file, _ in
            let zeros = [UInt8](repeating: 0, count: range.count)
            return part(range, file, body: range.lowerBound == 0 ? nil : zeros)
        },
        Attack(testDescription: "a cut part", succeeds: nil) { range, file, _ in
            part(range, file, body: Array(file[range].prefix(range.count / 2)), length: range.count)
        },
        Attack(testDescription: "a reset", succeeds: nil) { _, _, _ in [.reset] },
    ]

    @Test("TR11 A part", arguments: attacks, Parts.allCases)
    func part(_ attack: Attack, _ parts: Parts) async throws {
        let site = try UpdateSite()
        let path = try #require(try site.publish(["year": Self.new]).first)
        let attacked = Lock(0)
        site.server.behavior = { request, file in
            guard request.path == path, let file else { return nil }
            guard let range = request.range(of: file.count) else {
                // The first answer for the whole pack is cut. The rest is requested as a range.
                let isFirst = parts == .download && attacked.withLock { $0 == 0 }
                return isFirst ? [.send(Array(TestServer.good(request, file).dropLast(3000)))] : nil
            }
            let number = attacked.withLock { count in
                count += 1
                return count
            }
            return attack.answer(range, file, number)
        }
        let embedded = [try UpdateSite.pack("default")] + (parts == .entries ? [try Self.pack("1.0.0")] : [])
        let library = try site.library(embedded)
        let updater = try await site.updater(library)
        _ = try? await updater.update()
        #expect(attacked.withLock { $0 } > 0)
        let version = try library.wholeVersion()
        if let succeeds = attack.succeeds { #expect(succeeds == (version == "1.1.0")) }
        #expect(version == "1.1.0" || version == (parts == .entries ? "1.0.0" : nil))
        site.server.behavior = nil
        let restarted = try site.library(embedded)
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == version)
        try await second.update()
        #expect(try restarted.wholeVersion() == "1.1.0")
    }
}
