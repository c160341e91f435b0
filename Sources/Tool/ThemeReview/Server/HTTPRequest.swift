import ThemeModel

/// An HTTP/1.1 request without a body.
package struct HTTPRequest: Sendable {
    /// In a request, the name is in lower case.
    package typealias Field = (name: String, value: String)

    package var method: String
    /// The path, without the query.
    package var path: String
    package var fields: [Field]
    /// Whether the client wants to send another request on the connection.
    package var keepsConnection: Bool

    /// The values of all fields of a name, which is in lower case.
    package func values(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}

extension HTTPRequest {
    /// The most bytes of a head. Browsers also send the cookies of other servers on this host.
    static let headMax = 32 << 10

    /// Parses a head, without its empty line, as RFC 9112 defines it. Accepts neither folded lines nor lone line feeds.
    ///
    /// - Throws: the status of the response.
    init(head: ArraySlice<UInt8>) throws(HTTPStatus) {
        var lines = head.split(separator: Array("\r\n".utf8), omittingEmptySubsequences: false)[...]
        // A line feed or a carriage return that is alone is a control character of its line.
        guard lines.joined().allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
            throw .badRequest
        }
        let words = lines.removeFirst().split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].allSatisfy({ (0x21...0x7E).contains($0) }),
            words[1].first == UInt8(ascii: "/")
        else { throw .badRequest }
        guard words[2].elementsEqual("HTTP/1.1".utf8) || words[2].elementsEqual("HTTP/1.0".utf8) else {
            throw words[2].starts(with: "HTTP/".utf8) ? .versionNotSupported : .badRequest
        }
        method = String(repairing: words[0])
        path = String(repairing: words[1].prefix { $0 != UInt8(ascii: "?") })
        fields = []
        for line in lines { fields.append(try Self.field(line)) }
        keepsConnection = words[2].last == UInt8(ascii: "1")
        for value in values("connection") where value.lowercased().contains("close") { keepsConnection = false }
        guard values("transfer-encoding").isEmpty, values("content-length").allSatisfy({ $0 == "0" }) else {
            throw .contentTooLarge
        }
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(HTTPStatus) -> Field {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else { throw .badRequest }
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let value = line[line.index(after: colon)...].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return (String(repairing: line[..<colon]).lowercased(), String(repairing: Array(value)))
    }

    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                byte.isASCIIDigit || (0x41...0x5A).contains(byte & 0xDF) || tokenMarks.contains(byte)
            }
    }

    private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)
}
