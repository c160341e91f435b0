import Foundation
import NIOHTTP1

/// The target of a request: the parts of its path, and its query.
struct RequestTarget {
    /// Decoded, without the slashes.
    let parts: [String]
    private let query: Substring

    /// - Parameter target: a path with a query, or the whole address, which a proxy can send.
    init(_ target: String) throws {
        var rest = target
        if rest.utf8.first != UInt8(ascii: "/"), let host = rest.range(of: "://") {
            rest = String(rest[host.upperBound...].drop { $0 != "/" && $0 != "?" })
        }
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
        query = end.map { rest[rest.utf8.index(after: $0)...] } ?? ""
        parts = try Self.parts(of: end.map { String(rest[..<$0]) } ?? rest)
    }

    /// An empty part is refused, because each resource has one address.
    private static func parts(of path: String) throws -> [String] {
        // A name has at most 1,024 bytes, written as `%XX` three times as many. The answer repeats no longer path.
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 4096 else { throw Refusal("no such address") }
        var path = path
        var parts: [String] = []
        parts.reserveCapacity(8)
        // This takes a third of the time of `split`.
        path.withUTF8 { bytes in
            var start = 1
            for end in 1...bytes.count where end == bytes.count || bytes[end] == UInt8(ascii: "/") {
                parts.append(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
                start = end + 1
            }
        }
        guard !parts.contains("") else { throw Refusal("no such address") }
        return path.utf8.contains(UInt8(ascii: "%")) ? try parts.map(decoded) : parts
    }

    private static func decoded(_ text: String) throws -> String {
        guard let decoded = text.removingPercentEncoding else {
            throw Refusal("the address is not UTF-8", status: .badRequest)
        }
        return decoded
    }

    /// Returns the value of a parameter; `nil` if the query lacks it.
    func parameter(_ name: String) throws -> String? {
        for parameter in query.split(separator: "&") {
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts[0] == name { return try parts.count == 2 ? Self.decoded(String(parts[1])) : "" }
        }
        return nil
    }
}
