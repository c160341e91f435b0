import Testing

@testable import ThemeUpdates

/// An attack of a server, or of somebody between it and the app.
struct UpdateAttack: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The version of the theme after the attack; `nil` for either.
    var version: String? = "1.0.0"
    /// A part of the error's case and text; `nil` if there need not be one.
    var error: String?
    var sites: @Sendable (UpdateSite) throws -> Void = { _ in }
    var behavior: TestServer.Behavior?

    /// Whether the limit for slow transfers ends it.
    var isSlow: Bool { error == "too slowly" }

    /// The pack that the server offers to replace version 1.0.0.
    static let newPack = (try? UpdateSite.pack("year", "1.1.0")) ?? []

    /// Expects that an update during the attack leaves a whole theme, and that the next update works.
    func run(on site: UpdateSite) async throws {
        let library = try site.library()
        let updater = try await site.updater(library) { if isSlow { $0.limits.interval = .seconds(2) } }
        let text = await updateError { try await updater.update() }
        if let expected = error {
            #expect(!text.isEmpty && (expected.isEmpty || text.contains(expected)), "\(text)")
        } else if version == "1.1.0" {
            #expect(text.isEmpty, "\(text)")
        }
        let shown = try library.wholeVersion()
        #expect(
            ["1.0.0", "1.1.0"].contains(shown) && version.map { $0 == shown } ?? true, "\(shown ?? "")")
        let restarted = try site.library()
        let second = try await site.updater(restarted)
        #expect(try restarted.wholeVersion() == shown)
        site.server.behavior = nil
        try site.publish(["year": Self.newPack])
        try await second.update()
        #expect(try restarted.wholeVersion() == "1.1.0")
    }
}

/// Returns the case and the text of what `body` throws; empty if it throws nothing.
func updateError(_ body: () async throws -> Any) async -> String {
    do {
        _ = try await body()
        return ""
    } catch {
        return "\(Mirror(reflecting: error).children.first?.label ?? ""): \(error)"
    }
}

/// Returns the number of the newer feed if `body` throws that a feed is older than one that was seen before.
func sequenceSeenBefore(_ body: () async throws -> Any) async -> UInt64? {
    do {
        _ = try await body()
    } catch UpdateError.olderFeed(_, let known) {
        return known
    } catch {
        Issue.record("\(error)")
    }
    return nil
}
