import ThemeModel
import ThemeReview

/// Writes differences as a comment for a pull request.
enum DiffMarkdown {
    /// GitHub accepts comments of 65,536 characters. Bytes are at least as many.
    static let bytesMax = 65_000
    /// A section takes at most this many bytes in addition to its lines.
    private static let overhead = 200
    /// The most scalars of a name.
    private static let nameMax = 200

    static func text(of comparison: Comparison, _ pictures: CopiedPictures) -> String {
        let title = comparison.isOfProject ? "Themes" : comparison.themes.first.map(Self.title) ?? ""
        let head =
            "### \(title)\n\n\(code(comparison.old.label)) → \(code(comparison.new.label))\n\n"
            + "**\(escaped(comparison.line))**\n"
        var heads: [String] = []
        var sections: [(theme: Int, section: ThemeDifference.Section, lines: [String])] = []
        // Without the rows. The heads of themes take a third of the comment at most.
        var bytes = head.utf8.count + overhead
        for difference in comparison.themes {
            let all = difference.sections
            let title = comparison.isOfProject ? "\n#### \(Self.title(of: difference))\n" : ""
            let more = title.utf8.count + all.count * overhead
            guard heads.isEmpty || bytes + more <= bytesMax / 3 else { break }
            bytes += more
            sections += all.map { section in
                (heads.count, section, section.changes.map { line($0, pictures, difference.themeID) })
            }
            heads.append(title)
        }
        let shown = counts(of: sections.map(\.lines), within: bytesMax - bytes)
        var text = head
        for (number, title) in heads.enumerated() {
            text += title
            for ((theme, section, lines), count) in zip(sections, shown) where theme == number {
                text += Self.head(of: section, level: comparison.isOfProject ? "#####" : "####", pictures)
                text += lines.prefix(count).joined()
                if count < lines.count { text += rest(lines.count - count) }
            }
        }
        let themesLeft = comparison.themes.count - heads.count
        return themesLeft > 0 ? text + rest(themesLeft, "themes") : text
    }

    private static func title(of difference: ThemeDifference) -> String {
        let title = escaped(difference.new.title)
        guard let (old, new) = difference.versions else { return title }
        let change = old != new ? " → \(escaped("\(new)"))" : difference.isEmpty ? "" : ", version unchanged"
        return "\(title) \(escaped("\(old)"))\(change)"
    }

    private static func head(of section: ThemeDifference.Section, level: String, _ pictures: CopiedPictures) -> String {
        let breaking = section.changes.count { $0.isBreaking }
        let count = "\(section.changes.count)" + (breaking > 0 ? ", \(breaking) breaking" : "")
        let hasPictures = section.changes.first is ImageChange && !pictures.isEmpty
        let columns = hasPictures ? "| | name | old | new | default | change |" : "| | name | change |"
        let line = String(repeating: "|---", count: hasPictures ? 6 : 3)
        return "\n\(level) \(section.title): \(count)\n\n\(columns)\n\(line)|\n"
    }

    private static func rest(_ count: Int, _ noun: String = "") -> String {
        "\nand \(count) more\(noun.isEmpty ? "" : " \(noun)")\n"
    }

    private static func line(_ change: any VersionChange, _ pictures: CopiedPictures, _ theme: ThemeID) -> String {
        let mark = escaped(String(change.mark))
        var cells = [change.isBreaking ? "**breaking** \(mark)" : mark, code(change.name)]
        if change is ImageChange, !pictures.isEmpty {
            let links = pictures.links(of: change.name, in: theme)
            cells += zip(["old", "new", "default"], links).map { words, link in
                link.map { "![\(words)](\($0))" } ?? ""
            }
        }
        return "| \((cells + [escaped(change.words)]).joined(separator: " | ")) |\n"
    }

    /// Returns how many lines of each section are shown: one of each in turn, while all fit.
    private static func counts(of sections: [[String]], within bytes: Int) -> [Int] {
        var counts = sections.map { _ in 0 }
        var left = bytes
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
