// See docs/decisions/36-transport.md.
/// The head of an answer. Its fields are parsed here and nowhere else, so all numbers have bounds, and the content is
/// compressed only where the request allows it.
///
/// https://www.rfc-editor.org/rfc/rfc9110
struct AnswerHead: Equatable, Sendable {
    /// A head that no correct server sends for these requests. The reason has "the answer" as its subject.
    struct Flaw: Error, Equatable, CustomStringConvertible {
        let reason: String
        var description: String { "the answer \(reason)" }
    }

    /// The largest number of a field: a file of a feed has at most so many bytes.
    static let byteCountMax = FeedFile.byteCounts.upperBound

    let status: Int
    /// The number of bytes of the file, or of its part; `nil` if the head does not say it, as for compressed content.
    private(set) var byteCount: Int64?
    /// The bytes of the file that a 206 contains.
    private(set) var range: Range<Int64>?
    /// The length of the file of which a 206 contains a part; `nil` if the head does not say it.
    private(set) var fileLength: Int64?
    /// The time that the server asks to wait, at most 31 years; `nil` if it names none, or a date.
    let retryAfter: Duration?
    /// The address of a redirect.
    let location: String?

    /// - Parameters:
    ///   - fields: by names in lower case. The values of a field that occurs several times have commas between them.
    ///   - acceptsGzip: whether the content can be compressed once, with gzip: ``UpdateRequest/acceptsGzip``.
    /// - Throws: a ``Flaw``. For a status other than 200 and 206, only Transfer-Encoding is checked.
    init(status: Int, fields: [String: String], acceptsGzip: Bool = false) throws(Flaw) {
        self.status = status
        // libcurl decodes other codings without being asked.
        guard (fields["transfer-encoding"] ?? "chunked").lowercased() == "chunked" else {
            throw Flaw(reason: "is compressed for the transfer")
        }
        retryAfter = fields["retry-after"].flatMap { text in
            text.utf8.count < 10 && text.utf8.allSatisfy(\.isASCIIDigit) ? Int64(text).map { .seconds($0) } : nil
        }
        location = [301, 302, 303, 307, 308].contains(status) ? fields["location"] : nil
        guard status == 200 || status == 206 else { return }
        let coding = (fields["content-encoding"] ?? "identity").lowercased()
        let isDecoded = acceptsGzip && coding == "gzip"
        guard coding == "identity" || isDecoded else { throw Flaw(reason: "is compressed") }
        byteCount = try fields["content-length"].map { text throws(Flaw) in try Self.number(text, "Content-Length") }
        // The header counts compressed bytes. The transport compares it.
        if isDecoded { byteCount = nil }
        guard status == 206, let text = fields["content-range"] else { return }
        let part = try Self.part(text)
        range = part.bytes
        fileLength = part.of
        if let byteCount, byteCount != part.bytes.upperBound - part.bytes.lowerBound {
            throw Flaw(reason: "has a Content-Length of \(byteCount) and another length in its Content-Range")
        }
    }

    /// Whether the body is this range of a file of this length.
    func isPart(_ wanted: Range<Int64>, of length: Int64) -> Bool {
        status == 206 && range == wanted && (fileLength == nil || fileLength == length)
    }

    private static func number(_ text: some StringProtocol, _ field: String) throws(Flaw) -> Int64 {
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int64(text), number <= byteCountMax else {
            throw Flaw(reason: "has a \(field) that is not a number from 0 to \(byteCountMax)")
        }
        return number
    }

    /// Parses `bytes 0-99/200`, in which `*` can be in the place of the length.
    private static func part(_ text: String) throws(Flaw) -> (bytes: Range<Int64>, of: Int64?) {
        let unit = "bytes "
        let field = "Content-Range"
        let parts = text.dropFirst(unit.count).split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard text.hasPrefix(unit), parts.count == 2, ends.count == 2 else {
            throw Flaw(reason: "has a \(field) that is not of the form 'bytes 0-99/200'")
        }
        let first = try number(ends[0], field)
        let last = try number(ends[1], field)
        let length = parts[1] == "*" ? nil : try number(parts[1], field)
        guard first <= last, last < length ?? .max else {
            throw Flaw(reason: "has a \(field) whose ends are not in order")
        }
        return (first..<last + 1, length)
    }
}

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
