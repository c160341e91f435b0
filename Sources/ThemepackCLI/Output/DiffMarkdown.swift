import ThemeModel
import ThemeReview

/// Writes differences as a comment for a pull request.
enum DiffMarkdown {
    /// GitHub accepts comments of 65,536 characters. Bytes are at least as many.
    static let bytesMax = 65_000
    /// The most scalars of a name.
    private static let nameMax = 200

    static func text(of difference: ThemeDifference) -> String {
        let (old, new) = (difference.old, difference.new)
        var text = "### \(escaped(new.title))"
        if let (old, new) = difference.versions {
            text += " \(escaped("\(old)"))"
            text += old != new ? " → \(escaped("\(new)"))" : difference.isEmpty ? "" : ", version unchanged"
        }
        text += "\n\n\(code(old.label)) → \(code(new.label))\n\n"
        text += "**\(escaped(DiffSummary(difference).line))**\n"
        let sections = DiffRows(difference).sections.map { section in (section, section.rows.map(line)) }
        let shown = counts(of: sections.map(\.1), within: bytesMax - text.utf8.count)
        for ((section, lines), count) in zip(sections, shown) {
            text += head(of: section)
            text += lines.prefix(count).joined()
            if count < lines.count { text += rest(lines.count - count) }
        }
        return text
    }

    private static func head(of section: DiffRows.Section) -> String {
        let breaking = section.rows.count(where: \.isBreaking)
        let count = "\(section.rows.count)" + (breaking > 0 ? ", \(breaking) breaking" : "")
        return "\n#### \(section.title): \(count)\n\n| | name | change |\n|---|---|---|\n"
    }

    private static func rest(_ count: Int) -> String { "\nand \(count) more\n" }

    private static func line(_ row: DiffRows.Row) -> String {
        let mark = row.isBreaking ? "**breaking** \(escaped(String(row.mark)))" : escaped(String(row.mark))
        return "| \(mark) | \(code(row.name)) | \(escaped(row.words)) |\n"
    }

    /// Returns how many lines of each section are shown: one of each in turn, while all fit.
    private static func counts(of sections: [[String]], within bytes: Int) -> [Int] {
        var counts = sections.map { _ in 0 }
        // A section takes at most this many bytes in addition to its lines.
        let overhead = 200
        var left = bytes - overhead * sections.count
        var open = Set(sections.indices)
        while !open.isEmpty {
            for index in open.sorted() {
                let next = counts[index] < sections[index].count ? sections[index][counts[index]].utf8.count : .max
                if next <= left {
                    counts[index] += 1
                    left -= next
                } else {
                    open.remove(index)
                }
            }
        }
        return counts
    }

    private static func code(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let cut = scalars.count > nameMax ? String(scalars.prefix(nameMax - 1)) + "…" : text
        return "<code>\(escaped(cut))</code>"
    }

    /// Writes every character that Markdown, HTML or GitHub's links give a meaning as a character reference. A colon
    /// would begin the path of an address, the dot after `www` its host.
    static func escaped(_ text: String) -> String {
        var written = ""
        for scalar in Console.printable(text).unicodeScalars {
            let isWord = !scalar.isASCII || scalar.properties.isAlphabetic || plain.contains(scalar)
            written += isWord || isPlainDot(scalar, after: written) ? String(scalar) : "&#\(scalar.value);"
        }
        return written
    }

    private static let plain = Set("0123456789 ,/-%".unicodeScalars)

    private static func isPlainDot(_ scalar: Unicode.Scalar, after text: String) -> Bool {
        scalar == "." && !text.utf8.suffix(3).elementsEqual("www".utf8) { $0 | 0x20 == $1 }
    }
}
