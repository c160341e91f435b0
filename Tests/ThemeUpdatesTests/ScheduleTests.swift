import Foundation
import TestSupport
import Testing
import ThemeModel
import ThemeSystem
import ThemeTrust

@testable import ThemeUpdates

struct ScheduleTests {
    private let schedule = UpdateSchedule()

    @Test("After a success, devices spread over a half of the interval", arguments: [0.0, 0.5, 1.0])
    func spread(_ random: Double) {
        let wait = schedule.wait(after: nil, failures: 0, random: random)
        #expect(wait == schedule.interval * (0.75 + 0.5 * random))
        // An error that another attempt cannot repair is not retried sooner.
        let refused = UpdateError.insecure(url: "")
        #expect(schedule.wait(after: refused, failures: 3, random: random) == wait)
    }

    @Test("Retries come later and later, up to the interval, and never at one time")
    func retries() {
        let lost = UpdateError.unreachable(url: "", reason: "")
        for failures in 1...200 {
            let (least, most) = (
                schedule.wait(after: lost, failures: failures, random: 0),
                schedule.wait(after: lost, failures: failures, random: 1)
            )
            #expect(least == most / 2 && most <= schedule.interval)
            #expect(
                failures > 11 ? most == schedule.interval : most == .seconds(60) * (1 << (failures - 1)), "\(failures)")
        }
    }

    @Test("No schedule asks without a pause", arguments: [0.0, 0.3, 1.0])
    func pause(_ random: Double) {
        var schedule = UpdateSchedule()
        schedule.interval = .zero
        schedule.firstRetry = .seconds(-5)
        schedule.jitter = 9
        for error in [nil, UpdateError.busy(path: ""), .nothingToRollBack] {
            #expect(schedule.wait(after: error, failures: 1, random: random) == .seconds(1))
        }
    }

    @Test("No schedule is too long to be computed", arguments: [0.0, 0.3, 1.0])
    func longest(_ random: Double) {
        for jitter in [Double.nan, .infinity, -.infinity, 9, -9] {
            for time in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero] {
                var schedule = UpdateSchedule()
                schedule.interval = time
                schedule.firstRetry = time
                schedule.longestRetryAfter = time
                schedule.jitter = jitter
                let failed = UpdateError.status(url: "", 503, retryAfter: .seconds(Int64.max))
                for error in [nil, UpdateError.busy(path: ""), failed] {
                    #expect(schedule.wait(after: error, failures: .max, random: random) >= .seconds(1))
                }
            }
        }
    }

    @Test("A server's Retry-After is kept, up to a day")
    func retryAfter() {
        func wait(_ seconds: Int, _ random: Double = 0) -> Duration {
            let busy = UpdateError.status(url: "", 503, retryAfter: .seconds(seconds))
            return schedule.wait(after: busy, failures: 1, random: random)
        }
        #expect(wait(1) == .seconds(30) && wait(1, 1) == .seconds(61))
        #expect(wait(3600) == .seconds(3600) && wait(3600, 1) == .seconds(3660))
        #expect(wait(999_999_999) == .seconds(86_400))
    }

    @Test(
        "Retry-After is a number of seconds, or it is not there",
        arguments: [
            ("120", 120), ("0", 0), ("999999999", 999_999_999), ("9999999999", nil), ("-1", nil), ("1.5", nil),
            ("Fri, 31 Dec 1999 23:59:59 GMT", nil), ("", nil),
        ] as [(String, Int?)])
    func field(_ text: String, _ seconds: Int?) throws {
        let head = try AnswerHead(status: 503, fields: ["retry-after": text])
        #expect(head.retryAfter == seconds.map { .seconds($0) })
    }

    @Test("Errors say whether a retry can help")
    func transient() {
        for status in [408, 425, 429, 500, 503] {
            #expect(UpdateError.status(url: "", status, retryAfter: nil).isTransient)
        }
        for status in [301, 400, 403, 404, 410] {
            #expect(!UpdateError.status(url: "", status, retryAfter: nil).isTransient)
        }
        #expect(UpdateError.busy(path: "").isTransient && !UpdateError.nothingToRollBack.isTransient)
        // A pair of an old and a new file, as while a site is copied.
        #expect(UpdateError.feed(.untrusted(.differentBytes(fingerprint: ""))).isTransient)
        #expect(!UpdateError.feed(.untrusted(.revoked(fingerprint: ""))).isTransient)
    }

    @Test("TR8 A device follows a feed through failures until it is canceled")
    func follows() async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let library = try site.library()
        let updater = try await site.updater(library)
        let count = Lock(0)
        site.server.behavior = { _, _ in
            count.withLock { $0 += 1 }
            guard count.withLock({ $0 <= 2 }) else { return nil }
            return [.send(TestServer.response(503, ["Retry-After": "7200"], []))]
        }
        let waits = Lock([Duration]())
        let results = Lock([Result<[ThemeID], UpdateError>]())
        await updater.follow(schedule) { wait in
            waits.withLock { $0.append(wait) }
            if waits.withLock({ $0.count == 5 }) { throw CancellationError() }
        } report: { result in
            results.withLock { $0.append(result) }
        }
        let found = results.withLock { $0 }
        #expect(found.count == 4)
        for result in found.prefix(2) {
            guard case .failure(.status(_, 503, let after)) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect(after == .seconds(7200))
        }
        #expect(try found[2].get().map(\.string) == ["year"] && found[3].get().isEmpty)
        let times = waits.withLock { $0 }
        #expect(times[0] <= schedule.start && times[1] >= .seconds(7200) && times[1] <= .seconds(7260))
        #expect(times[3] >= schedule.interval * 0.75 && times[4] <= schedule.interval * 1.25)
    }

    @Test("TR8 Progress and updates are sequences: a download ends its own, and a reader that leaves ends the updates")
    func sequences() async throws {
        let site = try UpdateSite()
        try site.publish(["year": UpdateSite.pack("year", "1.1.0")])
        let library = try site.library()
        let updater = try await site.updater(library)
        let plan = try await updater.check()
        var last: UpdateProgress?
        for try await progress in updater.downloading(plan) { last = progress }
        #expect(last.map { $0.receivedOfAll == $0.totalOfAll } == true)
        #expect(try await updater.check().obstacles == ["year": .downloaded])
        try site.publish(["year": UpdateSite.pack("year", "1.2.0")])
        await #expect(throws: UpdateError.self) {
            for try await _ in updater.downloading(try await changed(updater, site)) {}
        }
        var soon = UpdateSchedule()
        soon.start = .zero
        for await result in updater.updates(soon) {
            #expect(try result.get().map(\.string) == ["year"])
            break
        }
        #expect(library.snapshot.packs["year"]?.theme.version.description == "1.3.0")
    }

    /// Returns a plan that a newer feed has made outdated.
    private func changed(_ updater: ThemeUpdater, _ site: UpdateSite) async throws -> UpdatePlan {
        let plan = try await updater.check()
        try site.publish(["year": UpdateSite.pack("year", "1.3.0")])
        _ = try await updater.check()
        return plan
    }
}
