import ArgumentParser
import ThemePackager
import ThemeProject

struct Report {
    /// `nil` if only packs were verified.
    let projectRoot: String?
    let paths: ReportPaths
    /// Paths of a project are absolute; those of packs are as given.
    var findings: [Finding] = []
    /// The findings of `build --check` about the folder of packs.
    var packFindings: [Finding] = []
    /// The reasons why the command could not run; then there are no findings.
    var failures: [UserError] = []
    /// The lowest severity that makes the command fail.
    var failOn = Severity.error
    var themes = 0
    var images = 0
    var elapsed = Duration.zero
    var isOfBuild = false
    var isCheck = false
    var packs: [Distribution.Pack] = []
    var isUpToDate = false
    var outOfDateFiles: [String] = []
    /// Packs that a build of the project does not write, and their signatures: those that `--check` has found, or
    /// `--prune` has deleted.
    var strays: [Distribution.Stray] = []
    /// Whether texts have the counts of rules instead of the findings.
    var showsStatistics = false

    init(projectRoot: String?) {
        self.projectRoot = projectRoot
        paths = ReportPaths(projectRoot: projectRoot)
    }

    /// - Parameter root: the folder that the findings' paths are relative to; `nil` for packs.
    mutating func add(_ verification: Verification, of root: String? = nil) {
        let located = root.map { root in verification.findings.map { $0.located(in: root) } }
        findings = (findings + (located ?? verification.findings)).sorted()
        themes += verification.themeCount
        images += verification.imageCount
    }

    /// For formats in which only findings make a job fail.
    var allFindings: [Finding] { packFindings.isEmpty ? findings : (findings + packFindings).sorted() }

    var errors: Int { findings.count { $0.severity == .error } }
    var warnings: Int { findings.count { $0.severity == .warning } }
    /// The number of exempt files that are left out of their packs. Each has one note.
    var leftOut: Int { findings.count { $0.severity == .note } }

    func breaks(_ finding: Finding) -> Bool { finding.severity >= failOn }

    /// Whether the command fails because of a finding.
    var fails: Bool { allFindings.contains(where: breaks) }

    /// For example `verified 412 images of 6 themes in 0.18 s: 1 error, 2 warnings`.
    var summary: String {
        let problems = "\(errors.counting("error")), \(warnings.counting("warning"))"
        var line = "verified \(images.counting("image")) of \(themes.counting("theme")) in "
        line += Self.seconds(elapsed) + ": " + problems
        if leftOut > 0 { line += ", \(leftOut.counting("exempt file")) left out" }
        if isUpToDate { line += "; up to date" }
        if !packs.isEmpty, !isUpToDate { line += "; wrote \(packs.count.counting("pack"))" }
        if !outOfDateFiles.isEmpty { line += "; \(outOfDateFiles.count.counting("file")) out of date" }
        if !strays.isEmpty {
            let noun = strays.contains(where: \.isSignature) ? "file" : "pack"
            line +=
                isCheck
                ? "; \(strays.count.counting("stray \(noun)"))" : "; deleted \(strays.count.counting(noun))"
        }
        return line
    }

    static func seconds(_ duration: Duration) -> String {
        let hundredths = Int((duration / .milliseconds(10)).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }

    var packLines: String {
        packs.map { Console.relative($0.path) + "\n" }.joined()
            + outOfDateFiles.map { "out of date: " + Console.relative($0) + "\n" }.joined()
            + strays.map { (isCheck ? "stray: " : "deleted: ") + Console.relative($0.path) + " (\($0.reason))\n" }
            .joined()
    }

    func rendered(as format: ReportFormat, style: TextStyle = .plain) -> String {
        switch format {
        case .text where showsStatistics, .lines where showsStatistics: RuleStatistics(findings).text
        case .text: TextReport.text(of: self, style: style)
        case .lines: TextReport.lines(of: self, style: style)
        case .json: JSONReport.text(of: self)
        case .github: GitHubReport.text(of: self)
        case .sarif: SARIFReport.text(of: self)
        case .junit: JUnitReport.text(of: self)
        case .gitlab: GitLabReport.text(of: self)
        }
    }
}

extension Finding {
    /// The finding with absolute paths.
    fileprivate func located(in root: String) -> Finding {
        func absolute(_ path: String) -> String { path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)" }
        var finding = self
        finding.path = absolute(path)
        finding.related = related.map { Related(path: absolute($0.path), message: $0.message) }
        return finding
    }
}

enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, lines, json, github, sarif, junit, gitlab

    var isForPeople: Bool { self == .text || self == .lines }
}
