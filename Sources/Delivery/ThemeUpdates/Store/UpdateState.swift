import ThemeSystem

/// The state of a store. `state.json` contains it.
struct UpdateState: Codable, Equatable, Sendable {
    static let version = 1

    struct Pack: Codable, Equatable, Sendable {
        var sha256: String
        var bytes: Int64
        var version: String

        var digest: ContentDigest? { ContentDigest(hex: sha256) }
    }

    struct Theme: Codable, Equatable, Sendable {
        /// The pack in force; `nil` if it is the embedded one.
        var current: Pack?
        var previous: Pack?
        /// Downloaded and checked.
        var pending: Pack?
        /// The address of the feed that lists the pending pack.
        var pendingBase: String?
        /// The digest of the app's own pack at the time of the download; empty if there was none.
        var pendingEmbedded: String?
        /// The digest of the app's own pack at the time of the activation; empty if there was none.
        var embedded = ""
        /// The reasons by the digests of packs that were rolled back.
        var barred: [String: String] = [:]

        var packs: [Pack] { [current, previous, pending].compactMap { $0 } }
    }

    /// The newest feed of one address, as the checks found it.
    struct Seen: Codable, Equatable, Sendable {
        /// The number of the newest feed; 0 if none was seen.
        var sequence: UInt64 = 0
        /// The SHA-256 of the newest feed.
        var feed = ""
        /// The fingerprint of the key that signed it.
        var key: String?
        /// The moment at which the newest feed expires, in seconds since 1970.
        var expires: Int64 = 0
        /// The packs of the store that the newest feed has withdrawn.
        var withdrawn: Set<String> = []
    }

    var formatVersion = version
    /// A random number of this installation, for rollouts.
    var installation: String
    /// The newest feed of each address. Several updaters of a store can follow several addresses.
    var seen: [String: Seen] = [:]
    var themes: [String: Theme] = [:]
    /// The themes of the last activation.
    var activated: [String] = []

    func seen(at base: String) -> Seen { seen[base] ?? Seen() }

    /// Whether a feed of any address has withdrawn the pack.
    func isWithdrawn(_ pack: Pack) -> Bool { seen.values.contains { $0.withdrawn.contains(pack.sha256) } }

    static func new() -> UpdateState {
        let digits = (0..<2).map { _ in UInt64.random(in: .min ... .max).hexadecimal(digits: 16) }
        return UpdateState(installation: digits.joined())
    }

    /// The members that every version has in the same place. A newer app may have written the rest.
    private struct Constant: Codable {
        var formatVersion: Int
        var installation: String?
        var seen: [String: Seen]?
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return Array(try encoder.encode(self))
    }

    /// Reads a state. From a newer version it takes only what protects against older feeds. Returns `nil` if the
    /// file is damaged.
    init?(bytes: [UInt8]) {
        let decoder = JSONDecoder()
        guard let constant = try? decoder.decode(Constant.self, from: Data(bytes)) else { return nil }
        if constant.formatVersion == Self.version {
            guard let state = try? decoder.decode(UpdateState.self, from: Data(bytes)) else { return nil }
            self = state
            return
        }
        guard constant.formatVersion > Self.version else { return nil }
        self = .new()
        if let installation = constant.installation { self.installation = installation }
        seen = constant.seen ?? [:]
    }

    private init(installation: String) { self.installation = installation }
}
