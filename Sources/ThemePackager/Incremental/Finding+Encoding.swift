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
    }

    init(from reader: inout ByteReader) throws(ByteReader.InvalidBytes) {
        func text() throws(ByteReader.InvalidBytes) -> String? {
            try reader.optional { reader throws(ByteReader.InvalidBytes) in try reader.text() }
        }
        guard let rule = Rule(rawValue: try reader.text()), let severity = Severity(rawValue: try reader.text())
        else { throw ByteReader.InvalidBytes() }
        let (theme, path, key) = (try text(), try reader.text(), try text())
        let position = try reader.optional { reader throws(ByteReader.InvalidBytes) in
            SourcePosition(line: Int(try reader.number(Int64.self)), column: Int(try reader.number(Int64.self)))
        }
        self.init(
            rule, theme: theme, path: path, key: key, position: position, try reader.text(), expected: try text(),
            actual: try text(), hint: try text())
        self.severity = severity
        related = try reader.optional { reader throws(ByteReader.InvalidBytes) in
            Related(path: try reader.text(), message: try reader.text())
        }
    }
}
