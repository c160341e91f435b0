package struct HTTPStatus: Error, Hashable, Sendable {
    let code: Int
    let reason: String

    package static let ok = HTTPStatus(code: 200, reason: "OK")
    package static let noContent = HTTPStatus(code: 204, reason: "No Content")
    package static let seeOther = HTTPStatus(code: 303, reason: "See Other")
    package static let badRequest = HTTPStatus(code: 400, reason: "Bad Request")
    package static let forbidden = HTTPStatus(code: 403, reason: "Forbidden")
    package static let notFound = HTTPStatus(code: 404, reason: "Not Found")
    package static let methodNotAllowed = HTTPStatus(code: 405, reason: "Method Not Allowed")
    package static let requestTimeout = HTTPStatus(code: 408, reason: "Request Timeout")
    package static let contentTooLarge = HTTPStatus(code: 413, reason: "Content Too Large")
    package static let headTooLarge = HTTPStatus(code: 431, reason: "Request Header Fields Too Large")
    package static let versionNotSupported = HTTPStatus(code: 505, reason: "HTTP Version Not Supported")
}

package struct HTTPResponse: Error, Sendable {
    package var status: HTTPStatus
    package var type: String
    package var body: [UInt8]
    /// Field lines beside those that every response has, for example `Content-Security-Policy`.
    package var fields: [HTTPRequest.Field]
    /// Whether the connection stays open for server-sent events, which begin with the body.
    package var isEventStream = false

    package init(
        _ status: HTTPStatus = .ok, type: String, body: some Sequence<UInt8>, fields: [HTTPRequest.Field] = []
    ) {
        self.status = status
        self.type = type
        self.body = Array(body)
        self.fields = fields
    }

    /// A sentence for a person.
    package init(_ status: HTTPStatus, _ sentence: String) {
        self.init(status, type: "text/plain; charset=utf-8", body: (sentence + "\n").utf8)
    }

    init(redirectingTo path: String) {
        self.init(.seeOther, "This page is at another address.")
        fields = [("Location", path)]
    }

    package static func events(first: String) -> HTTPResponse {
        var response = HTTPResponse(type: "text/event-stream", body: first.utf8)
        response.isEventStream = true
        return response
    }

    /// The bytes before the body. No page of another site can read or embed a response, and the address, which contains
    /// the token, is not sent to other servers.
    func head(closing: Bool) -> [UInt8] {
        var lines = [
            "HTTP/1.1 \(status.code) \(status.reason)", "Content-Type: \(type)",
            "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
            "Cross-Origin-Opener-Policy: same-origin", "Referrer-Policy: no-referrer",
        ]
        if !isEventStream, status != .noContent { lines.append("Content-Length: \(body.count)") }
        if !fields.contains(where: { $0.name.lowercased() == "cache-control" }) {
            lines.append("Cache-Control: no-store")
        }
        if status == .methodNotAllowed { lines.append("Allow: GET, HEAD") }
        lines += fields.map { "\($0.name): \($0.value)" }
        if closing { lines.append("Connection: close") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// An event as the HTML standard defines it for `EventSource`.
package struct ServerSentEvent: Sendable {
    package let name: String
    /// One line.
    package let data: String

    package var text: String { "event: \(name)\ndata: \(data)\n\n" }
}
