import Foundation
import ThemeUpdates

/// A fleet of devices that follow a feed, simulated in one process, and nginx as the origin.
///
/// The stores are in memory where the system allows it, because the devices of a fleet do not share one disk.
struct FleetBenchmark: Benchmark {
    let name = "fleet"

    func rows(_ bench: Workbench) throws -> [Row] {
        guard let nginx = Nginx.program else { return [] }
        let scratch = "\(bench.scratch)/fleet"
        try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        guard let site = try FleetSite(in: scratch) else { return [] }
        Self.raiseFileLimit()
        var runs: [Int: [FleetSite.Way: Run]] = [:]
        for count in bench.fleet {
            for way in FleetSite.Way.allCases {
                runs[count, default: [:]][way] = try run(site, way, count, nginx, scratch)
            }
        }
        return bench.fleet.flatMap { count in rows(count, runs[count] ?? [:]) } + growth(bench.fleet, runs)
    }

    private struct Run {
        var seconds = 0.0
        var sent = Nginx.Sent()
        var sentByCheck = Nginx.Sent()
    }

    /// The devices that run at once. Their stores have 3 MB each, so more of them follow one another.
    private static let countAtOnce = 1000

    private func run(
        _ site: FleetSite, _ way: FleetSite.Way, _ count: Int, _ program: String, _ scratch: String
    ) throws -> Run {
        var run = Run()
        for first in stride(from: 0, to: count, by: Self.countAtOnce) {
            try add(min(Self.countAtOnce, count - first), of: site, way, program, scratch, to: &run)
        }
        guard (run.sent.parts > 0) == (way == .ranges) else {
            throw BenchmarkFailure("the fleet did not update \(way.rawValue)")
        }
        return run
    }

    private func add(
        _ count: Int, of site: FleetSite, _ way: FleetSite.Way, _ program: String, _ scratch: String, to run: inout Run
    ) throws {
        let memory = "/dev/shm"
        let parent = FileManager.default.isWritableFile(atPath: memory) ? memory : scratch
        let stores = "\(parent)/themepack-fleet-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: stores) }
        let fleet = try Fleet(site, way, stores: stores)
        let nginx = try Nginx(program, serving: site.folder, port: site.port, scratch: scratch)
        let start = ContinuousClock.now
        let updaters = try Fleet.wait { try await fleet.update(count) }
        run.seconds += (ContinuousClock.now - start) / .seconds(1)
        run.sent += try nginx.stop()
        let again = try Nginx(program, serving: site.folder, port: site.port, scratch: scratch)
        try Fleet.wait { try await fleet.check(updaters) }
        run.sentByCheck += try again.stop()
    }

    private func rows(_ count: Int, _ runs: [FleetSite.Way: Run]) -> [Row] {
        let name = "\(count) devices"
        guard let delta = runs[.delta], let ranges = runs[.ranges], let whole = runs[.whole] else { return [] }
        func bytes(_ sent: Nginx.Sent) -> Quantity { .bytes(Double(sent.bytes)) }
        return [
            Row("fleet, sent, by delta", on: name, ours: bytes(delta.sent), peer: ("whole", bytes(whole.sent))),
            Row("fleet, sent, by ranges", on: name, ours: bytes(ranges.sent), peer: ("whole", bytes(whole.sent))),
            Row("fleet, sent, checked again", on: name, ours: bytes(delta.sentByCheck)),
            Row(
                "fleet, time, by delta", on: name, ours: .seconds(delta.seconds),
                peer: ("whole", .seconds(whole.seconds))),
            Row(
                "fleet, time, by ranges", on: name, ours: .seconds(ranges.seconds),
                peer: ("whole", .seconds(whole.seconds))),
        ]
    }

    /// The bytes for a device must not depend on the number of devices.
    private func growth(_ counts: [Int], _ runs: [Int: [FleetSite.Way: Run]]) -> [Row] {
        guard let small = counts.min(), let large = counts.max(), small < large else { return [] }
        return FleetSite.Way.allCases.compactMap { way in
            guard let few = runs[small]?[way], let many = runs[large]?[way] else { return nil }
            return Row(
                "fleet, sent per device, \(way.rawValue)", on: "\(large) devices",
                ours: .bytes(Double(many.sent.bytes) / Double(large)),
                peer: ("itself, \(small)", .bytes(Double(few.sent.bytes) / Double(small))), target: .ratio(1.01))
        }
    }

    /// Each device has a connection and some files.
    private static func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
