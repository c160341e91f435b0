import ThemeSystem

/// Reads a line of a file of signers, as ssh-keygen(1) describes it under ALLOWED SIGNERS: patterns, options, type of
/// the key, base64, comment.
///
/// OpenSSH skips a line that it cannot use. Here it is an error, because a skipped line can be the one that expires or
/// limits a key.
struct SignerLine {
    struct Problem: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private var rest: Substring.UTF8View
    private var namespaces: PatternList?
    private var validAfter: Date?
    private var validBefore: Date?
    private var knownOptions: Set<String> = []

    static func isEmpty(_ line: Substring) -> Bool {
        let head = line.utf8.first { !isSpace($0) && $0 != 0x0D }
        return head == nil || head == UInt8(ascii: "#")
    }

    static func signer(_ line: Substring, number: Int) throws(Problem) -> TrustedSigner {
        var reader = SignerLine(rest: line.utf8)
        return try reader.signer(number)
    }

    /// Returns the encoded key of a line of revoked keys: type, base64, comment.
    static func revokedKey(_ line: Substring) throws(Problem) -> [UInt8] {
        var reader = SignerLine(rest: line.utf8)
        let type = reader.word()
        let base64 = reader.word()
        return try rethrow(as: { _ in Problem("expected the type of a key and its base64, as in a .pub file") }) {
            () throws(SSHSyntaxError) in
            try SSHPublicKey.encoded(type: type, base64: base64)
        }
    }

    private init(rest: Substring.UTF8View) { self.rest = rest }

    private mutating func signer(_ number: Int) throws(Problem) -> TrustedSigner {
        let identities = try principalsText()
        guard !Self.isKeyType(identities) else {
            throw Problem("begins with the type of a key; write an identity before it, such as releases@example.com")
        }
        guard identities != "-----BEGIN" else {
            throw Problem("is the start of a key file; write an identity and the line of the .pub file instead")
        }
        guard let principals = PatternList(identities) else {
            throw Problem("an identity is empty or has more than \(PatternList.patternLengthMax) bytes")
        }
        var type = word()
        if !type.isEmpty, !Self.isKeyType(type) {
            try readOptions(type)
            type = word()
        }
        let base64 = word()
        guard !base64.isEmpty else { throw Problem("expected identities, options, the type of a key, and its base64") }
        let key: SSHPublicKey
        do throws(SSHSyntaxError) {
            key = try SSHPublicKey(type: type, base64: base64)
        } catch {
            switch error {
            case .malformed(let reason): throw Problem("its key is malformed: \(reason)")
            case .unsupportedKey(let type, let reason): throw Problem("its key has the type \(type): \(reason)")
            }
        }
        if let validAfter, let validBefore, validAfter >= validBefore {
            throw Problem("valid-before is not later than valid-after")
        }
        return TrustedSigner(
            line: number, key: key, principals: principals, namespaces: namespaces, validAfter: validAfter,
            validBefore: validBefore)
    }

    /// Identities can be in quotation marks, and then contain spaces.
    ///
    /// OpenSSH also reads a quotation mark that comes later, and ends the identities at the next one. Options without
    /// identities before them look like that. Their key would have no dates and no purposes.
    private mutating func principalsText() throws(Problem) -> Substring {
        skipSpace()
        guard rest.first == UInt8(ascii: "\"") else {
            let text = word()
            guard !text.utf8.contains(UInt8(ascii: "\"")) else {
                throw Problem("a quotation mark is within the identities, which come before the options")
            }
            return text
        }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { throw Problem("a quotation mark has no end") }
        defer { rest = rest[rest.index(after: end)...] }
        return Substring(rest[..<end])
    }

    /// Returns the next word, which ends at white space outside of quotation marks.
    private mutating func word() -> Substring {
        skipSpace()
        var isQuoted = false
        var isEscaped = false
        let end = rest.firstIndex { byte in
            if !isQuoted, Self.isSpace(byte) { return true }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            return false
        }
        defer { rest = rest[(end ?? rest.endIndex)...] }
        return Substring(rest[..<(end ?? rest.endIndex)])
    }

