extension SettingValue: Decodable {
    /// Decodes JSON or a property list. Dates, data and numbers that are not finite are errors.
    public init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            var object: [String: SettingValue] = [:]
            for key in members.allKeys { object[key.stringValue] = try members.decode(SettingValue.self, forKey: key) }
            self = .object(object)
            return
        }
        if var items = try? decoder.unkeyedContainer() {
            var list: [SettingValue] = []
            while !items.isAtEnd { list.append(try items.decode(SettingValue.self)) }
            self = .list(list)
            return
        }
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else {
            let number = try container.decode(Double.self)
            guard number.isFinite else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not finite")
            }
            self = .number(number)
        }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
