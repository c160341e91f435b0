import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests for images and settings on the thread that reads them from the socket.
///
/// Hummingbird hands each request to a task and each response back, which takes longer than an answer from a mapping.
/// Requests that arrive while Hummingbird answers another one of the connection also go to it, to keep their order.
final class ImageHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let routes: ThemeRoutes
    /// Requests that Hummingbird has not yet answered completely.
    private var pending = 0
    /// The answer to the request that is being read.
    private var answer: Answer?
    /// Answers that are not yet sent completely.
    private var unsent = 0
    private var heldQuiesce: ChannelShouldQuiesceEvent?
    private var date = (second: time_t.min, text: "")

    init(_ routes: ThemeRoutes) { self.routes = routes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let request):
            if pending == 0, isForTheme(request) {
                answer = routes.answer(request)
                return
            }
            pending += 1
        case .body:
            if answer != nil { return }
        case .end:
            if let answer { return send(answer, context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { pending -= 1 }
        context.write(data, promise: promise)
    }

    private func isForTheme(_ request: HTTPRequest) -> Bool {
        (request.method == .get || request.method == .head) && request.path?.hasPrefix("/themes/") == true
            && ["keep-alive", nil].contains(request.headerFields[.connection]?.lowercased())
    }

    private func send(_ answer: Answer, _ context: ChannelHandlerContext) {
        self.answer = nil
        var head = HTTPResponse(status: answer.status, headerFields: answer.headers)
        head.headerFields.append(HTTPField(name: .date, value: currentDate()))
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body = answer.body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        let sent = context.eventLoop.makePromise(of: Void.self)
        unsent += 1
        sent.futureResult.assumeIsolated().whenComplete { _ in
            self.unsent -= 1
            guard self.unsent == 0, let event = self.heldQuiesce else { return }
            self.heldQuiesce = nil
            context.fireUserInboundEventTriggered(event)
        }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: sent)
    }

    /// Holds the request to stop back until all answers are sent, because Hummingbird closes idle connections then.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if unsent > 0, let event = event as? ChannelShouldQuiesceEvent {
            heldQuiesce = event
        } else {
            context.fireUserInboundEventTriggered(event)
        }
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
