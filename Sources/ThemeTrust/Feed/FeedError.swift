/// The reason why a file is not a feed, or is not trusted.
public enum FeedError: Error, Hashable, Sendable {
    /// The file breaks a rule of FEED.md. `place` is a path of keys, such as `channels.stable.year.bytes`, or a
    /// line and column.
    case malformed(place: String?, reason: String)
    /// The feed needs a newer version of this library, which reads versions up to `reads`.
    case newerFormat(minimumReader: Int, reads: Int)
    /// The signature is missing, wrong, or by somebody who is not trusted.
    case untrusted(TrustError)

    /// The reason for the error, in one clause.
    public var reason: String {
        switch self {
        case .malformed(_, let reason): reason
        case .newerFormat(let minimumReader, let reads):
            "the feed needs a reader of version \(minimumReader); this one reads version \(reads)"
        case .untrusted(let error): error.reason
        }
    }

    /// Advice on how to fix it.
    public var hint: String? {
        switch self {
        case .malformed: "fetch it again, or write it with 'themepack feed'"
        case .newerFormat: "update the app"
        case .untrusted(let error): error.hint
        }
    }
}

extension FeedError: CustomStringConvertible {
    /// Place and reason.
    public var description: String {
        if case .malformed(let place?, let reason) = self { return "\(place): \(reason)" }
        return reason
    }
}
