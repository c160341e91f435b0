import Foundation
import Logging
import NIOCore
import ServiceLifecycle
import ThemeRuntime
import UnixSignals

/// `ThemeService [--port N] [--threads N] FOLDER [ADDRESS SIGNERS STORE]`: serves the packs in a folder on 127.0.0.1.
/// With an address, it also follows the feed there, whose signers the file SIGNERS lists; built with `--traits Feed`.
@main
enum Main {
    static func main() async {
        do {
            try await run()
        } catch {
            FileHandle.standardError.write(Data("ThemeService: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let port = option("--port", &arguments) ?? 8080
        let threads = option("--threads", &arguments) ?? System.coreCount
        guard [1, 4].contains(arguments.count), !arguments[0].hasPrefix("-"), threads > 0, (0...65535).contains(port)
        else {
            let usage = "usage: ThemeService [--port N] [--threads N] FOLDER [ADDRESS SIGNERS STORE]\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(64)
        }

        // Until the follower waits for it, SIGHUP would end the process.
        signal(SIGHUP, SIG_IGN)
        let logger = Logger(label: "themes")
        let library = ThemeLibrary()
        let follower = FolderFollower(library: library, folder: PackFolder(arguments[0]), logger: logger)
        follower.sync()
        var services: [any Service] = [follower]
        if arguments.count == 4 {
            #if Feed
                services.append(
                    try await FeedFollower(
                        library, address: arguments[1], signers: arguments[2], store: arguments[3], logger: logger))
            #else
                FileHandle.standardError.write(Data("ThemeService was built without '--traits Feed'\n".utf8))
                exit(64)
            #endif
        }
        let routes = ThemeRoutes(library: library, logger: logger)
        services.append(HTTPServer(routes: routes, port: port, threads: threads, logger: logger))
        let group = ServiceGroup(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        try await group.run()
    }

    /// Removes an option and its number from the arguments.
    private static func option(_ name: String, _ arguments: inout [String]) -> Int? {
        guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
        defer { arguments.removeSubrange(place...place + 1) }
        return Int(arguments[place + 1]) ?? -1
    }
}
