public import ThemeModel

/// The address of the folder that a feed and its files are in, for example `https://themes.example.org/app/`.
///
/// It is `https`, a host in lower case with an optional port, and a path that ends in `/`. It has at most 1,024 ASCII
/// characters, no user, query or fragment, no empty part of the path and no part `.` or `..`. `http` is allowed for the
/// hosts `localhost`, `127.0.0.1` and `[::1]`, to try a feed on one machine.
public struct FeedBase: Hashable, Sendable, CustomStringConvertible {
    /// The address as a string, with `/` at its end.
    public let string: String
    /// Whether the connection is encrypted. It can be `false` only for this machine.
    public let isSecure: Bool

    private static let secure = "https://"
    private static let insecure = "http://"
    private static let ownHosts = ["localhost", "127.0.0.1", "[::1]"]

    /// Creates an address from a string that follows the grammar.
    public init(_ string: String) throws(InvalidName) {
        let invalid = InvalidName(
            string,
            expected: "an https address of a folder with '/' at its end, such as \"https://themes.example.org/app/\"")
        isSecure = string.hasPrefix(Self.secure)
        guard string.utf8.count <= 1024, string.hasSuffix("/"), isSecure || string.hasPrefix(Self.insecure) else {
            throw invalid
        }
        let rest = string.dropFirst(isSecure ? Self.secure.count : Self.insecure.count)
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard let (host, port) = parts.first.flatMap(Self.hostAndPort), isSecure || Self.ownHosts.contains(host),
            Self.isHost(host), port.map(Self.isPort) ?? true, parts.dropFirst().dropLast().allSatisfy(Self.isPathPart)
        else { throw invalid }
        self.string = string
    }

    /// Returns the address of a file of the feed.
    public func url(of address: String) -> String { string + address }

    public var description: String { string }

    private static func hostAndPort(_ text: Substring) -> (host: String, port: Substring?)? {
        let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        guard let end, end != text.endIndex else { return (String(text), nil) }
        guard text[end] == ":" else { return nil }
        return (String(text[..<end]), text[text.index(after: end)...])
    }

    private static func isHost(_ text: String) -> Bool {
        if text.hasPrefix("[") {
            let digits = text.utf8.dropFirst().dropLast()
            return text.hasSuffix("]") && (2...39).contains(digits.count)
                && digits.allSatisfy { $0.hexDigitValue != nil && !isUpper($0) || $0 == UInt8(ascii: ":") }
        }
        return text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy {
                        $0.isASCIIDigit || $0.isASCIILetter && !isUpper($0) || $0 == UInt8(ascii: "-")
                    }
            }
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte.isASCIILetter && byte & 0x20 == 0 }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy(\.isASCIIDigit) && text.first != "0" && (1...65535).contains(Int(text) ?? 0)
    }

    /// The unreserved characters of RFC 3986, so that no server and no client interprets a path.
    private static func isPathPart(_ text: Substring) -> Bool {
        !text.isEmpty && text != "." && text != ".."
            && text.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
                    || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "~")
            }
    }
}

/// A file that a feed lists: a pack or a delta. Its address contains its digest, so its bytes never change.
public struct FeedFile: Hashable, Sendable {
    /// The numbers of bytes that a file can have.
    public static let byteCounts: ClosedRange<Int64> = 1...4_294_967_294
    /// The SHA-256 of the file.
    public let digest: ContentDigest
    /// The number of bytes.
    public let byteCount: Int64

    /// Creates a file; `nil` unless its size is one of ``byteCounts``.
    public init?(digest: ContentDigest, byteCount: Int64) {
        guard Self.byteCounts.contains(byteCount) else { return nil }
        self.digest = digest
        self.byteCount = byteCount
    }

    /// The path relative to the feed's folder: `sha256/` and 64 hexadecimal digits.
    public var address: String { Self.address(of: digest) }

    /// Returns the path of the file with this SHA-256.
    public static func address(of digest: ContentDigest) -> String { "sha256/\(digest)" }
}
