import ThemeModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads JSON. Foundation accepts trailing commas and duplicate keys, and reports no line.
struct JSONScanner {
    private let text: SourceText
    private let limits: ProjectLimits
    private static let scalarPositionsMax = 1000
    private var offset = 0
    private var pathLength = 0
    private var pathBytes = 0
    private var document = SourceDocument(value: .null)
    private var brackets = OpenBrackets()

    static func document(of bytes: [UInt8], _ limits: ProjectLimits) throws(SourceError) -> SourceDocument {
        var scanner = JSONScanner(text: try SourceText(bytes), limits: limits)
        do throws(SourceError) {
            scanner.document.value = try scanner.value(at: .root, depth: 0)
            scanner.skipSpace()
            guard scanner.next == nil else { throw scanner.problem("expected the end of the file") }
        } catch {
            throw JSONMistake(in: scanner.text, at: scanner.offset, scanner.brackets)?.error ?? error
        }
        return scanner.document
    }

    private init(text: SourceText, limits: ProjectLimits) { (self.text, self.limits) = (text, limits) }

    private var next: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { offset += 1 }
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: mark) else { return false }
        offset += 1
        return true
    }

    private mutating func value(at path: SettingPath, depth: Int) throws(SourceError) -> SettingValue {
        skipSpace()
        guard depth <= limits.configDepth else {
            throw problem("is nested more than \(limits.configDepth) levels deep", hint: "flatten it")
        }
        guard document.valuePositions.count < limits.configValues else {
            throw problem("contains more than \(limits.configValues) values", hint: "split it, or raise the limit")
        }
        pathBytes += pathLength
        guard pathBytes <= limits.configPathBytes else {
            throw problem(limits.longPaths, hint: ProjectLimits.pathsHint)
        }
        document.valuePositions[path] = text.position(of: offset)
        switch next {
        case UInt8(ascii: "{"): return try object(at: path, depth: depth)
        case UInt8(ascii: "["): return try list(at: path, depth: depth)
        default: return try scalar()
        }
    }

    private mutating func scalar() throws(SourceError) -> SettingValue {
        switch next {
        case nil:
            throw problem(
                "the file ends where a value is expected", hint: "was it truncated? {} is a file without settings")
        case UInt8(ascii: "\""): return .string(try string())
        default: return try word()
        }
    }

    private mutating func object(at path: SettingPath, depth: Int) throws(SourceError) -> SettingValue {
        brackets.open(at: offset)
        offset += 1
        var members: [String: SettingValue] = [:]
        if take("}") {
            brackets.close(at: offset - 1, in: text)
            return .object(members)
        }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else {
                throw problem(
                    "expected a key in quotation marks", hint: next == UInt8(ascii: "}") ? trailingCommaHint : nil)
            }
            let position = text.position(of: offset)
            let key = try string()
            guard key.utf8.count <= limits.configKeyBytes else {
                throw problem("the key before this place has more than \(limits.configKeyBytes) bytes")
            }
            let member = path.appending(key)
            guard take(":") else { throw problem("expected ':' after the key \"\(key)\"") }
            pathLength += key.utf8.count + 1
            let value = try value(at: member, depth: depth + 1)
            pathLength -= key.utf8.count + 1
            if members[key] != nil {
                document.duplicateKeys.append(
                    .duplicate(member, at: position, after: document.keyPositions[member]))
            }
            members[key] = value
            document.keyPositions[member] = position
        } while take(",")
        guard take("}") else { throw problem("expected ',' or '}'") }
        brackets.close(at: offset - 1, in: text)
        return .object(members)
    }

    private mutating func list(at path: SettingPath, depth: Int) throws(SourceError) -> SettingValue {
        brackets.open(at: offset)
        offset += 1
        var items: [SettingValue] = []
        if take("]") {
            brackets.close(at: offset - 1, in: text)
            return .list(items)
        }
        repeat {
            skipSpace()
            if next == UInt8(ascii: "]") { throw problem("expected a value", hint: trailingCommaHint) }
            let isContainer = next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
            // Positions take a hundred times the memory of numbers, and no error refers to numbers in long lists.
            if isContainer || items.count < Self.scalarPositionsMax {
                let index = String(items.count)
                pathLength += index.utf8.count + 1
                items.append(try value(at: path.appending(index), depth: depth + 1))
                pathLength -= index.utf8.count + 1
            } else {
                items.append(try scalar())
            }
        } while take(",")
        guard take("]") else { throw problem("expected ',' or ']'") }
        brackets.close(at: offset - 1, in: text)
        return .list(items)
    }

    private mutating func string() throws(SourceError) -> String {
        let start = offset
        var plain = true
        offset += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte < 0x20 {
                throw problem(
                    "a string contains a line break or another control character", hint: "write \\n for a line break")
            }
            if byte == UInt8(ascii: "\\") {
                plain = false
                offset += 1
            }
            offset += 1
        }
        guard next != nil else {
            offset = start
            throw problem("the string that starts here has no end", hint: "close it with a quotation mark")
        }
        offset += 1
        if plain { return String(decoding: text.bytes[start + 1..<offset - 1], as: UTF8.self) }
        guard let string = try? JSONDecoder().decode(String.self, from: Data(text.bytes[start..<offset])) else {
            offset = start
            throw problem("the string has an escape that does not exist", hint: "a backslash itself is written \\\\")
        }
        return string
    }

    private mutating func word() throws(SourceError) -> SettingValue {
        let start = offset
        while let byte = next, !Self.wordEnds.contains(byte) { offset += 1 }
        let word = text.bytes[start..<offset]
        switch word {
        case Self.null: return .null
        case Self.true: return .boolean(true)
        case Self.false: return .boolean(false)
        default: break
        }
        guard let number = Self.number(word) else {
            offset = start
            throw problem(
                "'\(String(decoding: word.prefix(20), as: UTF8.self))' is not a value",
                hint: "write strings in quotation marks, and numbers as 12, -0.5 or 1e3")
        }
        let isInteger = word.allSatisfy { $0 == UInt8(ascii: "-") || $0.isASCIIDigit }
        guard !isInteger || number.magnitude <= Double(SourceError.exactIntegerMax) else {
            throw .inexactInteger(at: text.position(of: start))
        }
        return .number(number)
    }

    private static let null = ArraySlice("null".utf8)
    private static let `true` = ArraySlice("true".utf8)
    private static let `false` = ArraySlice("false".utf8)
    private static let wordEnds = Array(" \t\r\n,:]}[{\"".utf8)

    /// Returns a number as RFC 8259, section 6, defines it; `nil` if it is another word, or too large for a double.
    private static func number(_ word: ArraySlice<UInt8>) -> Double? {
        var rest = word
        func takeDigits() -> Int {
            let count = rest.prefix(while: \.isASCIIDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = takeDigits()
        guard whole == 1 || whole > 1 && !startsWithZero else { return nil }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits() > 0 else { return nil }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard takeDigits() > 0 else { return nil }
        }
        guard rest.isEmpty, let number = Double(String(decoding: word, as: UTF8.self)), number.isFinite else {
            return nil
        }
        return number
    }

    private let trailingCommaHint = "remove the comma before it"

    private func problem(_ message: String, hint: String? = nil) -> SourceError {
        SourceError(position: text.position(of: offset), message: message, hint: hint)
    }
}
