/// The braces and brackets of a text that are open at some place.
struct OpenBrackets {
    /// Offsets, the innermost last.
    private var offsets: [Int] = []
    /// The first one whose closing bracket has the indentation of another line: it was probably meant for that one.
    private var suspect: Int?

    /// The one that was probably not closed, at the end of the text.
    var unclosed: Int? { offsets.isEmpty ? nil : suspect ?? offsets.last }

    mutating func open(at offset: Int) { offsets.append(offset) }

    mutating func close(at offset: Int, in text: SourceText) {
        guard let opening = offsets.popLast(), suspect == nil, !offsets.isEmpty else { return }
        let (own, closing) = (text.indentation(at: opening), text.indentation(at: offset))
        if own.lowerBound != closing.lowerBound, closing.upperBound == offset, own.count > closing.count {
            suspect = opening
        }
    }
}
