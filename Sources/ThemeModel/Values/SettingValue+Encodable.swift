extension SettingValue: Encodable {
    /// Encodes the value as it is in a configuration file.
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
