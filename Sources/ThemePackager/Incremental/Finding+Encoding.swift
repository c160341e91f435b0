import PackFormat
import ThemeModel
import ThemeProject

extension Finding {
    func write(to writer: inout ByteWriter) {
        func add(_ text: String?) { writer.add(text) { $0.add($1) } }
        writer.add(rule.rawValue)
        writer.add(severity.rawValue)
        add(theme)
        writer.add(path)
        add(key)
        writer.add(position) { writer, position in
            writer.add(Int64(position.line))
            writer.add(Int64(position.column))
        }
        writer.add(message)
        add(expected)
        add(actual)
        add(hint)
        writer.add(related) { writer, related in
            writer.add(related.path)
            writer.add(related.message)
        }
        switch remedy {
        case nil: writer.add(0 as UInt8)
        case .rename(let path):
            writer.add(1 as UInt8)
            writer.add(path)
        case .remove(let path, let scales):
            writer.add(2 as UInt8)
            writer.add(path)
            writer.add(scales) { $0.add($1) }
        }
    }

    init(from reader: inout CacheReader) throws(InvalidCache) {
        func text() throws(InvalidCache) -> String? {
            try reader.optional { reader throws(InvalidCache) in try reader.text() }
        }
        guard let rule = Rule(rawValue: try reader.text()), let severity = Severity(rawValue: try reader.text())
        else { throw InvalidCache() }
        let (theme, path, key) = (try text(), try reader.text(), try text())
        let position = try reader.optional { reader throws(InvalidCache) in
            SourcePosition(line: Int(try reader.number(Int64.self)), column: Int(try reader.number(Int64.self)))
        }
        self.init(
            rule, theme: theme, path: path, key: key, position: position, try reader.text(), expected: try text(),
            actual: try text(), hint: try text())
        self.severity = severity
        related = try reader.optional { reader throws(InvalidCache) in
            Related(path: try reader.text(), message: try reader.text())
        }
        switch try reader.number(UInt8.self) {
        case 0: remedy = nil
        case 1: remedy = .rename(to: try reader.text())
        case 2:
            remedy = .remove(
                equalTo: try reader.text(),
                with: try reader.list { reader throws(InvalidCache) in try reader.text() })
        default: throw InvalidCache()
        }
    }
}
