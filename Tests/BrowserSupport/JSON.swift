import Foundation

/// A value of the DevTools protocol.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    public subscript(key: String) -> JSON {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    public var string: String? { if case .string(let value) = self { value } else { nil } }
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [JSON] { if case .array(let value) = self { value } else { [] } }

    init(parsing bytes: Data) throws {
        self = JSON(try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed))
    }

    private init(_ value: Any) {
        self =
            switch value {
            case let value as [String: Any]: .object(value.mapValues { JSON($0) })
            case let value as [Any]: .array(value.map { JSON($0) })
            case let value as String: .string(value)
            // On Linux and macOS, a Boolean of JSON is the only number whose type is a C character.
            case let value as NSNumber where value.isBoolean: .bool(value.boolValue)
            case let value as NSNumber: .number(value.doubleValue)
            default: .null
            }
    }

    private var foundation: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.map(\.foundation)
        case .object(let members): members.mapValues(\.foundation)
        }
    }

    var bytes: Data {
        get throws { try JSONSerialization.data(withJSONObject: foundation, options: .fragmentsAllowed) }
    }

    /// The value as JavaScript source.
    public var source: String { (try? String(decoding: bytes, as: UTF8.self)) ?? "null" }
}

extension NSNumber {
    fileprivate var isBoolean: Bool { String(cString: objCType) == "c" }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
}
