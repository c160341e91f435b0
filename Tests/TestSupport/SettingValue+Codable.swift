public import ThemeModel

/// Lets tests compare this package's readers with Foundation's coders of JSON and property lists.
extension SettingValue: Decodable {
    public init(from decoder: any Decoder) throws {
        if let object = try? [String: SettingValue](from: decoder) {
            self = .object(object)
        } else if let list = try? [SettingValue](from: decoder) {
            self = .list(list)
        } else {
            self = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> SettingValue {
        if let text = try? container.decode(String.self) { return .string(text) }
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .boolean(flag) }
        let number = try container.decode(Double.self)
        guard number.isFinite else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not finite")
        }
        return .number(number)
    }
}

extension SettingValue: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .list(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}
