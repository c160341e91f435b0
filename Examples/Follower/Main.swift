import Foundation
import ThemeManagement
import ThemeUpdates

/// `Follower ADDRESS SIGNERS STORE PACK...`: an app that follows a feed. It shows the packs that it was built
/// with, and each new version as soon as it is there. A version that it cannot use is rolled back. An address of this
/// machine may be `http`, to try it.
@main
enum Main {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count > 3 else {
            FileHandle.standardError.write(Data("usage: Follower ADDRESS SIGNERS STORE DEFAULT-PACK PACK...\n".utf8))
            exit(64)
        }
        let library = try ThemeLibrary(default: ThemePack(mounting: arguments[3]))
        for pack in arguments.dropFirst(4) { try library.add(ThemePack(mounting: pack)) }
        let manager = try ThemeManager(library)

        var source = try UpdateSource(
            base: FeedBase(arguments[0]), channel: FeedChannel("stable"),
            signers: TrustedSigners(contentsOf: arguments[1]))
        source.allowsLoopback = true
        let updater = await ThemeUpdater(manager, following: source, store: arguments[2])
        if let problem = await updater.startProblem { print("installed themes are not shown: \(problem)") }
        while true {
            await check(updater, library)
            print(library.ids.compactMap { library.theme($0) }.map { "\($0.id) \($0.version)" }.joined(separator: ", "))
            try await Task.sleep(for: .seconds(10))
        }
    }

    private static func check(_ updater: ThemeUpdater, _ library: ThemeLibrary) async {
        do throws(UpdateError) {
            let plan = try await updater.check()
            if plan.isExpired { print("the feed is too old since \(plan.expires)") }
            for case (let theme, .barred(let reason)) in plan.obstacles {
                print("the new version of \(theme) is not fetched again: \(reason)")
            }
            try await updater.download(plan) { progress in
                print("\(progress.theme): \(progress.received) of \(progress.total) bytes")
            }
            let new = try await updater.activate()
            for theme in new { print("\(theme) is new") }
            if let theme = new.first(where: { !isReadable(library.theme($0)) }) {
                // It bars the versions of this activation on this device. Later ones can follow.
                let back = try await updater.rollBack(reason: "the title of '\(theme)' is invisible")
                for theme in back { print("\(theme) is rolled back") }
            }
        } catch {
            print("the themes stay: \(error)")
        }
    }

    /// A check of the app's own, which no verification knows: its title is drawn on the background.
    private static func isReadable(_ theme: Theme?) -> Bool {
        guard let theme else { return true }
        let title = try? theme.color("Color.title")
        return title != nil && title != (try? theme.color("Color.background"))
    }
}
