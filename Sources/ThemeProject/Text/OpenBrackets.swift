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
        let (own, closing) = (text.indentation(at: opening), text.indentation(at: offset))
        if own.lowerBound != closing.lowerBound, closing.upperBound == offset, own.count > closing.count {
            suspect = opening
        }
    }
}
