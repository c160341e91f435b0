import PackFormat
import ThemePackager
import ThemeReview

/// The versions of themes that were released last: in revisions, in a folder of packs, or in a pack.
struct LastRelease {
    let project: Project
    /// A revision, a folder or a pack; `nil` for the newest tag of each theme.
    let base: String?
    let jobs: Int
    /// Where a revision has no folder of a theme, but a submodule, whose files another repository has; in words.
    private(set) var unread: [ThemeID: String] = [:]

    init(project: Project, base: String?, jobs: Int) {
        self.project = project
        self.base = base
        self.jobs = jobs
    }

    /// Returns the released states of those themes that were released. Those of ``unread`` are not known.
    mutating func states(of themes: [ThemeState]) throws -> [ThemeID: ThemeState] {
        let limits = project.configuration.limits
        switch base.map({ ($0, DiskFileSystem().kind(of: $0)) }) {
        case (let pack, .file)?:
            guard themes.count == 1 else {
                throw UserError(path: pack, "is the pack of one theme", hint: "name the folder of the released packs")
            }
            return [themes[0].theme.id: try ThemeState(ofPack: pack, label: pack, limits: limits)]
        case (let folder, .folder)?:
            let packs = try ReleasedPacks([folder], limits: limits).newest.map { pack in
                (pack.contents.theme.id, try ThemeState(ofPack: pack.path, label: pack.givenPath, limits: limits))
            }
            return Dictionary(packs) { first, _ in first }
        case (let pack, nil)? where PackReader.isNamedAsPack(pack): throw PackReader.missing(pack)
        default: return try statesInRevisions(of: themes)
        }
    }

    static let hint = "name another revision with --base, or the folder of the released packs"

    private mutating func statesInRevisions(of themes: [ThemeState]) throws -> [ThemeID: ThemeState] {
        let history = try ProjectHistory(of: project)
        var states: [ThemeID: ThemeState] = [:]
        let byRevision = try Dictionary(grouping: themes.map(\.theme.id.string)) { theme in
            try base ?? history.lastRelease(of: theme)
        }
        for (revision, ids) in byRevision {
            var known: [String] = []
            for id in ids {
                switch try history.kind(of: id, at: revision) {
                case nil: break
                case .folder?: known.append(id)
                case let kind?: unread[try ThemeID(id)] = "\(revision):\(id) is \(kind.words), not a folder"
                }
            }
            guard let first = known.first else {
                if unread.isEmpty { Console.note("compared with \(revision)") }
                continue
            }
            // The contract is the same for all themes.
            let contract = try history.contract(of: first, at: revision, jobs: jobs)
            let side = try history.read(
                known.count == 1 ? .theme(first) : nil, at: revision, jobs: jobs,
                counting: ProgressLine.counting("read", "images of \(revision)"))
            if let problem = known.lazy.compactMap({ side.unread[$0] }).first {
                throw UserError(problem, hint: Self.hint)
            }
            for var state in side.states where known.contains(state.theme.id.string) {
                state.contract = contract
                states[state.theme.id] = state
            }
        }
        return states
    }
}

/// The change of a theme's version.
struct Bump {
    let theme: PackTheme
    /// `nil` if the theme is new.
    private let difference: ThemeDifference?
    /// The version to write; `nil` if it stays.
    let next: SemanticVersion?
    /// Why the version stays.
    private let reason: String

    init(of new: ThemeState, since old: ThemeState?, jobs: Int) throws {
        theme = new.theme
        var next: SemanticVersion?
        difference = try old.map { try ThemeDifference(from: $0, to: new, jobs: jobs) }
        // Apps keep the higher version, even if nothing else has changed.
        if let difference, difference.step != .none || theme.version.precedes(difference.old.theme.version) {
            let step = max(difference.step, .patch)
            guard let version = difference.old.theme.version.following(by: step) else {
                throw UserError(
                    "\(theme.id): the version \(difference.old.theme.version) has no next one",
                    hint: "set \"version\" yourself")
            }
            next = theme.version < version ? version : nil
            reason = "is already \(theme.version == version ? "the" : "past the") next version"
        } else {
            reason = old == nil ? "is new since then: its version stays" : "has not changed: its version stays"
        }
        self.next = next
    }

    var line: String {
        "\(theme.id) \(theme.version) " + (next.map { "-> \($0)" } ?? reason)
    }

    /// For example `a new version for 2 of 40 themes`.
    static func summary(of bumps: [Bump]) -> String {
        let new = bumps.count { $0.difference == nil }
        return "a new version for \(bumps.count { $0.next != nil }) of \(bumps.count.counting("theme"))"
            + (new > 0 ? "; released for the first time: \(new)" : "")
    }

    private static let reasonsMax = 10

    /// Prints what the theme was compared with, and the changes that decide about the version.
    func explain() {
        guard let difference else { return }
        let old = difference.old
        Console.note("compared with \(old.label) (\(old.theme.version)): \(Comparison(difference).line)")
        let step = difference.step
        let reasons = step == .none ? [] : difference.sections.flatMap(\.changes).filter { $0.step == step }
        for change in reasons.prefix(Self.reasonsMax) {
            Console.note("  \(change.mark) \(change.name)  \(change.words)")
        }
        if reasons.count > Self.reasonsMax { Console.note("  and \(reasons.count - Self.reasonsMax) more") }
    }
}
