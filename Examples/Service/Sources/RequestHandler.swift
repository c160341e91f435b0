import Foundation
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, on the thread that reads them from the socket.
///
/// No answer waits for anything, so answers have the order of their requests. While the client does not read its
/// answers, its requests wait.
final class RequestHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = HTTPServerResponsePart

    private let routes: ThemeRoutes
    /// The request that is being read.
    private var incoming: HTTPRequestHead?
    /// Requests that are read and not answered.
    private var waiting = CircularBuffer<HTTPRequestHead>(initialCapacity: 0)
    private var isReadHeld = false
    /// Whether the connection takes no more requests, and closes after the last answer.
    private var isEnding = false
    private var date = (second: time_t.min, text: "")

    init(_ routes: ThemeRoutes) { self.routes = routes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request): incoming = request
        case .body: break
        case .end:
            guard let request = incoming.take(), !isEnding else { return }
            waiting.append(request)
            answerWaiting(context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerWaiting(context)
        if isReadHeld { read(context: context) }
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = !context.channel.isWritable
        if !isReadHeld { context.read() }
    }

    /// The client, or the service, wants to end the connection.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed else { return }
        isEnding = true
        closeAtEnd(context)
    }

    /// After what is not HTTP, the decoder closes the connection.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, waiting.isEmpty else { return context.close(promise: nil) }
        isEnding = true
        var answer = Representation(text: "the request is not HTTP\n")
            .answer(to: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), status: .badRequest)
        send(&answer, context)
    }

    private func answerWaiting(_ context: ChannelHandlerContext) {
        while context.channel.isWritable, let request = waiting.popFirst() {
            if !request.isKeepAlive || request.version != .http1_1 {
                isEnding = true
                waiting.removeAll()
            }
            var answer = routes.answer(request)
            send(&answer, context)
        }
    }

    private func send(_ answer: inout Answer, _ context: ChannelHandlerContext) {
        answer.headers.add(name: "Date", value: currentDate())
        if isEnding, waiting.isEmpty { answer.headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body = answer.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        closeAtEnd(context)
    }

    private func closeAtEnd(_ context: ChannelHandlerContext) {
        guard isEnding, waiting.isEmpty else { return }
        // Nothing is sent after the answers, and then they are sent.
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: sent)
    }

    private func currentDate() -> String {
        var second = time(nil)
        if second != date.second {
            var parts = tm()
            var text = [CChar](repeating: 0, count: 32)
            gmtime_r(&second, &parts)
            let count = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
            date = (second, String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        return date.text
    }
}
