import Foundation
import NIOCore
import NIOHTTP1

/// A response with all of its bytes.
struct Answer {
    let status: HTTPResponseStatus
    var headers: HTTPHeaders
    var body: ByteBuffer?
}

/// The bytes of a resource. Answers conditional requests and ranges by RFC 9110.
struct Representation {
    let contentType: String
    /// A strong entity tag without quotes; `nil` if there is none.
    let entityTag: String?
    let count: Int
    /// Whether the address never has other bytes.
    let isImmutable: Bool
    /// Copies a range of the bytes, because byte buffers own their memory.
    let body: (Range<Int>) -> ByteBuffer

    init(
        contentType: String, entityTag: String?, count: Int, isImmutable: Bool,
        body: @escaping (Range<Int>) -> ByteBuffer
    ) {
        self.contentType = contentType
        self.entityTag = entityTag
        self.count = count
        self.isImmutable = isImmutable
        self.body = body
    }

    init(text: String) {
        self.init(contentType: "text/plain; charset=utf-8", entityTag: nil, bytes: Array(text.utf8))
    }

    init(json value: some Encodable, entityTag: String?) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        self.init(contentType: "application/json", entityTag: entityTag, bytes: Array(try encoder.encode(value)))
    }

    private init(contentType: String, entityTag: String?, bytes: [UInt8]) {
        self.init(contentType: contentType, entityTag: entityTag, count: bytes.count, isImmutable: false) {
            ByteBuffer(bytes: bytes[$0])
        }
    }

    func answer(to request: HTTPRequestHead, status: HTTPResponseStatus = .ok) -> Answer {
        var headers = HTTPHeaders([("Content-Type", contentType), ("X-Content-Type-Options", "nosniff")])
        headers.reserveCapacity(9)
        guard let entityTag else { return answer(to: request, status, headers, 0..<count) }
        let quotedTag = "\"" + entityTag + "\""
        headers.add(name: "ETag", value: quotedTag)
        let caching = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        headers.add(name: "Cache-Control", value: caching)
        if let condition = request["If-Match"], !Self.matches(condition, [quotedTag]) {
            return answer(to: request, .preconditionFailed, headers, 0..<0)
        }
        // This comparison is weak, as the RFC demands.
        if let condition = request["If-None-Match"], Self.matches(condition, [quotedTag, "W/" + quotedTag]) {
            return Answer(status: .notModified, headers: headers)
        }
        headers.add(name: "Accept-Ranges", value: "bytes")
        // A range of other bytes would be wrong, so `If-Range` asks for all of them then.
        let isCurrent = request["If-Range"].map { $0 == quotedTag } ?? true
        switch ByteRange(request.method == .GET && isCurrent ? request["Range"] : nil, of: count) {
        case .whole: return answer(to: request, status, headers, 0..<count)
        case .part(let part):
            headers.add(name: "Content-Range", value: "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)")
            return answer(to: request, .partialContent, headers, part)
        case .unsatisfiable:
            headers.add(name: "Content-Range", value: "bytes */\(count)")
            return answer(to: request, .rangeNotSatisfiable, headers, 0..<0)
        }
    }

    private func answer(
        to request: HTTPRequestHead, _ status: HTTPResponseStatus, _ headers: consuming HTTPHeaders, _ range: Range<Int>
    ) -> Answer {
        headers.add(name: "Content-Length", value: String(range.count))
        let isEmpty = request.method == .HEAD || range.isEmpty
        return Answer(status: status, headers: headers, body: isEmpty ? nil : body(range))
    }

    /// Whether a condition is `*` or lists one of the tags.
    private static func matches(_ condition: String, _ tags: [String]) -> Bool {
        if condition == "*" { return true }
        return condition.split(separator: ",").contains { item in
            tags.contains(String(item.trimming { $0 == " " || $0 == "\t" }))
        }
    }
}

extension HTTPRequestHead {
    /// The value of a header; `nil` if the request does not have it. Those of several equal headers are one list.
    fileprivate subscript(name: String) -> String? {
        let values = headers[name]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension Substring {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> Substring {
        var rest = drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
