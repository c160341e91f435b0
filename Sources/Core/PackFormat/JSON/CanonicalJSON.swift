package import ThemeModel

/// Writes JSON as FORMAT.md specifies it: the same values give the same bytes on every machine. Foundation's encoders
/// format numbers and white space differently on each platform.
package struct CanonicalJSON: Sendable {
    package enum Style: Sendable {
        case canonical
        /// As Foundation writes it, and Xcode with it: a space before the colon, empty lines in empty containers, and
        /// escaped slashes. Saving the file in Xcode changes no byte.
        case xcode
    }

    private var output: [UInt8] = []
    private let spreadDepth: Int
    private let style: Style
    private var depth = 0
    private var isContainerEmpty = true
    private var followsKey = false

    /// - Parameter spreadDepth: the levels of objects and lists that are spread over indented lines.
    package init(spreadDepth: Int = .max, style: Style = .canonical, reserving count: Int = 0) {
        self.spreadDepth = spreadDepth
        self.style = style
        output.reserveCapacity(count)
    }

    /// Returns UTF-8 with a line feed at its end. Numbers must be finite.
    package static func encode(
        _ value: SettingValue, spreadDepth: Int = .max, style: Style = .canonical
    ) -> [UInt8] {
        var writer = CanonicalJSON(spreadDepth: spreadDepth, style: style)
        writer.write(value)
        return writer.finish()
    }

    /// Returns the value in one line, without a line feed at its end.
    package static func line(_ value: SettingValue) -> String {
        String(decoding: encode(value, spreadDepth: 0).dropLast(), as: UTF8.self)
    }

    /// Ends the text, once. `consuming` would let the caller keep a second copy of the bytes.
    package mutating func finish() -> [UInt8] {
        output.append(UInt8(ascii: "\n"))
        return output
    }

    // A member of an object has a key that needs no escapes, or follows a call of `key(_:)`.

    package mutating func write(_ value: SettingValue, for key: StaticString? = nil) {
        switch value {
        case .null: scalar("null", for: key)
        case .boolean(let flag): scalar(flag ? "true" : "false", for: key)
        case .number(let number): scalar(Self.decimal(number), for: key)
        case .string(let text): write(text, for: key)
        case .list(let items):
            list(for: key) { writer in for item in items { writer.write(item) } }
        case .object(let members):
            object(for: key) { writer in
                for (key, value) in members.sorted(by: { UTF8Order.precedes($0.key, $1.key) }) {
                    writer.key(key)
                    writer.write(value)
                }
            }
        }
    }

    package mutating func write(_ text: String, for key: StaticString? = nil) {
        separate(for: key)
        quote(text)
    }

    package mutating func write(_ number: some FixedWidthInteger, for key: StaticString? = nil) {
        guard var rest = UInt64(exactly: number) else { return scalar(String(number), for: key) }
        separate(for: key)
        // This is faster than a string.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = digits.count
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            output.append(contentsOf: digits[start...])
        }
    }

    package mutating func write(_ digest: ContentDigest, for key: StaticString? = nil) {
        separate(for: key)
        output.append(UInt8(ascii: "\""))
        digest.addHexadecimalDigits(to: &output)
        output.append(UInt8(ascii: "\""))
    }

    /// Writes a string that needs no escapes, such as a portable path. `text` appends it.
    mutating func writePlain(for key: StaticString? = nil, _ text: (inout [UInt8]) -> Void) {
        assert(style == .canonical, "a slash needs an escape in Xcode's style")
        separate(for: key)
        output.append(UInt8(ascii: "\""))
        let start = output.count
        text(&output)
        assert(!output[start...].contains(where: Self.isEscaped), "a character needs an escape")
        output.append(UInt8(ascii: "\""))
    }

    /// Returns the text so far, and removes it. A copy of the writer then writes the next values on its own.
    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Goes on after items of the current list that a copy of the writer writes.
    mutating func skipItems() { isContainerEmpty = false }

    /// Writes a value of this depth that was encoded before.
    mutating func write(encoded value: ArraySlice<UInt8>) {
        separate()
        output.append(contentsOf: value)
    }

    /// Writes a key. The caller writes its value next, and keeps keys in order.
    package mutating func key(_ key: String) {
        write(key)
        append(plain: style == .xcode ? " : " : ": ")
        followsKey = true
    }

    package mutating func list(for key: StaticString? = nil, _ items: (inout CanonicalJSON) -> Void) {
        enclose("[", "]", key, items)
    }

    package mutating func object(for key: StaticString? = nil, _ members: (inout CanonicalJSON) -> Void) {
        enclose("{", "}", key, members)
    }

    private mutating func enclose(
        _ open: StaticString, _ close: StaticString, _ key: StaticString?, _ body: (inout CanonicalJSON) -> Void
    ) {
        separate(for: key)
        append(plain: open)
        depth = depth + 1
        isContainerEmpty = true
        body(&self)
        depth -= 1
        if isContainerEmpty, style == .xcode {
            output.append(UInt8(ascii: "\n"))
            newLine()
        }
        if !isContainerEmpty, depth < spreadDepth { newLine() }
        isContainerEmpty = false
        append(plain: close)
    }

    /// Writes the comma and white space before a value or a key, then the key of the value.
    private mutating func separate(for key: StaticString? = nil) {
        if followsKey {
            followsKey = false
            return
        }
        guard depth > 0 else { return }
        let isSpread = depth <= spreadDepth
        if !isContainerEmpty { append(plain: isSpread ? "," : ", ") }
        if isSpread { newLine() }
        isContainerEmpty = false
        guard let key else { return }
        output.append(UInt8(ascii: "\""))
        append(plain: key)
        append(plain: style == .xcode ? "\" : " : "\": ")
    }

    private mutating func newLine() {
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { append(plain: "  ") }
    }

    private mutating func scalar(_ text: String, for key: StaticString?) {
        separate(for: key)
        append(text)
    }

    /// Appends one byte after the other, because this is faster for a few.
    @inline(__always)
    private mutating func append(plain text: StaticString) {
        text.withUTF8Buffer { for byte in $0 { output.append(byte) } }
    }

    @inline(__always)
    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { output.append(contentsOf: $0) }
    }

    private mutating func quote(_ text: String) {
        output.append(UInt8(ascii: "\""))
        let isPlain = text.utf8.withContiguousStorageIfAvailable { !$0.contains(where: Self.isEscaped) }
        if isPlain == true, style == .canonical { append(text) } else { for byte in text.utf8 { escape(byte) } }
        output.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        case UInt8(ascii: "/") where style == .xcode: append("\\/")
        case 0..<0x20: append("\\u" + byte.hexadecimal(digits: 4))
        default: output.append(byte)
        }
    }

    /// Integers up to 2^53 have no fraction. Swift's `description` has the fewest digits that give the same number.
    private static func decimal(_ number: Double) -> String {
        if number == number.rounded(), number.magnitude <= 9_007_199_254_740_992 { return String(Int64(number)) }
        return number.description
    }
}
