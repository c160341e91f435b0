import ThemeModel
import ThemeSystem
import TestSupport
import Testing
import ThemeTrust

@testable import PackFormat
@testable import ThemeUpdates

/// The bytes of a file go to the disk piece by piece, so memory does not depend on its length.
struct StreamingTests {
    /// Gives out a piece of a body only when it is requested.
    private final class Transport: UpdateTransport {
        static let pieceLength = 1000

        let files: [String: [UInt8]]
        /// The number of bytes that the store has written.
        let written: ByteCount
        /// The most bytes of one body that were given out, but not written, when the next piece was requested.
        let waiting = Lock(0)
        let longestBody = Lock(0)
        /// The length after which the first long body ends, as if it had arrived faster than it was read.
        let overrun: Lock<Int>

        init(_ files: [String: [UInt8]], written: ByteCount, overrun: Int) {
            (self.files, self.written) = (files, written)
            self.overrun = Lock(overrun)
        }

        func send(_ request: UpdateRequest) async throws -> UpdateResponse {
            let file = files[request.url.components(separatedBy: "?")[0]] ?? []
            let range = request.range.map { Int($0.lowerBound)..<Int($0.upperBound) }
            var fields = ["etag": "\"\(file.count)\""]
            if let range { fields["content-range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)" }
            let body = file[range ?? file.indices]
            // The feed and the start of a pack, which contains the index, are read into memory.
            let isFeed = request.url.contains("feed.json")
            let isStored = !isFeed && range?.lowerBound != 0
            if isStored { longestBody.withLock { $0 = max($0, body.count) } }
            let (given, before) = (ByteCount(), written.value)
            return UpdateResponse(
                status: range == nil ? 200 : 206, fields: fields,
                body: AsyncThrowingStream { [self] in
                    let start = given.value
                    if isStored {
                        let rest = start - (written.value - before)
                        waiting.withLock { $0 = max($0, rest) }
                        let isOverrun = overrun.withLock { overrun in
                            defer { if start >= overrun { overrun = .max } }
                            return start >= overrun
                        }
                        if isOverrun { throw TransferOverrun() }
                    }
                    let piece = Array(body.dropFirst(start).prefix(Self.pieceLength))
                    given.add(piece.count)
                    return piece.isEmpty ? nil : piece
                })
        }
    }

    enum Way: CaseIterable { case delta, ranges, whole }

    @Test("TR9 Each piece is written before the next one is read", arguments: Way.allCases, [Int.max, 5000])
    func streamed(_ way: Way, _ overrun: Int) async throws {
        let site = try UpdateSite()
        func pack(_ version: String) throws -> [UInt8] {
            try UpdateSite.pack("year", version, changed: 12, count: 60, side: 64)
        }
        let (old, new) = (try pack("1.0.0"), try pack("1.1.0"))
        let delta = try UpdateSite.delta(from: old, to: new)
        try site.publish(["year": new], deltas: [delta]) {
            let listed = FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file(delta))
            $0.entries["year"] = try UpdateSite.entry(new, deltas: way == .delta ? [listed] : [])
        }
        let written = ByteCount()
        var disk = DiskCalls()
        disk.write = { descriptor, bytes, count in
            written.add(count)
            return ThemeSystem.write(descriptor, bytes, count)
        }
        var files: [String: [UInt8]] = [:]
        for (path, file) in site.server.files { files["http://127.0.0.1:\(site.server.port)\(path)"] = file }
        let transport = Transport(files, written: written, overrun: overrun)
        let library = try site.library([UpdateSite.pack("default")] + (way == .whole ? [] : [old]))
        let updater = try await site.updater(library, disk: disk, transport: transport)
        #expect(try await updater.update().count == 1)
        #expect(try library.wholeVersion() == "1.1.0")
        let (waiting, longest) = (transport.waiting.withLock { $0 }, transport.longestBody.withLock { $0 })
        #expect(waiting == 0 && longest >= 20 * Transport.pieceLength, "\(waiting) of \(longest) bytes")
        #expect(way == .whole || longest < new.count / 2)
        // The transfer that ended was continued.
        #expect(transport.overrun.withLock { $0 } == .max)
    }
}
