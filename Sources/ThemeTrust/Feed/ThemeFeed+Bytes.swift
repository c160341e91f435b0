import PackFormat
import ThemeModel

extension ThemeFeed {
    /// The file: canonical JSON. Equal feeds have equal bytes.
    public var bytes: [UInt8] { CanonicalJSON.encode(value) }

    private var value: SettingValue {
        let channels = channels.map { channel, themes in
            (channel.string, SettingValue.object(Self.object(themes.map { ($0.string, $1.value) })))
        }
        return .object([
            "base": .string(base.string),
            "channels": .object(Self.object(channels)),
            "expires": .string(expires.description),
            "formatVersion": .number(Double(Self.formatVersion)),
            "minimumReader": .number(1),
            "sequence": .number(Double(sequence)),
            "withdrawn": .list(withdrawn.sorted(by: ContentDigest.precedesByBytes).map { .string($0.description) }),
        ])
    }

    private static func object(_ members: [(String, SettingValue)]) -> [String: SettingValue] {
        Dictionary(members, uniquingKeysWith: { first, _ in first })
    }
}

extension FeedEntry {
    fileprivate var value: SettingValue {
        var members = pack.members
        members["contract"] = .string(contract.description)
        members["deltas"] = .list(deltas.map(\.value))
        members["minimumReader"] = .number(Double(minimumReader))
        members["rollout"] = .number(Double(rollout))
        members["version"] = .string(version.description)
        return .object(members)
    }
}

extension FeedDelta {
    fileprivate var value: SettingValue {
        var members = file.members
        members["base"] = .string(base.description)
        return .object(members)
    }
}

extension FeedFile {
    fileprivate var members: [String: SettingValue] {
        [
            "address": .string(address), "bytes": .number(Double(byteCount)),
            "sha256": .string(digest.description),
        ]
    }
}
