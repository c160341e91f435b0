import Logging
import ServiceLifecycle
import ThemeRuntime
import UnixSignals

/// Replaces packs when the folder changes, and on SIGHUP, until the service stops.
struct FolderFollower: Service {
    let library: ThemeLibrary
    let folder: PackFolder
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await report in library.follow(folder) { log(report) }
                }
                group.addTask {
                    for await _ in await UnixSignalsSequence(trapping: .sighup) { sync() }
                }
            }
        }
    }

    func sync() { log(library.sync(folder: folder)) }

    private func log(_ report: PackFolderReport) {
        for change in report.changes { logger.info("\(change)") }
        for problem in report.problems { logger.error("\(problem)") }
    }
}
