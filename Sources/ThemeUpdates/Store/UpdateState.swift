#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import ThemeModel

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
        /// The fingerprint of the key that signed it; `nil` if an earlier version wrote the state.
        var key: String?
        /// The moment at which the newest feed expires, in seconds since 1970.
        var expires: Int64 = 0
        /// The packs of the store that the newest feed has withdrawn.
        var withdrawn: Set<String> = []
    }

    var formatVersion = version
    /// A random number of this installation, for rollouts.
    var installation: String
    /// The address that the five members after it belong to. They are those of ``Seen``.
    private var base = ""
    private var sequence: UInt64 = 0
    private var feed = ""
    private var key: String?
    private var expires: Int64 = 0
    private var withdrawn: Set<String> = []
    /// What was seen at other addresses, which other updaters of the store follow. Earlier versions do not write it.
    private var otherBases: [String: Seen]?
    var themes: [String: Theme] = [:]
    /// The themes of the last activation.
    var activated: [String] = []

    /// The newest feed that the checks found at an address.
    func seen(at base: String) -> Seen {
        if base != self.base { return otherBases?[base] ?? Seen() }
        return Seen(sequence: sequence, feed: feed, key: key, expires: expires, withdrawn: withdrawn)
    }

    /// Replaces the newest feed of an address. Those of others stay.
    mutating func see(_ seen: Seen, at base: String) {
        if base != self.base {
            var others = otherBases ?? [:]
            if !self.base.isEmpty { others[self.base] = self.seen(at: self.base) }
            others[base] = nil
            otherBases = others.isEmpty ? nil : others
            self.base = base
        }
        sequence = seen.sequence
        feed = seen.feed
        key = seen.key
        expires = seen.expires
        withdrawn = seen.withdrawn
    }

    /// Whether a feed of any address has withdrawn the pack.
    func isWithdrawn(_ pack: Pack) -> Bool {
        withdrawn.contains(pack.sha256) || otherBases?.values.contains { $0.withdrawn.contains(pack.sha256) } ?? false
    }

    static func new() -> UpdateState {
        let digits = (0..<2).map { _ in
            let text = UInt64.random(in: .min ... .max).hexadecimal()
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return UpdateState(installation: digits.joined())
    }

    /// The members that every version has in the same place. A newer app may have written the rest.
    private struct Constant: Codable {
        var formatVersion: Int
        var installation: String?
        var base: String?
        var sequence: UInt64?
        var feed: String?
        var key: String?
        var expires: Int64?
        var withdrawn: Set<String>?
        var otherBases: [String: Seen]?
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
        base = constant.base ?? ""
        sequence = constant.sequence ?? 0
        feed = constant.feed ?? ""
        key = constant.key
        expires = constant.expires ?? 0
        withdrawn = constant.withdrawn ?? []
        otherBases = constant.otherBases
    }

    private init(installation: String) { self.installation = installation }
}
