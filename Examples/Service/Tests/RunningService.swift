import Foundation
import Synchronization
import Testing

/// The service as a process of its own, on a free port.
final class RunningService: Sendable {
    let port: Int
    private let process: Mutex<Process>
    private let log: String

    /// Beside the tests, in the build folder.
    static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("ThemeService")
    }

    init(_ folder: String) async throws {
        log = FileManager.default.temporaryDirectory.path + "/themepack-service-\(UUID().uuidString).log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let process = Process()
        process.executableURL = Self.program
        process.arguments = ["--port", "0", folder]
        process.standardOutput = FileHandle(forWritingAtPath: log)
        process.standardError = FileHandle(forWritingAtPath: log)
        try process.run()
        port = try await Self.port(in: log)
        self.process = Mutex(process)
    }

    deinit {
        process.withLock { if $0.isRunning { $0.terminate() } }
        try? FileManager.default.removeItem(atPath: log)
    }

    /// The port that the service prints once it listens.
    private static func port(in log: String) async throws -> Int {
        var port: Int?
        try await suspendUntil {
            let text = try String(contentsOfFile: log, encoding: .utf8)
            port = text.firstMatch(of: #/listening on [^:]*:(\d+)/#).flatMap { Int($0.1) }
            return port != nil
        }
        return try #require(port)
    }

    /// Waits until a condition holds. What takes milliseconds elsewhere takes minutes on a slow machine that has other
    /// work.
    @discardableResult
    private static func suspendUntil(_ condition: () throws -> Bool) async throws -> Bool {
        for _ in 0..<30_000 {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    func signal(_ number: Int32) { process.withLock { _ = kill($0.processIdentifier, number) } }

    /// The most memory that the service has had, in bytes; `nil` where it is unknown.
    var memory: Int? {
        let id = process.withLock { $0.processIdentifier }
        let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
        return status?.firstMatch(of: #/VmHWM:\s+(\d+) kB/#).flatMap { Int($0.1) }.map { $0 << 10 }
    }

    var isRunning: Bool { process.withLock { $0.isRunning } }

    /// The exit status; `nil` if the process does not end.
    func exitStatus() async throws -> Int32? {
        try await Self.suspendUntil { !isRunning }
        return process.withLock { $0.isRunning ? nil : $0.terminationStatus }
    }

    /// Sends a request over a connection of its own.
    func get(_ path: String, method: String = "GET", _ headers: [String: String] = [:]) throws -> Answer {
        try Connection(port: port).request(method, path, headers)
    }

    /// Repeats a request until its answer is as expected.
    func wait(for path: String, _ isExpected: (Answer) -> Bool) async throws {
        let isThere = try await Self.suspendUntil { isExpected(try get(path)) }
        #expect(isThere, "\(path) did not change")
    }
}
