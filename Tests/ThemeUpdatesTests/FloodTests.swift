import Foundation
import ThemeSystem
import TestSupport
import Testing
import ThemeManagement
import ThemeModel

@testable import ThemeUpdates

/// Bytes that arrive faster than they are read.
struct FloodTests {
    #if canImport(Darwin)
        /// Whether the transport ends a transfer when its buffer is full. Otherwise the server waits.
        private static let overruns = true
        private static let transport = URLSessionTransport(byteCountMax: 3 << 14)
    #else
        private static let overruns = false
        private static let transport = SystemTransport()
    #endif

    /// A disk that needs 20 ms for each piece of a body.
    private static var slowDisk: DiskCalls {
        var disk = DiskCalls()
        disk.write = { descriptor, bytes, count in
            if count > 4096 { pause(for: .milliseconds(20)) }
            return ThemeSystem.write(descriptor, bytes, count)
        }
        return disk
    }

    #if canImport(Darwin)
        @Test("TR11 A body that nobody reads ends when the buffer is full")
        func bounded() async throws {
            let server = try TestServer()
            server.behavior = { _, _ in
                [
                    .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
                    .repeatedly([UInt8](repeating: 7, count: 1 << 20), pause: 0),
                ]
            }
            let transport = URLSessionTransport(byteCountMax: 16 << 14)
            let request = UpdateRequest(url: "http://127.0.0.1:\(server.port)/", allowsLoopback: true)
            let response = try await transport.send(request)
            // Nothing is read until the server notices the end of the connection.
            try #require(try await suspendUntil { server.endedFloods == 1 })
            var byteCount = 0
            await #expect(throws: TransferOverrun.self) {
                for try await piece in response.body { byteCount += piece.count }
            }
            #expect((1...16 << 14).contains(byteCount))
        }
    #endif

    @Test("TR11 A download that is faster than the disk waits, or requests the rest until it is complete")
    func slowDisk() async throws {
        let site = try UpdateSite()
        let new = try UpdateSite.pack("year", "1.1.0", count: 60, side: 40)
        let path = try #require(try site.publish(["year": new]).first)
        // Without an earlier version, the whole pack is fetched.
        let library = try site.library([UpdateSite.pack("default")])
        let updater = try await site.updater(library, disk: Self.slowDisk, transport: Self.transport) {
            $0.limits.resumptions = 0
        }
        #expect(try await updater.update().count == 1)
        #expect(try library.wholeVersion() == "1.1.0")
        let requests = site.server.takeRequests().filter { $0.path == path }
        #expect((requests.count > 1) == Self.overruns)
        #expect(requests.dropFirst().allSatisfy { $0.fields["range"] != nil })
    }

    @Test("Without ranges, such a download waits, or fails and leaves the themes")
    func withoutRanges() async throws {
        let site = try UpdateSite()
        let new = try UpdateSite.pack("year", "1.1.0", count: 60, side: 40)
        try site.publish(["year": new])
        site.server.behavior = { request, file in
            guard let file else { return nil }
            return [.send(TestServer.response(200, [:], file))]
        }
        let library = try site.library([UpdateSite.pack("default")])
        let updater = try await site.updater(library, disk: Self.slowDisk, transport: Self.transport)
        if Self.overruns {
            await #expect(throws: UpdateError.self) { try await updater.update() }
            #expect(try library.wholeVersion() == nil)
        }
        #expect(try await site.updater(library).update().count == 1)
    }
}
