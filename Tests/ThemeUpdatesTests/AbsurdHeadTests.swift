import ContentHashing
import TestSupport
import Testing
import ThemeCatalogue
import ThemeManagement
import ThemeModel

@testable import ThemeUpdates

/// Answers whose heads have absurd numbers or encodings, for each file and each way to fetch it. Whatever happens, the
/// process goes on, the old theme is in force or the new one, whole, and the next update works.
@Suite(.serialized)
struct AbsurdHeadTests {
    /// The request that is answered with an absurd head.
    enum Target: CaseIterable, Sendable {
        case list
        case signature
        case pack
        case delta
        /// The entries that the device lacks.
        case ranges
        /// The rest of a download that was cut.
        case resumedPack
        case resumedDelta

        var usesDelta: Bool { self == .delta || self == .resumedDelta }
        var isResumed: Bool { self == .resumedPack || self == .resumedDelta }
    }

    /// The part of the head that is absurd.
    enum Field: CaseIterable, Sendable {
        case status
        case length
        case lengthTwice
        case rangeStart
        case rangeEnd
        case rangeLength
        case rangeTwice
        case tag
        case contentEncoding
        case transferEncoding

        var values: [String] {
            switch self {
            case .contentEncoding: ["gzip", "deflate", "br", "zstd", "gzip, gzip, gzip", "none"]
            case .transferEncoding: ["gzip", "gzip, chunked", "gzip, gzip, chunked", "deflate, chunked", "none"]
            case .tag: AbsurdHeadTests.numbers + ["\"", "\"a\", \"b\"", "\"\(String(repeating: "a", count: 9000))\""]
            case .status, .length, .lengthTwice, .rangeStart, .rangeEnd, .rangeLength, .rangeTwice:
                AbsurdHeadTests.numbers
            }
        }
    }

    private static let worst = "9223372036854775807"
    static let numbers = [
        "0", "-1", "2147483648", "4294967295", "9223372036854770000", "9223372036854775806", worst,
        "18446744073709551616", String(repeating: "9", count: 400), "five", "", "5, 5",
    ]

    private static let defaultPack = (try? UpdateSite.pack("default")) ?? []
    private static let old = (try? pack("1.0.0")) ?? []
    private static let new = (try? pack("1.1.0")) ?? []
    private static let delta = (try? UpdateSite.delta(from: old, to: new)) ?? []

    /// A pack that is long enough to be fetched in ranges.
    private static func pack(_ version: String) throws -> [UInt8] {
        try UpdateSite.pack("year", version, count: 12, side: 96)
    }

    @Test("TR11 A head with an absurd field", arguments: Array(Target.allCases.enumerated()), Field.allCases)
    func absurd(_ target: (offset: Int, element: Target), _ field: Field) async throws {
        let (position, target) = target
        let site = try UpdateSite()
        try site.publish(["year": Self.new], deltas: target.usesDelta ? [Self.delta] : []) {
            guard target.usesDelta else { return }
            let listed = CatalogueDelta(base: ContentDigest(of: Self.old), file: try UpdateSite.file(Self.delta))
            $0.entries["year"] = try UpdateSite.entry(Self.new, deltas: [listed])
        }
        // Each value is tried for some targets, the worst one for all. `make soak` tries all of them for all.
        for (number, value) in field.values.enumerated()
        where Soak.isOn || value == Self.worst || number % 3 == position % 3 {
            site.storeName = "store-\(number)"
            try await attack(site, target, field, value)
        }
    }

    private func attack(_ site: UpdateSite, _ target: Target, _ field: Field, _ value: String) async throws {
        let path =
            switch target {
            case .list: "/app/catalogue.json"
            case .signature: "/app/catalogue.json.sig"
            case .pack, .ranges, .resumedPack: "/app/" + CatalogueFile.address(of: ContentDigest(of: Self.new))
            case .delta, .resumedDelta: "/app/" + CatalogueFile.address(of: ContentDigest(of: Self.delta))
            }
        let requests = Lock(0)
        site.server.behavior = { request, file in
            guard request.path == path, let file else { return nil }
            let number = requests.withLock { count in
                count += 1
                return count
            }
            if target.isResumed, number == 1 {
                return [.send(Array(TestServer.good(request, file).dropLast(file.count / 2)))]
            }
            return [.send(Self.answer(request, file, field, value))]
        }
        let hasOld = target == .ranges || target.usesDelta
        let embedded = [Self.defaultPack] + (hasOld ? [Self.old] : [])
        let library = try site.library(embedded)
        // Tests of lost power are elsewhere. Waiting for the disk would take most of the time.
        var calls = StoreCalls()
        calls.synchronize = { _ in 0 }
        _ = try? await site.updater(library, calls: calls).update()
        #expect(requests.withLock { $0 } > (target.isResumed ? 1 : 0))
        let version = try library.wholeVersion()
        #expect(version == "1.1.0" || version == (hasOld ? "1.0.0" : nil), "\(value)")
        site.server.behavior = nil
        let restarted = try site.library(embedded)
        let second = try await site.updater(restarted, calls: calls)
        #expect(try restarted.wholeVersion() == version, "\(value)")
        try await second.update()
        #expect(try restarted.wholeVersion() == "1.1.0", "\(value)")
    }

    /// The right answer, but for one field.
    private static func answer(
        _ request: TestServer.Request, _ file: [UInt8], _ field: Field, _ value: String
    ) -> [UInt8] {
        let range = request.range(of: file.count)
        var body = range.map { Array(file[$0]) } ?? file
        if field == .contentEncoding || field == .transferEncoding {
            for _ in 0..<value.split(separator: "gzip", omittingEmptySubsequences: false).count - 1 {
                body = TestServer.gzip(body)
            }
        }
        let (start, end) = (range?.lowerBound ?? 0, (range?.upperBound ?? file.count) - 1)
        let status = range == nil ? "200" : "206"
        var contentRange = "bytes \(start)-\(end)/\(file.count)"
        switch field {
        case .rangeStart: contentRange = "bytes \(value)-\(end)/\(file.count)"
        case .rangeEnd: contentRange = "bytes \(start)-\(value)/\(file.count)"
        case .rangeLength: contentRange = "bytes \(start)-\(end)/\(value)"
        default: break
        }
        var lines = ["HTTP/1.1 \(field == .status ? value : status) Status", "Connection: close"]
        lines.append("ETag: \(field == .tag ? value : TestServer.tag(file))")
        lines.append("Content-Range: \(contentRange)")
        if field == .rangeTwice { lines.append("Content-Range: bytes 0-\(value)/\(value)") }
        if field == .transferEncoding {
            lines.append("Transfer-Encoding: \(value)")
            if value.hasSuffix("chunked") {
                body = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
            }
        } else {
            lines.append("Content-Length: \(field == .length ? value : "\(body.count)")")
        }
        if field == .lengthTwice { lines.append("Content-Length: \(value)") }
        if field == .contentEncoding { lines.append("Content-Encoding: \(value)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
