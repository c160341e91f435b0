import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// Listens on a port of 127.0.0.1 until the service stops. Then it sends the answers that it has, for some seconds at
/// most, and closes all connections.
struct HTTPServer: Service {
    let routes: ThemeRoutes
    let port: Int
    let threads: Int
    let logger: Logger

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        do {
            try await serve(on: group)
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
        try await group.shutdownGracefully()
    }

    private func serve(on group: MultiThreadedEventLoopGroup) async throws {
        let quiescing = ServerQuiescingHelper(group: group)
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        quiescing.makeServerChannelHandler(channel: channel))
                }
            }
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    // The handler keeps the order of answers. No header repeats what a client sent.
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false)
                    try channel.pipeline.syncOperations.addHandler(RequestHandler(routes))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        logger.info("listening on 127.0.0.1:\(server.localAddress?.port ?? port)")
        let stopped = server.eventLoop.makePromise(of: Void.self)
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await stopped.futureResult.get()
        } onCancelOrGracefulShutdown: {
            quiescing.initiateShutdown(promise: stopped)
        }
    }
}
