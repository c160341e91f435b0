import Foundation
import HTTPTypes
import Hummingbird

/// A response with all of its bytes.
struct Answer {
    let status: HTTPResponse.Status
    var headers: HTTPFields
    var body: ByteBuffer?

    var response: Response {
        var response = Response(status: status, headers: headers, body: body.map(ResponseBody.init) ?? ResponseBody())
        // Hummingbird adds the length 0. A 304 would have to give that of the whole resource.
        if status == .notModified { response.headers[.contentLength] = nil }
        return response
    }
}

/// The bytes of a resource. Answers conditional requests and ranges by RFC 9110.
struct Representation {
    let contentType: String
    /// A strong entity tag without quotes; `nil` if there is none.
    let entityTag: String?
    let count: Int
    /// Whether the address never has other bytes.
    let isImmutable: Bool
    /// Copies a range of the bytes. Hummingbird sends only byte buffers, and these own their memory.
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

    func answer(to request: HTTPRequest, status: HTTPResponse.Status = .ok) -> Answer {
        var headers = HTTPFields()
        headers.reserveCapacity(8)
        headers.append(HTTPField(name: .contentType, value: contentType))
        headers.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        let asked = request.headerFields
        guard let entityTag else { return answer(to: request, status, headers, 0..<count) }
        let quotedTag = "\"\(entityTag)\""
        headers.append(HTTPField(name: .eTag, value: quotedTag))
        let caching = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        headers.append(HTTPField(name: .cacheControl, value: caching))
        if let condition = asked[.ifMatch], !Self.matches(condition, [quotedTag]) {
            return answer(to: request, .preconditionFailed, headers, 0..<0)
        }
        // This comparison is weak, as the RFC demands.
        if let condition = asked[.ifNoneMatch], Self.matches(condition, [quotedTag, "W/\(quotedTag)"]) {
            return Answer(status: .notModified, headers: headers)
        }
        headers.append(HTTPField(name: .acceptRanges, value: "bytes"))
        // A range of other bytes would be wrong, so `If-Range` asks for all of them then.
        let isCurrent = asked[.ifRange].map { $0 == quotedTag } ?? true
        switch ByteRange(request.method == .get && isCurrent ? asked[.range] : nil, of: count) {
        case .whole: return answer(to: request, status, headers, 0..<count)
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"
            return answer(to: request, .partialContent, headers, part)
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(count)"
            return answer(to: request, .rangeNotSatisfiable, headers, 0..<0)
        }
    }

    private func answer(
        to request: HTTPRequest, _ status: HTTPResponse.Status, _ headers: HTTPFields, _ range: Range<Int>
    ) -> Answer {
        var headers = headers
        headers.append(HTTPField(name: .contentLength, value: "\(range.count)"))
        let isEmpty = request.method == .head || range.isEmpty
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

extension Substring {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> Substring {
        var rest = drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
