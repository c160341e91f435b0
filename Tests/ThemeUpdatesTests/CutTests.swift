import ThemeSystem
import ThemeModel
import Foundation
import TestSupport
import Testing
import ThemeTrust

@testable import ThemeUpdates

/// Connections that end after any byte of any file.
struct CutTests {
    /// Serves files from memory. Of one of them it sends only the first bytes, then the connection ends.
    private final class Transport: UpdateTransport {
        let files: [String: [UInt8]]
        let cutPath: String
        let cut: Int
        let hasCut = Lock(false)

        init(_ site: UpdateSite, cutting path: String, at cut: Int) {
            var files: [String: [UInt8]] = [:]
            for (path, file) in site.server.files { files["http://127.0.0.1:\(site.server.port)\(path)"] = file }
            (self.files, cutPath, self.cut) = (files, "http://127.0.0.1:\(site.server.port)\(path)", cut)
        }

        func send(_ request: UpdateRequest) async throws -> UpdateResponse {
            let url = request.url.components(separatedBy: "?")[0]
            guard let file = files[url] else {
                return UpdateResponse(status: 404, fields: [:], body: AsyncThrowingStream { nil })
            }
            let range = request.range.map { Int($0.lowerBound)..<Int($0.upperBound) } ?? file.indices
            var fields = ["etag": "\"\(ContentDigest(of: file))\"", "content-length": "\(range.count)"]
            if request.range != nil {
                fields["content-range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.count)"
            }
            let isCut = url == cutPath && range.contains(cut)
            if isCut { hasCut.withLock { $0 = true } }
            let (body, error) = (Array(file[isCut ? range.lowerBound..<cut : range]), URLError(.networkConnectionLost))
            let isSent = Lock(body.isEmpty)
            return UpdateResponse(
                status: request.range == nil ? 200 : 206, fields: fields,
                body: AsyncThrowingStream {
                    if isSent.withLock({ sent in
                        defer { sent = true }; return !sent
                    }) {
                        return body
                    }
                    if isCut { throw error }
                    return nil
                })
        }
    }

    enum File: CaseIterable, Sendable { case signature, feed, delta, pack }

    @Test("TR11 Whatever byte a connection ends after, the next update works", arguments: File.allCases)
    func cut(_ file: File) async throws {
        let (old, new) = (try UpdateSite.pack(count: 2), try UpdateSite.pack("year", "1.1.0", count: 2))
        let delta = try UpdateSite.delta(from: old, to: new)
        let usesDelta = file == .delta
        var (cut, length) = (0, 1)
        while cut < length {
            let site = try UpdateSite()
            let paths = try site.publish(["year": new], deltas: [delta]) {
                let listed = FeedDelta(base: ContentDigest(of: old), file: try UpdateSite.file(delta))
                $0.entries["year"] = try UpdateSite.entry(new, deltas: usesDelta ? [listed] : [])
            }
            let path =
                switch file {
                case .signature: "/app/feed.json.sig"
                case .feed: "/app/feed.json"
                case .pack: paths[0]
                case .delta: paths[1]
                }
            length = site.server.files[path]?.count ?? 0
            let packs = [try UpdateSite.pack("default"), old]
            let transport = Transport(site, cutting: path, at: cut)
            let library = try site.library(packs)
            await #expect(throws: UpdateError.self) { try await site.updater(library, transport: transport).update() }
            #expect(transport.hasCut.withLock { $0 })
            #expect(try library.wholeVersion() == "1.0.0", "\(cut)")
            let whole = Transport(site, cutting: path, at: .max)
            let restarted = try site.library(packs)
            #expect(try await site.updater(restarted, transport: whole).update().count == 1, "\(cut)")
            #expect(try restarted.wholeVersion() == "1.1.0", "\(cut)")
            cut = cut == length - 1 ? length : min(cut + (Soak.isOn ? 1 : 149), length - 1)
        }
    }
}
