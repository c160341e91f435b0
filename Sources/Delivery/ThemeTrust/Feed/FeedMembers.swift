import ThemeSystem

/// An object of a feed. Every member must be read; the place is named in errors.
struct FeedMembers {
    let place: String
    private let members: [String: SettingValue]

    /// - Parameter keys: the known keys; `nil` if any key is allowed.
    init(_ value: SettingValue?, at place: String, keys: [String]?) throws(FeedError) {
        self.place = place
        guard case .object(let members)? = value else {
            throw .malformed(place: place.isEmpty ? nil : place, reason: "expected an object")
        }
        self.members = members
        if let keys, let unknown = members.keys.sorted().first(where: { !keys.contains($0) }) {
            throw problem(unknown, "this member is not known")
        }
    }

    var all: [(key: String, value: SettingValue)] { members.sorted { UTF8Order.precedes($0.key, $1.key) } }

    func value(_ key: String) throws(FeedError) -> SettingValue {
        guard let value = members[key] else { throw problem(key, "this member is missing") }
        return value
    }

    func place(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

    func problem(_ key: String, _ reason: String) -> FeedError { .malformed(place: place(key), reason: reason) }

    func text(_ key: String) throws(FeedError) -> String {
        guard case .string(let text) = try value(key) else { throw problem(key, "expected a string") }
        return text
    }

    func number(_ key: String, _ range: ClosedRange<UInt64>) throws(FeedError) -> UInt64 {
        guard case .number(let number) = try value(key), let whole = UInt64(exactly: number), range.contains(whole)
        else {
            throw problem(key, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
    }

    func list(_ key: String) throws(FeedError) -> [SettingValue] {
        guard case .list(let items) = try value(key) else { throw problem(key, "expected a list") }
        return items
    }

    func named<Value>(
        _ key: String, _ parse: (String) throws(InvalidName) -> Value
    ) throws(FeedError) -> Value {
        let text = try text(key)
        return try rethrow(as: { problem(key, "expected \($0.expected)") }) { () throws(InvalidName) in
            try parse(text)
        }
    }

    func digest(_ key: String) throws(FeedError) -> ContentDigest {
        guard let digest = Self.digest(try value(key)) else { throw problem(key, Self.digestExpected) }
        return digest
    }

    static let digestExpected = "expected 64 hexadecimal digits in lower case"

    static func digest(_ value: SettingValue) -> ContentDigest? {
        guard case .string(let text) = value, !text.utf8.contains(where: { (0x41...0x46).contains($0) }) else {
            return nil
        }
        return ContentDigest(hex: text)
    }
}
