import PackFormat
import ThemeProject

/// The findings of a run, as the cache stores them. They are decoded only if they are asked for.
///
/// With the JSON coder of Foundation, 110 findings took a tenth of the time of a run without changes.
struct RecordedFindings: Sendable {
    private let bytes: [UInt8]

    /// - Parameter findings: those of a rule book, which has used up their ``Finding/roots``.
    init(_ findings: [Finding]) {
        assert(findings.allSatisfy(\.roots.isEmpty))
        var writer = ByteWriter()
        writer.add(findings) { $0.add($1) }
        bytes = writer.bytes
    }

    func decoded() throws(InvalidCache) -> [Finding] {
        var reader = CacheReader(bytes)
        let findings = try reader.list { reader throws(InvalidCache) in try reader.finding() }
        guard reader.isAtEnd else { throw InvalidCache() }
        return findings
    }

    func write(to writer: inout ByteWriter) {
        writer.add(UInt64(bytes.count))
        writer.add(raw: bytes)
    }

    init(from reader: inout CacheReader) throws(InvalidCache) {
        bytes = try reader.bytes(try reader.number(UInt64.self))
    }
}

extension ByteWriter {
    fileprivate mutating func add(_ finding: Finding) {
        add(finding.rule.rawValue)
        add(finding.severity.rawValue)
        add(finding.theme)
        add(finding.path)
        add(finding.key)
        add(finding.position) { writer, position in
            writer.add(Int64(position.line))
            writer.add(Int64(position.column))
        }
        add(finding.message)
        add(finding.expected)
        add(finding.actual)
        add(finding.hint)
        add(finding.related) { writer, related in
            writer.add(related.path)
            writer.add(related.message)
        }
        add(finding.remedy) { $0.add($1) }
        add(finding.alias)
        add(finding.themes)
        add(finding.cause) { writer, cause in
            writer.add(cause.rule.rawValue)
            writer.add(cause.path)
            writer.add(cause.key)
        }
    }

    private mutating func add(_ remedy: Finding.Remedy) {
        switch remedy {
        case .rename(let path):
            add(false)
            add(path)
        case .remove(let equal, let others):
            add(true)
            add(equal)
            add(others)
        }
    }

    private mutating func add(_ text: String?) { add(text) { $0.add($1) } }

    private mutating func add(_ texts: [String]) { add(texts) { $0.add($1) } }
}

extension CacheReader {
    fileprivate mutating func finding() throws(InvalidCache) -> Finding {
        let (rule, severity) = (try rule(), Severity(rawValue: try text()))
        guard let severity else { throw InvalidCache() }
        let (theme, path, key) = (try optionalText(), try text(), try optionalText())
        let position = try optional { reader throws(InvalidCache) in
            SourcePosition(line: Int(try reader.number(Int64.self)), column: Int(try reader.number(Int64.self)))
        }
        let (message, expected, actual) = (try text(), try optionalText(), try optionalText())
        let hint = try optionalText()
        let related = try optional { reader throws(InvalidCache) in
            Finding.Related(path: try reader.text(), message: try reader.text())
        }
        var finding = Finding(
            rule, severity: severity, theme: theme, path: path, key: key, position: position, message,
            expected: expected, actual: actual, hint: hint, related: related,
            remedy: try optional { reader throws(InvalidCache) in try reader.remedy() })
        finding.alias = try optionalText()
        finding.themes = try texts()
        finding.cause = try optional { reader throws(InvalidCache) in
            Finding.Cause(rule: try reader.rule(), path: try reader.text(), key: try reader.optionalText())
        }
        return finding
    }

    private mutating func remedy() throws(InvalidCache) -> Finding.Remedy {
        try flag() ? .remove(equalTo: try text(), with: try texts()) : .rename(to: try text())
    }

    private mutating func rule() throws(InvalidCache) -> Rule {
        guard let rule = Rule(rawValue: try text()) else { throw InvalidCache() }
        return rule
    }

    private mutating func optionalText() throws(InvalidCache) -> String? {
        try optional { reader throws(InvalidCache) in try reader.text() }
    }

    private mutating func texts() throws(InvalidCache) -> [String] {
        try list { reader throws(InvalidCache) in try reader.text() }
    }
}
