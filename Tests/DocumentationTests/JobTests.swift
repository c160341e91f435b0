import Testing

/// The articles "Coming from ..." show the same jobs with the code of another kit, and with the code here.
@Suite("Lines for the same job")
struct JobTests {
    private static let kits = ["METhemeKit", "DDSkin", "CEThemeSwitcher", "QMUITheme"]
    private static let jobs = [
        "Begin", "A themed label", "A picture", "A button with states", "Switch", "Observe", "A wrong name",
    ]

    /// The lines of code below the headline of a job: of the other kit, `nil` if the article has none, and here.
    private static func lines(of job: String, from kit: String) throws -> (there: Int?, here: Int)? {
        let text = try Documents.text(of: "Sources/App/ThemeManagement/ThemeManagement.docc/ComingFrom\(kit).md")
        let sections = text.split(separator: "\n## ").filter { $0.hasPrefix(job) }
        guard let section = sections.first else { return nil }
        let blocks = section.matches(of: /(?s)```(\w+)\n(.*?)```/).map { block in
            (
                isSwift: block.1 == "swift",
                count: block.2.split(separator: "\n").count { !$0.drop { $0 == " " }.hasPrefix("//") }
            )
        }
        let there = blocks.filter { !$0.isSwift }.map(\.count)
        let here = blocks.filter(\.isSwift).map(\.count).reduce(0, +)
        return (there.isEmpty || there == [0] ? nil : there.reduce(0, +), here)
    }

    @Test("The code here is never longer, and the comparison has the lines of both")
    func lines() throws {
        let comparison = try Documents.text(of: "docs/comparison.md")
        for job in Self.jobs {
            let cells = try Self.kits.map { kit in
                guard let lines = try Self.lines(of: job, from: kit) else { return "" }
                #expect(lines.here > 0 && lines.here <= lines.there ?? .max, "\(kit), \(job): \(lines)")
                return "\(lines.there.map { "\($0)" } ?? "-") : \(lines.here)"
            }
            let row = "| \(job.prefix(1).lowercased() + job.dropFirst()) | \(cells.joined(separator: " | ")) |"
            #expect(comparison.contains(row), "\(row)")
        }
    }
}
