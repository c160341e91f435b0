import ArgumentParser
import ThemeReview

enum AnswerFormat: String, CaseIterable, ExpressibleByArgument { case text, json }

enum DiffFailOn: String, CaseIterable, ExpressibleByArgument {
    case any
    /// All but images and colors that look the same.
    case visible
    case breaking

    func applies(to comparison: Comparison) -> Bool {
        switch self {
        case .any: !comparison.isEmpty
        case .visible:
            comparison.changeCount > comparison.count(.same)
                + comparison.sum { $0.settings.count(where: \.isSameColor) }
        case .breaking: comparison.breakingCount > 0
        }
    }
}

enum DiffFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown

    func text(of comparison: Comparison, _ pictures: CopiedPictures, style: TextStyle = .plain) -> String {
        switch self {
        case .text: DiffText.text(of: comparison, style: style)
        case .json: DiffJSON.text(of: comparison)
        case .markdown: DiffMarkdown.text(of: comparison, pictures)
        }
    }
}

/// The formats of files. A page is not printed.
enum DiffReportFormat: String, CaseIterable {
    case text, json, markdown, html

    func bytes(of comparison: Comparison, _ pictures: CopiedPictures, _ origin: PageOrigin) throws -> [UInt8] {
        if let format = DiffFormat(rawValue: rawValue) { return Array(format.text(of: comparison, pictures).utf8) }
        return try DifferencePage(comparison, summary: Console.printable(comparison.sentence), origin: origin).bytes()
    }
}
