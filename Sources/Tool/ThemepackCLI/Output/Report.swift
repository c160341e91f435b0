import ArgumentParser
import PackFormat
import ThemePackager

/// The findings of a command, and what it says besides them. Each format writes it in its own way.
struct Report {
    /// `nil` if only packs were verified.
    let projectRoot: String?
    let paths: ReportPaths
    /// Paths of a project are absolute; those of packs are as given.
    var findings: [Finding] = []
    /// The findings that follow from those.
    var explained: [Finding] = []
    /// The reasons why the command could not run; then there are no findings.
    var failures: [UserError] = []
    /// The lowest severity that makes the command fail.
    var failOn = Severity.error
    var themes = 0
    var images = 0
    let start = ContinuousClock.now
    var elapsed = Duration.zero
    var isUpToDate = false
    /// `nil` if nothing was built.
    var build: ProjectRun.BuildResult?
    /// Whether texts have the counts of rules instead of the findings.
    var showsStatistics = false
    /// Whether texts list the files that are left out.
    var isVerbose = false
    /// Whether texts have errors alone.
    var isQuiet = false
    /// Whether terminals show all findings of a rule.
    var showsAll = false

    init(projectRoot: String?) {
        self.projectRoot = projectRoot
        paths = ReportPaths(projectRoot: projectRoot)
    }

    /// - Parameter root: the folder that the findings' paths are relative to; `nil` for packs.
    mutating func add(_ verification: Verification, of root: String? = nil) {
        func located(_ findings: [Finding]) -> [Finding] {
            root.map { root in findings.map { $0.located(in: root) } } ?? findings
        }
        findings = (findings + located(verification.findings)).sorted()
        explained = (explained + located(verification.explained)).sorted()
        themes += verification.themeCount
        images += verification.imageCount
    }

    /// For formats in which only findings make a job fail.
    var allFindings: [Finding] {
        guard let build, !build.findings.isEmpty else { return findings }
        return (findings + build.findings).sorted()
    }

    /// The findings as people see them: all scales of an image are one.
    var groups: [FindingGroup] { FindingGroup.groups(of: findings) }
    /// The number of files that are left out of their packs: exempt ones, and those of the baseline. Each has one note.
    var leftOut: Int { findings.count { $0.severity == .note } }

    func breaks(_ finding: Finding) -> Bool { finding.severity >= failOn }

    /// Whether the command fails because of a finding, or because `--check` has found other bytes.
    var fails: Bool { build?.outOfDateFiles.isEmpty == false || allFindings.contains(where: breaks) }

    /// For example `verified 412 images of 6 themes in 0.18 s: 1 error, 2 warnings`.
    ///
    /// - Parameter hint: follows the number of files that are left out.
    func summary(leftOutHint hint: String = "") -> String {
        let problems = FindingGroup.counts(of: findings).joined(separator: ", ")
        var line = "verified \(images.counting("image")) of \(themes.counting("theme")) in "
        line += Self.seconds(elapsed) + ": " + problems
        if leftOut > 0 { line += ", \(leftOut.counting("file")) left out\(hint)" }
        if isUpToDate { line += "; up to date" }
        return line + (build?.summary ?? "")
    }

    static func seconds(_ duration: Duration) -> String {
        let hundredths = Int((duration / .milliseconds(10)).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }

    func rendered(as format: ReportFormat, style: TextStyle = .plain) -> String {
        switch format {
        case .text where showsStatistics, .concise where showsStatistics: RuleStatistics(groups).text
        case .text: TextReport(self, style).text
        case .concise: TextReport(self, style).conciseText
        case .json: JSONReport.text(of: self)
        case .github: GitHubReport.text(of: self)
        case .sarif: SARIFReport.text(of: self)
        case .junit: JUnitReport.text(of: self)
        case .gitlab: GitLabReport.text(of: self)
        }
    }
}

extension ProjectRun.BuildResult {
    var lines: String {
        packs.map { Console.relative($0.path) + "\n" }.joined()
            + outOfDateFiles.map { "out of date: " + Console.relative($0) + "\n" }.joined()
            + strays.map { (isCheck ? "stray: " : "deleted: ") + Console.relative($0.path) + " (\($0.reason))\n" }
            .joined()
    }

