import Foundation
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, on the thread that reads them from the socket.
///
/// No answer waits for another task, so answers have the order of their requests. While the client does not read its
/// answers, its requests wait. Nothing ends idle connections: a proxy before the service does.
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
    /// Whether the connection takes no more requests, and ends after the last answer. Other requests are discarded.
    private var isEnding = false
    /// Whether the decoder takes no more requests. It would keep all bytes that arrive.
    private var isDecoderEnded = false
    /// More waiting requests would need too much memory.
    private static let waitingMax = 10_000
    private var date = (second: time_t.min, text: "")

    init(_ routes: ThemeRoutes) { self.routes = routes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            incoming = request
            // The client sends the body, which nothing needs, when it gets this or after some time. Behind other
            // requests it has to wait for that time.
            if request.version == .http1_1, request.headers.contains(name: "Expect"), !isEnding, waiting.isEmpty {
                let head = HTTPResponseHead(version: .http1_1, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
            }
        case .body: break
        case .end:
            guard let request = incoming.take(), !isEnding else { return }
            waiting.append(request)
            if waiting.count == Self.waitingMax { isEnding = true }
            answerWaiting(context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answerWaiting(context)
        if isReadHeld { read(context: context) }
    }

    func read(context: ChannelHandlerContext) {
        isReadHeld = isDecoderEnded || !context.channel.isWritable
        if !isReadHeld { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // The service stops.
        case is ChannelShouldQuiesceEvent:
            isEnding = true
            closeAtEnd(context)
            close(context, after: .seconds(10))
        case ChannelEvent.inputClosed:
            isEnding = true
            closeAtEnd(context)
        // All answers are sent. The client ends the connection when it has them; if it does not, this does.
        case ChannelEvent.outputClosed: close(context, after: .seconds(2))
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    /// After what is not HTTP, the decoder reads no more. The requests before it get their answers.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError || error is ByteToMessageDecoderError else {
            return context.close(promise: nil)
        }
        guard !isEnding else { return }
        isEnding = true
        guard waiting.isEmpty else { return }
        var answer = Representation(text: "the request is not HTTP\n")
            .answer(to: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), status: .badRequest)
        send(&answer, context)
    }

    private func answerWaiting(_ context: ChannelHandlerContext) {
        while context.channel.isWritable, let request = waiting.popFirst() {
            isDecoderEnded = request.isForOtherProtocol
            if !request.isKeepAlive || request.version != .http1_1 || isDecoderEnded {
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
        // This empty write completes when all answers before it are sent.
        let sent = context.eventLoop.makePromise(of: Void.self)
        // Only in this direction, unless the client has closed the other one: to close with unread requests would make
        // the system discard answers that the client does not have yet.
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(mode: .output, promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: sent)
    }

    private func close(_ context: ChannelHandlerContext, after delay: TimeAmount) {
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) { context.close(promise: nil) }
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

extension HTTPRequestHead {
    /// Whether the client wants another protocol on this connection. SwiftNIO's decoder may take no more requests then.
    fileprivate var isForOtherProtocol: Bool { method == .CONNECT || headers.contains(name: "Upgrade") }
}
