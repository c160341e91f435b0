extension SourceText {
    /// Returns an error about a usual mistake at a place where JSON cannot be read any more; `nil` for another one.
    func mistake(_ defect: SettingsError) -> SourceError? {
        let offset = defect.offset
        func error(at offset: Int, _ message: String, _ hint: String) -> SourceError {
            SourceError(position: position(of: offset), message: message, hint: hint)
        }
        let rest = bytes[min(offset, bytes.count)...]
        if let conflict = conflict(at: position(of: offset).line) { return conflict }
        if case .notAValue(let word) = defect.defect, word.hasPrefix("#"),
            [4, 5, 7, 9].contains(word.utf8.count), word.utf8.dropFirst().allSatisfy({ $0.hexDigitValue != nil })
        {
            return error(at: offset, "the color is not in quotation marks", "write \"\(word)\"")
        }
        if case .notAValue(let word) = defect.defect, let other = Self.words[word.lowercased()] {
            return error(at: offset, "'\(word)' is not a value", "write \(other)")
        }
        if rest.starts(with: "```".utf8) {
            return error(at: offset, "is a block of code in Markdown, not JSON", "remove the lines of ```")
        }
        if bytes.starts(with: "{\\rtf".utf8) {
            return error(at: 0, "is rich text (RTF), not JSON", "save it as plain text")
        }
        if case .expectedKey(followsComma: false) = defect.defect, let next = rest.first {
            let before = bytes[..<offset].suffix(2)
            if next.isASCIIDigit, before.first?.isASCIIDigit == true, before.last == UInt8(ascii: ",") {
                return error(at: offset - 1, "a number has a comma in it", "write a decimal point")
            }
            if next == UInt8(ascii: ",") { return error(at: offset, "a comma follows another one", "remove one") }
            if next == UInt8(ascii: ".") {
                return error(at: offset, "expected a key", "write the members themselves in place of the dots")
            }
        }
        if ["//", "/*", "#"].contains(where: { rest.starts(with: $0.utf8) }) {
            return error(at: offset, "JSON has no comments", "remove it")
        }
        if let quote = typographicQuote(at: offset) {
            return error(
                at: quote, "is a typographic quotation mark; JSON has straight ones", "write \" instead")
        }
        if let (place, scalar) = lookAlike(at: offset) {
            let kind = scalar.lookAlike == "" ? "an invisible character" : "not a plain space"
            return error(
                at: place, "has U+\(scalar.hexadecimal), \(kind), where JSON has none", "replace it with a space")
        }
        if rest.first == UInt8(ascii: "<") {
            return error(at: offset, "is XML or HTML, not JSON", "property lists belong in a .plist file")
        }
        if case .expectedCommaOr = defect.defect, let next = rest.first, !",:}]=;".utf8.contains(next),
            let end = bytes[..<offset].lastIndex(where: { !" \t\r\n".utf8.contains($0) })
        {
            let line = position(of: end).line
            return error(
                at: end + 1,
                line == position(of: offset).line
                    ? "a comma is missing" : "a comma is missing at the end of line \(line)",
                "separate the two values with a comma")
        }
        guard rest.isEmpty, let opening = OpenBrackets(in: self).unclosed else { return nil }
        let (mark, end) = bytes[opening] == UInt8(ascii: "{") ? ("{", "}") : ("[", "]")
        let line = position(of: opening).line
        return error(at: opening, "the '\(mark)' in line \(line) is not closed", "add the missing '\(end)'")
    }

    /// Words of other languages, each with the word of JSON for it.
    private static let words = [
        "true": "true", "yes": "true", "false": "false", "no": "false", "null": "null", "nil": "null", "none": "null",
        "undefined": "null",
    ]

    /// Returns a character that looks like a space or like nothing, in the word at an offset.
    private func lookAlike(at offset: Int) -> (offset: Int, scalar: Unicode.Scalar)? {
        let word = bytes[min(offset, bytes.count)...].prefix(64).prefix { !",:{}[]\"".utf8.contains($0) }
        var place = offset
        for scalar in String(repairing: word).unicodeScalars {
            if scalar.lookAlike != nil { return (place, scalar) }
            place += UTF8.width(scalar)
        }
        return nil
    }

    /// The quotation marks of English, German, French and Finnish keyboards and of word processors.
    private static let quotes = [
        "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}",
    ]

    /// Returns the offset of a mark at `offset`. If a string goes on to the end of its line, looks for its end as well.
    private func typographicQuote(at offset: Int) -> Int? {
        func isQuote(_ at: Int) -> Bool { Self.quotes.contains { bytes[at...].starts(with: $0.utf8) } }
        guard offset < bytes.count else { return nil }
        if isQuote(offset) { return offset }
        guard bytes[offset] == 0x0A || bytes[offset] == 0x0D else { return nil }
        let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return (start..<offset).last(where: isQuote)
    }

    /// Returns an error at the first mark that git or another program left at a conflict; `nil` if there is none.
    ///
    /// - Parameter line: where the text cannot be read any more. Elsewhere, a line of equals signs can be an underline.
    func conflict(at line: Int?) -> SourceError? {
        func isMark(_ start: Int) -> Bool {
            let text = bytes[start...].prefix(8)
            return text.count >= 7 && "<|=>".utf8.contains(text[start])
                && text.prefix(7).allSatisfy { $0 == text[start] }
                && text.dropFirst(7).allSatisfy { " \r\n".utf8.contains($0) }
        }
        let marks = lineStarts.filter(isMark)
        let isConflict = marks.contains { start in
            bytes[start] != UInt8(ascii: "=") || position(of: start).line == line
        }
        guard isConflict, let first = marks.first else { return nil }
        return SourceError(
            position: position(of: first), message: "contains marks of a merge conflict",
            hint: "keep one side, and remove the lines of '<<<<<<<', '|||||||', '=======' and '>>>>>>>'")
    }

    /// Returns the start of the line of an offset, and the end of the white space there.
    func indentation(at offset: Int) -> Range<Int> {
        let start = lineStarts[lineStarts.partitioningIndex { $0 > offset } - 1]
        // A line of white space would be searched for each bracket in it.
        let line = bytes[start...].prefix(200)
        return start..<(line.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line.endIndex)
    }
}

/// The braces and brackets that are open at the end of a text.
struct OpenBrackets {
    /// Offsets, the innermost last.
    private var offsets: [Int] = []
    /// The first one whose closing bracket has the indentation of another line: it was probably meant for that one.
    private var suspect: Int?

    /// The one that was probably not closed, at the end of the text.
    var unclosed: Int? { offsets.isEmpty ? nil : suspect ?? offsets.last }

    /// - Parameter text: the text of JSON up to the place where something is missing.
    init(in text: SourceText) {
        var isInString = false
        var offset = 0
        while offset < text.bytes.count {
            switch text.bytes[offset] {
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "\\"): offset += 1
            case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString: offsets.append(offset)
            case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: close(at: offset, in: text)
            default: break
            }
            offset += 1
        }
    }

    private mutating func close(at offset: Int, in text: SourceText) {
        guard let opening = offsets.popLast(), suspect == nil, !offsets.isEmpty else { return }
        let own = text.indentation(at: opening)
        let closing = text.indentation(at: offset)
        if own.lowerBound != closing.lowerBound, closing.upperBound == offset, own.count > closing.count {
            suspect = opening
        }
    }
}
