import ThemeReview
import ThemePackager

extension PageOrigin {
    /// Names this tool, and the commit that a project's folder is on, if there is one.
    init(of project: Project?) {
        self.init(commit: project.flatMap { try? ProjectHistory(of: $0).commit() })
    }

    init(commit: String?) {
        self.init(version: Product.version, commit: commit)
    }
}

/// The revisions of a project in its git repository.
struct ProjectHistory {
    private let project: Project
    private let repository: GitRepository

    init(of project: Project) throws {
        self.project = project
        repository = try GitRepository(
            containing: project.root, git: GitCommand(environment: ProcessEnvironment.variables))
    }

    func commit(_ revision: String = "HEAD") throws -> String { try repository.commit(revision) }

    /// The newest tag of the theme or of a version that the current commit contains, else the current commit.
    func lastRelease(of theme: String) throws -> String { try repository.newestTag(of: theme) ?? "HEAD" }

    /// - Parameter subject: a theme by its id, or by its folder relative to the project; a selection; `nil` for every
    ///   theme.
    func read(
        _ subject: ThemeState.Subject?, at revision: String, jobs: Int, counting read: ThemeState.Progress? = nil
    ) throws -> Comparison.Side {
        try reading(revision) { past throws(UserError) in
            switch subject {
            case .selection(let themes)?:
                return .init(
                    try ThemeState(of: .selection(themes), in: past, label: revision, jobs: jobs, read: read))
            case .theme(let theme)?:
                let path = theme.withoutLastSlash.drop { $0 == "." }.drop { $0 == "/" }
                let folder = String(path).path(below: past.configuration.themesFolder).map { String($0) }
                return .init(
                    try ThemeState(
                        of: .theme(folder ?? theme), in: past, label: "\(revision):\(theme)", jobs: jobs, read: read))
            case nil:
                let states = try ThemeState.all(in: past, jobs: jobs, read: read) { "\(revision):\($0.folderName)" }
                return .init(project: "\(revision):", states)
            }
        }
    }

    /// Returns the digest of the defaults that a theme is verified against.
    func contract(of folder: String, at revision: String, jobs: Int) throws -> ContentDigest {
        try reading(revision) { past throws(UserError) in
            try ProjectRun(of: past, .folders([folder]), jobs: jobs).contractDigest()
        }
    }

    /// Calls `body` with the project of a revision. The paths of its errors are in the revision.
    private func reading<Value>(
        _ revision: String, _ body: (Project) throws(UserError) -> Value
    ) throws(UserError) -> Value {
        do throws(UserError) {
            return try body(try project(at: revision))
        } catch var error {
            let path = error.path.map { $0.path(below: project.root).map { String($0) } ?? $0 }
            error.path = path.map { "\(revision):\($0)" }
            throw error
        }
    }

    func project(at revision: String) throws(UserError) -> Project {
        try Project(at: project.root, in: repository.fileSystem(at: revision))
    }

    /// Returns what a revision has in the place of a theme's folder; `nil` if it has no such theme.
    /// Throws for all other problems.
    func kind(of theme: String, at revision: String) throws -> FileKind? {
        let past = try project(at: revision)
        guard try past.themeFolders().contains(theme) || theme == ThemeID.default.string else { return nil }
        return past.fileSystem.kind(of: past.join("\(past.configuration.themesFolder)/\(theme)")) ?? .folder
    }
}
