package protocol JSONConvertible {
    var json: SettingValue { get }
}

extension SettingValue {
    /// Makes an object without the members that are `nil`.
    package static func members(_ members: KeyValuePairs<String, (any JSONConvertible)?>) -> SettingValue {
        .object(Dictionary(members.compactMap { key, value in value.map { (key, $0.json) } }) { $1 })
    }
}

extension JSONConvertible where Self: CustomStringConvertible {
    package var json: SettingValue { .string(description) }
}

extension JSONConvertible where Self: BinaryInteger {
    package var json: SettingValue { .number(Double(self)) }
}

extension SettingValue: JSONConvertible {
    package var json: SettingValue { self }
}

extension Bool: JSONConvertible {
    package var json: SettingValue { .boolean(self) }
}

extension Double: JSONConvertible {
    package var json: SettingValue { .number(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
    package var json: SettingValue { .list(map(\.json)) }
}

extension String: JSONConvertible {}
extension Int: JSONConvertible {}
extension Int64: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt64: JSONConvertible {}
extension ContentDigest: JSONConvertible {}
extension LogicalName: JSONConvertible {}
extension SemanticVersion: JSONConvertible {}
extension ThemeID: JSONConvertible {}
