import ThemeSystem

package enum HTTPStatus: Int, Error, CaseIterable, Sendable {
    case wantsBody = 100
    case ok = 200
    case noContent = 204
    case partialContent = 206
    case seeOther = 303
    case notModified = 304
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case requestTimeout = 408
    case conflict = 409
    case contentTooLarge = 413
    case unsupportedMediaType = 415
    case rangeNotSatisfiable = 416
    case headTooLarge = 431
    case versionNotSupported = 505

    var reason: String {
        switch self {
        case .wantsBody: "Continue"
        case .ok: "OK"
        case .noContent: "No Content"
        case .partialContent: "Partial Content"
        case .notModified: "Not Modified"
        case .seeOther: "See Other"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .conflict: "Conflict"
        case .contentTooLarge: "Content Too Large"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .rangeNotSatisfiable: "Range Not Satisfiable"
        case .headTooLarge: "Request Header Fields Too Large"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }
}

package struct HTTPResponse: Sendable {
    package var status: HTTPStatus
    package var type: String
    package var body: [UInt8]
    /// Sent in place of the body.
    package var file: FileBody?
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

    /// Asks for the body of a request, which is then handled again with it.
    static let wantsBody = HTTPResponse(.wantsBody, type: "", body: [])

    init(redirectingTo path: String) {
        self.init(.seeOther, "This page is at another address.")
        fields = [HTTPRequest.Field("Location", path)]
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
            "HTTP/1.1 \(status.rawValue) \(status.reason)", "Content-Type: \(type)",
            "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin",
            "Cross-Origin-Opener-Policy: same-origin", "Referrer-Policy: no-referrer",
        ]
        if !isEventStream, status != .noContent, status != .notModified {
            lines.append("Content-Length: \(file?.range.count ?? body.count)")
        }
        if !fields.contains(where: { $0.name.lowercased() == "cache-control" }) {
            lines.append("Cache-Control: no-store")
        }
        if status == .methodNotAllowed { lines.append("Allow: GET, HEAD") }
        lines += fields.map { "\($0.name): \($0.value)" }
        if closing { lines.append("Connection: close") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}

/// A part of an open file, which is read while it is sent.
package final class FileBody: Sendable {
    private let descriptor: Int32
    package let range: Range<Int>

    /// Closes the descriptor when it is freed.
    package init(_ descriptor: Int32, _ range: Range<Int>) { (self.descriptor, self.range) = (descriptor, range) }

    deinit { close(descriptor) }

    /// Returns `nil` if the file was cut.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let isRead = (try? readFully(descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))) != nil
            filled = isRead ? count : 0
        }
        return bytes.count == count ? bytes : nil
    }
}

/// An event as the HTML standard defines it for `EventSource`.
package struct ServerSentEvent: Sendable {
    package let name: String
    /// One line.
    package let data: String

    package init(_ name: String, data: String) { (self.name, self.data) = (name, data) }

    package var text: String { "event: \(name)\ndata: \(data)\n\n" }
}
