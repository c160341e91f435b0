/// Fetches files for a ``ThemeUpdater``. ``SystemTransport`` is the usual one.
///
/// The updater checks everything that it gets: addresses, sizes, speed, ranges and digests. It also follows redirects:
/// at most five, each to an address that it allows. A transport that follows redirects itself must not go to an address
/// that is not `https`. It must ask for the bytes as they are, but for ``UpdateRequest/acceptsGzip``.
public protocol UpdateTransport: Sendable {
    /// Sends a GET request. Returns as soon as the head of the response has arrived.
    ///
    /// If the task is canceled, or the body is not read to its end, the transfer ends.
    func send(_ request: UpdateRequest) async throws -> UpdateResponse
}

#if os(Linux)
    /// The usual transport: on Linux by libcurl, on Apple's systems by `URLSession`.
    ///
    /// Not `URLSession` on Linux: a `Content-Length` near the largest number ends the process inside of
    /// FoundationNetworking, which also decompresses bodies without a bound.
    public typealias SystemTransport = CurlTransport
#else
    /// The usual transport: on Linux by libcurl, on Apple's systems by `URLSession`.
    public typealias SystemTransport = URLSessionTransport
#endif

/// A request for a file, or a part of it.
public struct UpdateRequest: Hashable, Sendable {
    /// The address.
    public var url: String
    /// The requested bytes; `nil` requests all of them.
    public var range: Range<Int64>?
    /// Whether the updater accepts `http`, which it does only for this machine.
    public var allowsLoopback: Bool
    /// Whether it can be sent over a network that is paid by the byte, or that the user saves. On Linux it has no
    /// effect, because the system does not say what a network costs.
    public var allowsMetered: Bool
    /// Whether the server may compress the content for the transfer, with `gzip` and nothing else. The transport then
    /// decodes it piece by piece, because a few bytes can become gigabytes; the updater ends the transfer after 16 MB.
    /// A transport that cannot do so asks for the bytes as they are.
    public var acceptsGzip: Bool

    /// Creates a request.
    public init(
        url: String, range: Range<Int64>? = nil, allowsLoopback: Bool = false, allowsMetered: Bool = true,
        acceptsGzip: Bool = false
    ) {
        self.url = url
        self.range = range
        self.allowsLoopback = allowsLoopback
        self.allowsMetered = allowsMetered
        self.acceptsGzip = acceptsGzip
    }
}

/// The head of a response, and the stream of its body.
public struct UpdateResponse: Sendable {
    typealias Body = AsyncThrowingStream<[UInt8], any Error>

    /// The status, for example 200 or 206.
    public var status: Int
    /// The fields of the head by their names in lower case. The values of a field that occurs several times have commas
    /// between them.
    public var fields: [String: String]
    /// The body, in pieces of any length.
    public var body: AsyncThrowingStream<[UInt8], any Error>

    /// Creates a response.
    public init(status: Int, fields: [String: String], body: AsyncThrowingStream<[UInt8], any Error>) {
        self.status = status
        self.fields = fields
        self.body = body
    }
}

/// The rule for addresses: `https`, and `http` for this machine when that is allowed. Schemes and hosts have no case.
enum UpdateAddress {
    static func isAllowed(_ url: String, allowsLoopback: Bool) -> Bool {
        let url = url.lowercased()
        if url.hasPrefix("https://") { return true }
        guard allowsLoopback, url.hasPrefix("http://") else { return false }
        let authority = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return ["127.0.0.1", "localhost", "[::1]"].contains { host in
            let rest = authority.hasPrefix(host) ? authority.dropFirst(host.count) : "x"
            return rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }
}

/// The limits for a transfer.
public struct UpdateLimits: Hashable, Sendable {
    /// The time in which ``byteCountPerInterval`` bytes must arrive. A slower transfer ends.
    public var interval: Duration = .seconds(30)
    /// The bytes that must arrive in each ``interval``.
    public var byteCountPerInterval = 1024
    /// The times that a transfer is resumed within one download, if it made progress before it was cut.
    public var resumptions = 3

    /// Creates the usual limits.
    public init() {}
}
