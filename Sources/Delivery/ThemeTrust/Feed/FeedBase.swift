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

    private static let ownHosts = ["localhost", "127.0.0.1", "[::1]"]

    /// Creates an address from a string that follows the grammar.
    public init(_ string: String) throws(InvalidName) {
        // A path has the unreserved characters of RFC 3986, so that no server and no client interprets it.
        let grammar =
            #/
            http (?<secure> s)? ://
            (?<host> \[ [0-9a-f:]{2,39} \]
                | (?: [a-z0-9] (?: [a-z0-9\-]{0,61} [a-z0-9] )? (?: \. (?= [a-z0-9] ) | (?= [:/] ) ) )+ )
            (?: : (?<port> [1-9][0-9]{0,4}) )?
            / (?: (?! \.{1,2} / ) [A-Za-z0-9\-._~]+ / )*
            /#
        guard string.utf8.count <= 1024, let parts = string.wholeMatch(of: grammar), parts.host.utf8.count <= 253,
            Int(parts.port ?? "1") ?? 0 <= 65535, parts.secure != nil || Self.ownHosts.contains(String(parts.host))
        else {
            throw InvalidName(
                string,
                expected: "an https address of a folder, scheme and host in lower case, with '/' at its end, such as "
                    + "\"https://themes.example.org/app/\"")
        }
        self.string = string
        isSecure = parts.secure != nil
    }

    /// Returns the address of a file of the feed.
    public func url(of address: String) -> String { string + address }

    public var description: String { string }
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
