import ThemeModel

/// Reads the lines of a head as they arrive.
struct HeadLines: Equatable, Sendable {
    /// The most bytes, with those of interim answers.
    static let byteCountMax = 65_536

    private(set) var status = 0
    /// By names in lower case, with commas between the values of a field that occurs several times.
    private(set) var fields: [String: String] = [:]
    private(set) var isComplete = false
    private var byteCount = 0

    /// Adds a line. After the head is complete, lines are trailers, which are left out.
    mutating func add(_ line: UnsafeRawBufferPointer) throws(AnswerHead.Flaw) {
        byteCount += line.count
        guard byteCount <= Self.byteCountMax else {
            throw AnswerHead.Flaw(reason: "has a head of more than \(Self.byteCountMax) bytes")
        }
        if isComplete { return }
        var end = line.count
        if end > 0, line[end - 1] == UInt8(ascii: "\n") { end -= 1 }
        if end > 0, line[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        let text = String(repairing: line[..<end])
        if status == 0 {
            try start(text)
        } else if !text.isEmpty {
            try addField(text)
        } else if status < 200 {
            // An interim answer: another head follows.
            status = 0
            fields = [:]
        } else {
            isComplete = true
        }
    }

    /// Parses `HTTP/1.1 200 OK`.
    private mutating func start(_ line: String) throws(AnswerHead.Flaw) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3,
            words[1].utf8.allSatisfy(\.isASCIIDigit), let number = Int(words[1]), (100...599).contains(number),
            number != 101
        else { throw AnswerHead.Flaw(reason: "has no status from 100 to 599 that belongs to this request") }
        status = number
    }

    private mutating func addField(_ line: String) throws(AnswerHead.Flaw) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(where: \.isWhitespace) else {
            throw AnswerHead.Flaw(reason: "has a line in its head that is not a field")
        }
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        var value = parts[1].drop(while: isBlank)
        while value.last.map(isBlank) ?? false { value.removeLast() }
        let name = parts[0].lowercased()
        fields[name] = fields[name].map { "\($0), \(value)" } ?? String(value)
    }
}
