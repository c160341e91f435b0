/// The one way in which a pack writes JSON, so that the same values are the same bytes on every machine: keys in the order
/// of their UTF-8 bytes, two spaces of indentation down to a given depth and one line below it, shortest decimal numbers,
/// no escapes but those that JSON demands. Foundation's encoders format numbers and white space differently by platform.
public struct CanonicalJSON {
    private var output: [UInt8] = []
    private let openDepth: Int

    /// - Parameter openDepth: how many levels of objects and lists are spread over lines.
    /// - Returns: UTF-8, with a line feed at its end.
    public static func encode(_ value: SettingValue, openDepth: Int = .max) -> [UInt8] {
        var writer = CanonicalJSON(openDepth: openDepth)
        writer.write(value, depth: 0)
        writer.output.append(UInt8(ascii: "\n"))
        return writer.output
    }

    private init(openDepth: Int) { self.openDepth = openDepth }

    private mutating func write(_ value: SettingValue, depth: Int) {
        switch value {
        case .null: append("null")
        case .boolean(let flag): append(flag ? "true" : "false")
        case .number(let number): append(Self.decimal(number))
        case .string(let text): write(text)
        case .list(let items):
            enclose("[", "]", items, depth: depth) { writer, item in writer.write(item, depth: depth + 1) }
        case .object(let members):
            let sorted = members.sorted { ByteOrder.precedes($0.key, $1.key) }
            enclose("{", "}", sorted, depth: depth) { writer, member in
                writer.write(member.key)
                writer.append(": ")
                writer.write(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func enclose<Item>(
        _ open: String, _ close: String, _ items: [Item], depth: Int, each: (inout CanonicalJSON, Item) -> Void
    ) {
        append(open)
        let spread = depth < openDepth && !items.isEmpty
        for (index, item) in items.enumerated() {
            if index > 0 { append(spread ? "," : ", ") }
            if spread { newLine(depth + 1) }
            each(&self, item)
        }
        if spread { newLine(depth) }
        append(close)
    }

    private mutating func newLine(_ depth: Int) {
        append("\n")
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

    private mutating func write(_ text: String) {
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\r"): append("\\r")
            case UInt8(ascii: "\t"): append("\\t")
            case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
            default: output.append(byte)
            }
        }
        append("\"")
    }

    /// Integers that a double holds exactly are written without fraction; everything else as the shortest digits that read
    /// back as the same double, which is what Swift's `description` gives.
    private static func decimal(_ number: Double) -> String {
        if number == number.rounded(), number.magnitude <= 9_007_199_254_740_992 { return String(Int64(number)) }
        return number.description
    }
}