    fileprivate var summary: String {
        let written = packs.count { !$0.isKept }
        let nothing = packs.isEmpty || isUpToDate ? "" : "; no pack changed"
        var line = written > 0 ? "; wrote \(written.counting("pack"))" : nothing
        if !outOfDateFiles.isEmpty { line += "; \(outOfDateFiles.count.counting("file")) out of date" }
        guard !strays.isEmpty else { return line }
        let noun = strays.contains(where: \.isSignature) ? "file" : "pack"
        return line
            + (isCheck ? "; \(strays.count.counting("stray \(noun)"))" : "; deleted \(strays.count.counting(noun))")
    }
}

extension UserError {
    /// Message and hint, for formats with one text.
    var sentence: String { message + (hint.map { ". " + $0 } ?? "") }
}

extension Finding {
    /// Identifies the finding in later runs. Does not depend on lines, which move, nor on messages, which have numbers.
    func fingerprint(_ paths: ReportPaths) -> String {
        let parts = [theme ?? "", paths.inRepository(path), key ?? "", rule.rawValue]
        return XXHash64.hash(parts.joined(separator: "\u{0}")).hexadecimal(digits: 16)
    }

    /// Key, message and hint, for formats with one text.
    var sentence: String { (key.map { $0 + ": " } ?? "") + message + (hint.map { ". " + $0 } ?? "") }

    fileprivate func located(in root: String) -> Finding {
        func absolute(_ path: String) -> String { path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)" }
        var finding = self
        finding.path = absolute(path)
        finding.related = related.map { Related(path: absolute($0.path), message: $0.message) }
        finding.cause?.path = absolute(cause?.path ?? "")
        return finding
    }
}

enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, concise, json, github, sarif, junit, gitlab

    var isForPeople: Bool { self == .text || self == .concise }
}

/// The folders that paths in reports are relative to.
struct ReportPaths {
    let here: String
    /// The folder that a CI service names as the repository's, if the project is in it; else git's or the project's.
    let repository: String

    init(projectRoot: String?) {
        here = ProcessEnvironment.currentFolder
        let named = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap(ProcessEnvironment.variable).first { !$0.isEmpty }
        let workspace = named.flatMap { try? DiskFileSystem().destination(of: $0) }
        let root = projectRoot ?? here
        repository =
            workspace.flatMap { root == $0 || root.path(below: $0) != nil ? $0 : nil }
            ?? Self.gitRepository(of: root) ?? root
    }

    /// Returns the root of the git repository that a folder is in; `nil` if it is in none.
    static func gitRepository(of folder: String) -> String? {
        var root = folder
        while root.utf8.count > 1, DiskFileSystem().kind(of: "\(root)/.git") == nil { root = String(root.parentFolder) }
        return root.utf8.count > 1 ? root : nil
    }

    /// For people: relative to the current folder. A relative path stays as it is.
    func shown(_ path: String) -> String { path.utf8.first == Self.slash ? Self.relative(path, to: here) : path }

    func absolute(_ path: String) -> String { path.utf8.first == Self.slash ? path : "\(here)/\(path)" }

    /// For services that show a finding beside a file of the repository.
    func inRepository(_ path: String) -> String {
        Self.relative(absolute(path), to: repository)
    }

    private static let slash = UInt8(ascii: "/")

    /// Returns an absolute path relative to a folder, with `..` for folders above it. Paths that have only the root in
    /// common stay absolute.
    static func relative(_ path: String, to folder: String) -> String {
        if let below = path.path(below: folder) { return String(below) }
        let names = path.utf8.split(separator: slash)
        let base = folder.utf8.split(separator: slash)
        let common = zip(names, base).prefix { $0.elementsEqual($1) }.count
        guard common > 0 else { return path }
        let parts = Array(repeating: "..", count: base.count - common) + names[common...].map { String(Substring($0)) }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}

/// A value of `--report`: `FORMAT=FILE`.
struct ReportTarget<Format: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument {
    let format: Format
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let format = Format(rawValue: String(parts[0])) else { return nil }
        self.format = format
        path = String(parts[1])
    }

    static var defaultCompletionKind: CompletionKind { .reports(Format.allCases.map(\.rawValue)) }

    static var allValueStrings: [String] { Format.allCases.map { "\($0.rawValue)=<file>" } }

    /// Checks that the reports can be written, each to a file of its own.
    static func places(of targets: [Self], afterCreating folder: String? = nil) throws(UserError) -> [OutputPlace] {
        var places: [OutputPlace] = []
        for target in targets {
            let place = try target.place(afterCreating: folder)
            if !place.isStream, places.contains(where: { $0.target == place.target }) {
                throw UserError(
                    path: target.path, "is named for two reports", hint: "name another file for one of them")
            }
            places.append(place)
        }
        return places
    }

    /// Checks that the report can be written.
    ///
    /// - Parameter folder: need not exist yet: the command creates it before it writes the report.
    func place(afterCreating folder: String? = nil) throws(UserError) -> OutputPlace {
        let place = try OutputPlace(file: path, for: "a report", acceptsStreams: true)
        func location(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
        let isCreated = folder.map { location($0) == location(place.parent.path) } ?? false
        if !isCreated { try place.checkIsWritable() }
        return place
    }
}
