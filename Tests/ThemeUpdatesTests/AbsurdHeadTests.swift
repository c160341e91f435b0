import PackFormat
import ThemeSystem
import ThemeModel
import TestSupport
import Testing
import ThemeTrust
import ThemeManagement

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
        case resumedRanges

        var usesDelta: Bool { self == .delta || self == .resumedDelta }
        var isResumed: Bool { self == .resumedPack || self == .resumedDelta || self == .resumedRanges }
        /// Whether the device has the version before.
        var hasOld: Bool { usesDelta || self == .ranges || self == .resumedRanges }
    }

    /// A part of the head, and the values that take its place or follow it.
    struct Row: CustomTestStringConvertible, Sendable {
        enum Place: Equatable, Sendable {
            case status
            case field(String)
            /// Several fields that say nothing about the bytes.
            case otherFields
            case chunkSize
        }

        let testDescription: String
        let place: Place
        let values: [String]
        /// Whether the right line stays before the absurd one.
        var isTwice = false
        /// Returns the text of the field.
        var text: @Sendable (_ value: String, _ part: Range<Int>, _ length: Int) -> String = { value, _, _ in value }

        init(_ place: Place, _ name: String, _ values: [String]) {
            self.testDescription = name
            self.place = place
            self.values = values
        }

        init(
            _ name: String, _ values: [String], called what: String? = nil,
            _ text: @escaping @Sendable (String, Range<Int>, Int) -> String = { value, _, _ in value }
        ) {
            self.init(.field(name), what ?? name, values)
            self.text = text
        }

        var twice: Row {
            var row = Row(place, "\(testDescription) twice", values)
            row.isTwice = true
            row.text = text
            return row
        }
    }

    private static let worst = "9223372036854775807"
    private static let numbers = [
        "0", "-1", "2147483648", "4294967295", "9223372036854770000", "9223372036854775806", worst,
        "18446744073709551616", String(repeating: "9", count: 400), "five", "", "5, 5",
    ]
    private static let tags = numbers + ["\"", "\"a\", \"b\"", "\"\(String(repeating: "a", count: 9000))\""]
    private static let codings = numbers + ["gzip", "deflate", "br", "zstd", "gzip, gzip, gzip", "none"]
    private static let transfers =
        numbers + ["gzip", "gzip, chunked", "gzip, gzip, chunked", "deflate, chunked", "none"]
    private static let places = numbers + numbers.map { "http://127.0.0.1:\($0)/" } + ["//", "http://[::1", "http:"]
    private static let sizes = numbers + ["80000000", "7fffffffffffffff", "ffffffffffffffff", "10000000000000000"]

    private static let fields = [
        Row("Content-Length", numbers),
        Row("Content-Range", numbers, called: "the first byte of a range") { "bytes \($0)-\($1.upperBound - 1)/\($2)" },
        Row("Content-Range", numbers, called: "the last byte of a range") { "bytes \($1.lowerBound)-\($0)/\($2)" },
        Row("Content-Range", numbers, called: "the length of a range's file") { value, part, _ in
            "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(value)"
        },
        Row("ETag", tags),
        Row("Content-Encoding", codings),
        Row("Transfer-Encoding", transfers),
        Row("Location", places),
    ]
    static let rows =
        fields + fields.map { $0.twice } + [
            Row(.status, "the status", numbers), Row(.chunkSize, "the size of a chunk", sizes),
            Row(.otherFields, "fields that say nothing about the bytes", numbers),
        ]
    private static let otherFields = [
        "Accept-Ranges", "Age", "Alt-Svc", "Content-Type", "Date", "Expires", "Keep-Alive", "Last-Modified", "Refresh",
        "Retry-After", "Set-Cookie", "Strict-Transport-Security", "Trailer", "WWW-Authenticate",
    ]

    private static let defaultPack = (try? UpdateSite.pack("default")) ?? []
    private static let old = (try? pack("1.0.0")) ?? []
    private static let new = (try? pack("1.1.0")) ?? []
    private static let delta = (try? UpdateSite.delta(from: old, to: new)) ?? []

    /// A pack that is long enough to be fetched in ranges.
    private static func pack(_ version: String) throws -> [UInt8] {
        try UpdateSite.pack("year", version, count: 12, side: 48)
    }

    @Test("TR11 A head with an absurd field", arguments: Array(Target.allCases.enumerated()), rows)
    func absurd(_ target: (offset: Int, element: Target), _ row: Row) async throws {
        let (position, target) = target
        try #require(Self.new.count > PackCompletion.startLength)
        let site = try UpdateSite()
        try site.publish(["year": Self.new], deltas: target.usesDelta ? [Self.delta] : []) {
            guard target.usesDelta else { return }
            let listed = FeedDelta(base: ContentDigest(of: Self.old), file: try UpdateSite.file(Self.delta))
            $0.entries["year"] = try UpdateSite.entry(Self.new, deltas: [listed])
        }
        // Each value is tried for some targets, the worst one for all. `make soak` tries all of them for all.
        for (number, value) in row.values.enumerated()
        where Soak.isOn || value == Self.worst || number % 4 == position % 4 {
            site.storeName = "store-\(number)"
            try await attack(site, target, row, value)
        }
    }

    private func attack(_ site: UpdateSite, _ target: Target, _ row: Row, _ value: String) async throws {
        let path =
            switch target {
            case .list: "/app/feed.json"
            case .signature: "/app/feed.json.sig"
            case .pack, .ranges, .resumedPack, .resumedRanges:
                "/app/" + FeedFile.address(of: ContentDigest(of: Self.new))
            case .delta, .resumedDelta: "/app/" + FeedFile.address(of: ContentDigest(of: Self.delta))
            }
        let requests = Lock(0)
        site.server.behavior = { request, file in
            guard request.path == path, let file else { return nil }
            let number = requests.withLock { count in
                count += 1
                return count
            }
            if target.isResumed, number == 1 {
                let byteCount = request.range(of: file.count)?.count ?? file.count
                return [.send(Array(TestServer.good(request, file).dropLast(byteCount / 2)))]
            }
            return [.send(Self.answer(request, file, row, value))]
        }
        let embedded = [Self.defaultPack] + (target.hasOld ? [Self.old] : [])
        let library = try site.library(embedded)
        // Tests of lost power are elsewhere. Waiting for the disk would take most of the time.
        var disk = DiskCalls()
        disk.synchronize = { _ in 0 }
        disk.synchronizeNames = { _ in }
        _ = try? await site.updater(library, disk: disk).update()
        #expect(requests.withLock { $0 } > (target.isResumed ? 1 : 0))
        let version = try library.wholeVersion()
        #expect(version == "1.1.0" || version == (target.hasOld ? "1.0.0" : nil), "\(value)")
        #expect(row.place != .otherFields || version == "1.1.0", "\(value)")
        site.server.behavior = nil
        let restarted = try site.library(embedded)
        let second = try await site.updater(restarted, disk: disk)
        #expect(try restarted.wholeVersion() == version, "\(value)")
        try await second.update()
        #expect(try restarted.wholeVersion() == "1.1.0", "\(value)")
    }

    /// The right answer, but for one part of the head.
    private static func answer(
        _ request: TestServer.Request, _ file: [UInt8], _ row: Row, _ value: String
    ) -> [UInt8] {
        let range = request.range(of: file.count)
        let part = range ?? 0..<file.count
        var body = Array(file[part])
        var fields = ["Connection": ["close"], "ETag": [TestServer.tag(file)]]
        if range != nil { fields["Content-Range"] = ["bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.count)"] }
        var status = range == nil ? "200" : "206"
        var (chunkSize, isChunked) = (nil as String?, false)
        switch row.place {
        case .status: status = value
        case .chunkSize: (chunkSize, isChunked) = (value, true)
        case .otherFields: for name in otherFields { fields[name] = [value, "a=b; max-age=\(value)"] }
        case .field(let name):
            let right = name == "Transfer-Encoding" ? ["chunked"] : name == "Location" ? ["./x"] : fields[name] ?? []
            let text = row.text(value, part, file.count)
            fields[name] = (row.isTwice ? right : []) + [text]
            if name == "Location" { status = "302" }
            if name == "Transfer-Encoding" { isChunked = row.isTwice || value.hasSuffix("chunked") }
            if name.hasSuffix("Encoding") {
                for _ in 0..<value.split(separator: "gzip", omittingEmptySubsequences: false).count - 1 {
                    body = TestServer.gzip(body)
                }
            }
        }
        if isChunked {
            let size = chunkSize ?? String(body.count, radix: 16)
            body = Array("\(size)\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
            fields["Transfer-Encoding"] = fields["Transfer-Encoding"] ?? ["chunked"]
        } else if row.place != .field("Content-Length") || row.isTwice {
            fields["Content-Length"] = ["\(body.count)"] + (row.place == .field("Content-Length") ? [value] : [])
        }
        let lines = fields.flatMap { name, values in values.map { "\(name): \($0)" } }
        return Array((["HTTP/1.1 \(status) Status"] + lines + ["", ""]).joined(separator: "\r\n").utf8) + body
    }
}
