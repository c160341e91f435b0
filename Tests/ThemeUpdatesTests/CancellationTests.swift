import Foundation
import TestSupport
import Testing
import ThemeManagement
import ThemeSystem
import ThemeModel

@testable import ThemeUpdates

/// Apps that end, and tasks that nobody waits for any more.
@Suite(.serialized)
struct CancellationTests {
    enum Stage: CaseIterable, Sendable {
        /// The server answers at once.
        case answering
        /// The server says nothing.
        case silent
        /// The head has arrived, and the body does not end.
        case dripping
        /// There is no server.
        case absent
    }

    private static func behavior(_ stage: Stage) -> TestServer.Behavior? {
        switch stage {
        case .answering, .absent: nil
        case .silent: { _, _ in [.wait] }
        case .dripping:
            { _, _ in
                [
                    .send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)),
                    .repeatedly([UInt8](repeating: 7, count: 100), pause: 1),
                ]
            }
        }
    }

    /// Fails if `task` does not end.
    private func expectEnd(_ task: Task<Void, any Error>, _ comment: String) async throws {
        let hasEnded = Lock(false)
        let waiter = Task {
            _ = await task.result
            hasEnded.withLock { $0 = true }
        }
        try #require(try await suspendUntil { hasEnded.withLock { $0 } }, "\(comment)")
        await waiter.value
    }

    @Test("TR11 A transfer that is canceled at any moment ends", arguments: Stage.allCases)
    func transfer(_ stage: Stage) async throws {
        let server = try TestServer()
        server.behavior = Self.behavior(stage)
        server.files["/x"] = [UInt8](repeating: 1, count: 30_000)
        let transport = SystemTransport()
        let port = stage == .absent ? try LoopbackSocket.freePort() : server.port
        let request = UpdateRequest(url: "http://127.0.0.1:\(port)/x", allowsLoopback: true)
        var random = SeededRandom(seed: 9)
        for round in 0..<Soak.rounds(60, soaking: 5000) {
            let task = Task {
                let response = try await transport.send(request)
                for try await _ in response.body {}
            }
            // A third is canceled before it begins.
            if round % 3 > 0 { try await Task.sleep(for: .microseconds(Int.random(in: 0...5000, using: &random))) }
            task.cancel()
            try await expectEnd(task, "\(stage), \(round)")
        }
    }

    @Test("TR11 An update that is canceled at any moment ends, frees its store, and the next one works")
    func update() async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateSite.pack("year", "1.1.0"), "autumn": UpdateSite.pack("autumn")])
        let library = try site.library()
        var random = SeededRandom(seed: 10)
        for round in 0..<Soak.rounds(20, soaking: 500) {
            let updater = try await site.updater(library)
            let task = Task { _ = try await updater.update() }
            try await Task.sleep(for: .microseconds(Int.random(in: 0...20_000, using: &random)))
            task.cancel()
            try await expectEnd(task, "\(round)")
            #expect(["1.0.0", "1.1.0"].contains(try library.wholeVersion()))
        }
        try await site.updater(library).update()
        #expect(try library.wholeVersion() == "1.1.0")
    }
}
