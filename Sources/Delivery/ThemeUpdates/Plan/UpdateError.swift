/// The reason why a theme was not updated. The themes in force stay.
public indirect enum UpdateError: DescribedError, Sendable {
    /// An address is not `https`.
    case insecure(url: String)
    /// A file cannot be fetched: there is no connection, or it was cut.
    case unreachable(url: String, reason: String)
    /// The server answered with a status other than 200 or 206, for example a redirect that is not followed.
    /// `retryAfter` is the time that it asks for.
    case status(url: String, Int, retryAfter: Duration?)
    /// The server's answer is not usable: compressed, another range, longer or shorter than the feed says.
    case unusableAnswer(url: String, reason: String)
    /// The transfer was slower than the limit.
    case tooSlow(url: String)
    /// The feed cannot be read or is not trusted.
    case feed(FeedError)
    /// The feed belongs to another address.
    case otherBase(found: FeedBase, expected: FeedBase)
    /// The feed is older than one that was seen before.
    case olderFeed(sequence: UInt64, known: UInt64)
    /// Two feeds have the same number and different contents.
    case changedFeed(sequence: UInt64)
    /// The feed has expired. What is installed stays.
    case expired(since: Moment)
    /// A file does not have the SHA-256 that the feed lists.
    case wrongFile(url: String)
    /// A downloaded file is not the pack that the feed describes.
    case wrongPack(ThemeID, reason: String)
    /// The plan does not fit the state of the store any more.
    case outdatedPlan
    /// The store cannot be read or written, for example because the disk is full.
    case store(path: String, reason: String)
    /// Another process is updating this store. A task that is canceled does not wait for it any longer.
    case busy(path: String)
    /// The themes cannot be shown. The ones before are in force.
    case notShown(reason: String)
    /// There is no version to go back to.
    case nothingToRollBack
    /// The store's packs and those of the plan have more bytes than ``UpdateSource/quota``. Nothing was fetched.
    case overQuota(needed: Int64, quota: Int64)
    /// A theme that was asked for cannot be fetched; without an obstacle, the channel does not list it.
    case unavailable(ThemeID, UpdatePlan.Obstacle?)

    /// The reason.
    public var message: String { reason }

    /// The reason, in one clause.
    public var reason: String {
        switch self {
        case .insecure(let url): "'\(url)' is not an https address"
        case .unreachable(let url, let reason): "'\(url)' cannot be fetched: \(reason)"
        case .status(let url, let status, _): "the server answered \(status) for '\(url)'"
        case .unusableAnswer(let url, let reason): "the answer for '\(url)' \(reason)"
        case .tooSlow(let url): "'\(url)' arrives too slowly"
        case .feed(let error): "the feed is refused: \(error.message)"
        case .otherBase(let found, let expected): "the feed is for \(found), not for \(expected)"
        case .olderFeed(let sequence, let known):
            "the feed has the number \(sequence); \(known) was seen before"
        case .changedFeed(let sequence): "there are two feeds with the number \(sequence)"
        case .expired(let since): "the feed has expired on \(since)"
        case .wrongFile(let url): "'\(url)' has another SHA-256 than the feed says"
        case .wrongPack(let theme, let reason): "the pack of '\(theme)' \(reason)"
        case .outdatedPlan: "the plan is older than the last check"
        case .store(let path, let reason): "'\(path)' \(reason)"
        case .busy(let path): "another process uses '\(path)'"
        case .notShown(let reason): "the themes cannot be shown: \(reason)"
        case .nothingToRollBack: "there is no earlier version"
        case .overQuota(let needed, let quota):
            "the packs need \(needed) bytes in the store, which may have \(quota)"
        case .unavailable(let theme, nil): "the channel has no theme '\(theme)'"
        case .unavailable(let theme, let obstacle?): "the theme '\(theme)' cannot be fetched: \(obstacle)"
        }
    }

    /// Advice on how to fix it; `nil` if there is no general advice.
    public var hint: String? {
        switch self {
        case .insecure: "serve the feed over https"
        case .unreachable, .tooSlow: "check the connection, and update again"
        case .status, .unusableAnswer: "let the server answer with the files as they were published"
        case .feed(let error): error.hint
        case .otherBase: "follow the address of the feed, or publish a feed for this one"
        case .olderFeed, .changedFeed: "publish a feed with a higher number"
        case .expired: "publish a new feed; if there is one, check the device's clock"
        case .wrongFile, .wrongPack: "update again; if it stays so, publish the packs and the feed again"
        case .outdatedPlan: "check again, and download by the new plan"
        case .store: "check the path, its permissions and the room on its disk"
        case .busy: "update again later"
        case .overQuota: "raise the quota, or ask for fewer themes"
        case .notShown, .nothingToRollBack, .unavailable: nil
        }
    }
}

extension UpdateError {
    /// Whether the same call can succeed later, without a new app or another feed.
    public var isTransient: Bool {
        switch self {
        case .unreachable, .tooSlow, .busy, .outdatedPlan: true
        case .status(_, let status, _): [408, 425, 429].contains(status) || status >= 500
        // A login page of a network, and an edge of a CDN that is behind.
        case .unusableAnswer, .wrongFile, .olderFeed: true
        case .feed(.untrusted(.differentBytes)): true
        case .insecure, .feed, .otherBase, .changedFeed, .expired, .wrongPack, .store, .notShown, .nothingToRollBack,
            .overQuota, .unavailable:
            false
        }
    }

    /// Whether another server of the same files can answer better: see ``UpdateSource/mirrors``.
    var isOfServer: Bool {
        switch self {
        case .unreachable, .tooSlow, .status, .unusableAnswer, .wrongFile, .feed, .otherBase, .olderFeed, .changedFeed:
            true
        default: false
        }
    }

    /// The address of the file that did not arrive; `nil` if the error is not about a file.
    public var url: String? {
        switch self {
        case .insecure(let url), .unreachable(let url, _), .status(let url, _, _), .unusableAnswer(let url, _),
            .tooSlow(let url), .wrongFile(let url):
            url
        default: nil
        }
    }
}

/// A file that did not arrive, or not as the feed says. The update can succeed in another way.
public struct UpdateFailure: Sendable {
    /// The next step of the updater.
    public enum NextStep: Hashable, Sendable {
        /// The same file is requested again, if possible from where it ended.
        case retry
        /// The pack is fetched without its delta.
        case otherWay
        /// The next of ``UpdateSource/mirrors`` is asked.
        case nextServer
        /// The call throws the error, or that of the first server.
        case end
    }

    /// The theme of the file; `nil` for the feed and its signature.
    public let theme: ThemeID?
    /// The server that was asked.
    public let server: FeedBase
    /// The reason. ``UpdateError/url`` names the file.
    public let error: UpdateError
    /// The next step of the updater.
    public let next: NextStep
}
