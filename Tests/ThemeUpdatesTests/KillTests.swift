import Foundation
import ThemeSystem
import TestSupport
import Testing
import ThemeManagement
import ThemeModel
import ThemeTrust

@testable import ThemeUpdates

/// `kill -9` of a process that updates. The process is this test program, which runs only ``child()``.
struct KillTests {
    /// The address, the folder, and the signer's line, one per line.
    private static let instructions = TestChild.instructions(for: "KillTests.child")

    @Test("A process that is killed", .enabled(if: instructions != nil))
    func child() async throws {
        let lines = try #require(Self.instructions).split(separator: "\n").map(String.init)
        var source = UpdateSource(
            base: try FeedBase(lines[0]), channel: try FeedChannel(UpdateSite.channel),
            signers: try TrustedSigners(allowedSigners: lines[3] + "\n"))
        source.allowsLoopback = true
        // The test that kills this process needs its share of the processors.
        _ = nice(19)
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        while TestChild.isWanted {
            let library = try ThemeLibrary(default: try ThemePack(mounting: lines[2]))
            let updater = await ThemeUpdater(
                library, following: source, store: UpdateStore(folder: lines[1]), transport: SystemTransport(),
                now: { Date(timeIntervalSince1970: UpdateSite.today) })
            _ = try? await updater.update()
            _ = try? await updater.rollBack(reason: "test")
        }
    }

    @Test("TR11 A kill at any moment loses nothing", .enabled(if: instructions == nil))
    func killed() async throws {
        let site = try UpdateSite()
        var random = SeededRandom(seed: UInt64(Soak.isOn ? 2 : 1))
        let defaultPath = site.sandbox.path + "/default.zip"
        try site.sandbox.write("default.zip", UpdateSite.pack("default"))
        for round in 0..<(Soak.isOn ? 200 : 3) {
            try site.publish(["year": UpdateSite.pack("year", "1.\(round).0", count: 60)])
            let text = [site.base, site.storeFolder, defaultPath, site.signer.line()].joined(separator: "\n")
            let child = try TestChild("KillTests.child", text)
            try #require(try await suspendUntil { try child.output().contains("ready") })
            try await Task.sleep(for: .microseconds(Int.random(in: 0...120_000, using: &random)))
            kill(child.process.processIdentifier, SIGKILL)
            try await child.end()
            let library = try site.library([UpdateSite.pack("default")])
            let updater = try await site.updater(library)
            let version = try library.wholeVersion()
            #expect(version == nil || version?.hasPrefix("1.") == true || version?.hasPrefix("2.") == true)
            #expect(await updater.startProblem == nil)
            try site.publish(["year": UpdateSite.pack("year", "2.\(round).0", count: 60)])
            try await updater.update()
            #expect(try library.wholeVersion() == "2.\(round).0")
        }
    }

    @Test("TR11 Two processes that update one store at once lose nothing", .enabled(if: instructions == nil))
    func twoProcesses() async throws {
        let site = try UpdateSite()
        try site.sandbox.write("default.zip", UpdateSite.pack("default"))
        let text = [site.base, site.storeFolder, site.sandbox.path + "/default.zip", site.signer.line()]
            .joined(separator: "\n")
        try site.publish(["year": UpdateSite.pack("year", "1.0.0")])
        let children = [try TestChild("KillTests.child", text), try TestChild("KillTests.child", text)]
        for round in 1..<(Soak.isOn ? 100 : 8) {
            // Each child activates this version, or rolls it back, while the other one does the same.
            try site.publish(["year": UpdateSite.pack("year", "1.\(round).0")])
            let state = { try UpdateStore(folder: site.storeFolder).state() }
            try #require(try await suspendUntil { try state().themes["year"]?.barred.count ?? 0 >= round })
        }
        for child in children {
            #expect(child.process.isRunning)
            kill(child.process.processIdentifier, SIGKILL)
            try await child.end()
        }
        let library = try site.library([UpdateSite.pack("default")])
        let updater = try await site.updater(library)
        #expect(await updater.startProblem == nil)
        try site.publish(["year": UpdateSite.pack("year", "2.0.0")])
        try await updater.update()
        #expect(try library.wholeVersion() == "2.0.0")
    }
}
