import Foundation
import ThemeUpdates

/// Many updaters in this process, each with a library, a store and a transport of its own.
struct Fleet: Sendable {
    private let library: @Sendable () throws -> ThemeLibrary
    private let source: UpdateSource
    private let stores: String
    private let expected: String

    init(_ site: FleetSite, _ way: FleetSite.Way, stores: String) throws {
        let defaults = site.defaults
        let old = site.old
        library = {
            let library = try ThemeLibrary(default: defaults)
            // Without an earlier version there is neither a delta nor anything to complete.
            if way != .whole { try library.add(old) }
            return library
        }
        (source, self.stores, expected) = (try site.source(way), stores, site.newVersion)
    }

    /// Updates all devices at once. Returns the updaters, which have shown the new version.
    func update(_ count: Int) async throws -> [ThemeUpdater] {
        try await withThrowingTaskGroup(of: ThemeUpdater.self) { group in
            for number in 0..<count {
                group.addTask {
                    let library = try library()
                    let updater = await ThemeUpdater(library, following: source, store: "\(stores)/\(number)")
                    try await updater.update()
                    guard library.theme("year")?.version.description == expected else {
                        throw BenchmarkFailure("an updater does not show \(expected)")
                    }
                    return updater
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Checks an unchanged feed with all updaters at once.
    func check(_ updaters: [ThemeUpdater]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for updater in updaters {
                group.addTask {
                    guard try await updater.check().isEmpty else { throw BenchmarkFailure("an update was left") }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Waits for an asynchronous operation. The main thread does nothing else meanwhile.
    static func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        Task.detached {
            do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
            done.signal()
        }
        done.wait()
        guard let result = box.result else { throw BenchmarkFailure("nothing was measured") }
        return try result.get()
    }

    /// Unchecked, because the semaphore orders the only write before the only read.
    private final class Box<Value: Sendable>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }
}
