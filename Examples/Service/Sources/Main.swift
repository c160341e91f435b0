import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ThemeRuntime
import UnixSignals

/// `ThemeService [--port N] [--threads N] FOLDER`: serves the packs in a folder on 127.0.0.1.
@main
enum Main {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        let port = option("--port", &arguments) ?? 8080
        let threads = option("--threads", &arguments) ?? System.coreCount
        guard arguments.count == 1, !arguments[0].hasPrefix("-"), threads > 0, (0...65535).contains(port) else {
            FileHandle.standardError.write(Data("usage: ThemeService [--port N] [--threads N] FOLDER\n".utf8))
            exit(64)
        }

        // Until the follower waits for it, SIGHUP would end the process.
        signal(SIGHUP, SIG_IGN)
        let logger = Logger(label: "themes")
        let library = ThemeLibrary()
        let follower = FolderFollower(library: library, folder: PackFolder(arguments[0]), logger: logger)
        follower.sync()
        let routes = ThemeRoutes(library: library, logger: logger)
        let service = Application(
            responder: routes.responder,
            server: .http1(configuration: .init(additionalChannelHandlers: [ImageHandler(routes)])),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            services: [follower],
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup(numberOfThreads: threads)),
            logger: logger)
        try await service.runService(gracefulShutdownSignals: [.sigterm, .sigint])
    }

    /// Removes an option and its number from the arguments.
    private static func option(_ name: String, _ arguments: inout [String]) -> Int? {
        guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
        defer { arguments.removeSubrange(place...place + 1) }
        return Int(arguments[place + 1]) ?? -1
    }
}