    /// Reads options such as `namespaces="themepack",valid-before="20271231Z"`.
    private mutating func readOptions(_ text: Substring) throws(Problem) {
        var options = text.utf8
        repeat {
            let name = options.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ",") }
            options = options[name.endIndex...]
            let option = Substring(name).lowercased()
            guard knownOptions.insert(option).inserted else { throw Problem("the option \(option) stands twice") }
            var value: Substring?
            if options.first == UInt8(ascii: "=") { value = try Self.quoted(&options) }
            try apply(option, value)
            guard let next = options.first else { return }
            guard next == UInt8(ascii: ",") else { throw Problem("expected ',' after the option \(option)") }
            options = options.dropFirst()
        } while true
    }

    private static func quoted(_ options: inout Substring.UTF8View) throws(Problem) -> Substring {
        options = options.dropFirst()
        guard options.first == UInt8(ascii: "\"") else { throw Problem("expected a quotation mark after '='") }
        options = options.dropFirst()
        guard let end = options.firstIndex(of: UInt8(ascii: "\"")) else { throw Problem("a quotation mark has no end") }
        defer { options = options[options.index(after: end)...] }
        let value = options[..<end]
        guard !value.contains(UInt8(ascii: "\\")) else { throw Problem("an option contains '\\'") }
        return Substring(value)
    }

    private mutating func apply(_ option: String, _ value: Substring?) throws(Problem) {
        switch (option, value) {
        case ("namespaces", let value?):
            guard let patterns = PatternList(value) else {
                throw Problem("a namespace is empty or has more than \(PatternList.patternLengthMax) bytes")
            }
            namespaces = patterns
        case ("valid-after", let value?): validAfter = try Self.time(value, option)
        case ("valid-before", let value?): validBefore = try Self.time(value, option)
        case ("namespaces", nil), ("valid-after", nil), ("valid-before", nil):
            throw Problem("the option \(option) has no value")
        case ("cert-authority", _): throw Problem("certificates are not trusted; list the keys themselves")
        default:
            throw Problem(
                "expected a type of key or an option (namespaces, valid-after, valid-before), found '\(option)'")
        }
    }

    private static func time(_ text: Substring, _ option: String) throws(Problem) -> Date {
        guard let date = SignerTime.date(text) else {
            throw Problem("\(option) is '\(text)', expected YYYYMMDD[HHMM[SS]][Z]")
        }
        return date
    }

    private static func isKeyType(_ word: Substring) -> Bool {
        !word.utf8.contains(UInt8(ascii: "\"")) && !word.utf8.contains(UInt8(ascii: "=")) && !word.isEmpty
            && ["ssh-", "ecdsa-", "sk-", "webauthn-"].contains { word.hasPrefix($0) }
    }

    private mutating func skipSpace() { rest = rest.drop { Self.isSpace($0) } }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// A time as ssh-keygen(1) has it: `YYYYMMDD`, `YYYYMMDDHHMM` or `YYYYMMDDHHMMSS`; with a `Z` in UTC, else in the time
/// zone of the system.
enum SignerTime {
    /// Returns `nil` unless the text is such a time after 1970-01-01.
    static func date(_ text: some StringProtocol) -> Date? {
        var digits = Array(text.utf8)
        let isUTC = digits.last == UInt8(ascii: "Z") || digits.last == UInt8(ascii: "z")
        if isUTC { digits.removeLast() }
        guard [8, 12, 14].contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
        digits += repeatElement(UInt8(ascii: "0"), count: 14 - digits.count)
        func part(_ range: Range<Int>) -> String { String(repairing: digits[range]) }
        let date = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        let time = "\(part(8..<10)):\(part(10..<12)):\(part(12..<14))"
        guard let moment = try? Moment("\(date)T\(time)Z") else { return nil }
        var seconds = time_t(moment.secondsSince1970)
        if !isUTC {
            // As OpenSSH: no daylight saving time.
            var time = tm()
            gmtime_r(&seconds, &time)
            seconds = mktime(&time)
        }
        return seconds > 0 ? Date(timeIntervalSince1970: Double(seconds)) : nil
    }
}

/// Patterns of ssh_config(5), joined by commas: `*` stands for any characters, `?` for one byte, `!` before a pattern
/// excludes what it matches.
struct PatternList: Hashable, Sendable {
    let text: String
    private let patterns: [Pattern]

    private struct Pattern: Hashable, Sendable {
        let isExcluded: Bool
        let bytes: [UInt8]
    }

    /// The most bytes of a pattern. In OpenSSH a list with a longer one matches nothing.
    static let patternLengthMax = 1023

    /// Returns `nil` if a pattern is empty or too long.
    init?(_ text: some StringProtocol) {
        self.text = String(text)
        var patterns: [Pattern] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let isExcluded = part.first == UInt8(ascii: "!")
            let pattern = Array(isExcluded ? part.dropFirst() : part)
            guard !pattern.isEmpty, pattern.count <= Self.patternLengthMax else { return nil }
            patterns.append(Pattern(isExcluded: isExcluded, bytes: pattern))
        }
        self.patterns = patterns
    }

    /// Returns whether one pattern matches the whole name, and no pattern excludes it.
    func matches(_ name: String) -> Bool {
        let name = Array(name.utf8)
        let matching = patterns.filter { Self.matches(name, $0.bytes) }
        return !matching.isEmpty && !matching.contains(where: \.isExcluded)
    }

    private static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
        var steps = Int.max
        return ThemeModel.matches(name, pattern, star: UInt8(ascii: "*"), &steps) { byte, pattern, _ in
            pattern == UInt8(ascii: "?") || pattern == byte
        }
    }
}
