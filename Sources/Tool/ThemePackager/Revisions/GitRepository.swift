/// The git repository that a project lies in. Nothing is checked out or written.
package struct GitRepository: Sendable {
    let git: GitCommand
    /// The project's folder.
    let folder: String
    /// The project's path in the repository, with a slash at its end; empty if it is the repository's folder.
    let prefix: String

    /// - Parameter folder: of a project; absolute.
    package init(containing folder: String, git: GitCommand) throws(UserError) {
        self.git = git
        self.folder = folder
        let result = try git.run(["rev-parse", "--show-prefix"], in: folder)
        guard result.status == 0 else {
            let isOutside = result.reason.hasPrefix("not a git repository")
            throw UserError(
                path: folder, isOutside ? "lies in no git repository" : "cannot be read by git: \(result.reason)",
                hint: isOutside ? "compare packs or folders" : "'git status' in this folder has the same problem")
        }
        prefix = try rethrow(as: {
            UserError(path: folder, "has a path in the repository that \($0)", hint: "rename the folder")
        }) { () throws(InvalidText) in
            try String(checking: result.output.dropLast())
        }
    }

    /// Returns the id of the commit that a revision names, such as `HEAD~1`, `v1.2.0` or `main`.
    package func commit(_ revision: String) throws(UserError) -> String {
        guard !revision.isEmpty, !revision.hasPrefix("-") else {
            throw UserError("'\(revision)' is not a revision", hint: "write REV:THEME, for example HEAD:default")
        }
        let result = try git.run(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"], in: folder)
        guard result.status == 0, Self.isID(result.line) else {
            throw UserError(
                "the repository has no revision '\(revision)'",
                hint: try isShallow()
                    ? Self.shallowHint : "'git log', 'git tag' and 'git branch --all' list revisions")
        }
        return result.line
    }

    /// Returns the nearest tag of a theme that the current commit contains, such as `year-1.2.0`; without one, the
    /// nearest tag of a version, such as `v1.2.0`; `nil` if there is neither. Only whole semantic versions count.
    /// Of several tags on one commit, it is the one with the highest version. Throws if a shallow clone has neither: it
    /// lacks the tags of older commits.
    package func newestTag(of theme: String) throws(UserError) -> String? {
        let tags = try tags("--merged=HEAD")
        for prefixes in [["-", "/", "@", "_"].map { theme + $0 }, [""]] {
            func version(_ tag: String) -> SemanticVersion? {
                guard let prefix = prefixes.first(where: tag.hasPrefix) else { return nil }
                let text = tag.dropFirst(prefix.count)
                return try? SemanticVersion(String(text.hasPrefix("v") ? text.dropFirst() : text))
            }
            // git walks the history from the newest commit, and compares ten tags. A command line has no room for all.
            // The name of a tag contains no character that is special in a pattern.
            let matches = tags.filter { version($0) != nil }.prefix(Self.comparedTagsMax).flatMap { ["--match", $0] }
            guard !matches.isEmpty else { continue }
            let nearest = try git.run(["describe", "--tags", "--abbrev=0"] + matches, in: folder).line
            let versions = try self.tags("--points-at=\(nearest)^{commit}").compactMap { tag in
                version(tag).map { (tag: tag, version: $0) }
            }
            return versions.max { $0.version < $1.version }?.tag
        }
        guard try !isShallow() else {
            throw UserError("no release of '\(theme)' can be found", hint: "\(Self.shallowHint); or name it by --base")
        }
        return nil
    }

    private static let shallowHint =
        "the clone is shallow: run 'git fetch --unshallow', or set fetch-depth: 0 in CI"

    private static let comparedTagsMax = 100

    /// Returns tags with those of the newest commits first.
    private func tags(_ condition: String) throws(UserError) -> [String] {
        // A plain tag gives the commit's date in the first field, a tag with a message in the second.
        let format = "--format=%(committerdate:unix)%(*committerdate:unix) %(refname:strip=2)"
        let result = try git.run(["for-each-ref", format, condition, "refs/tags"], in: folder)
        let lines = String(repairing: result.output).split(separator: "\n").map { line in
            (date: Int(line.prefix { $0 != " " }) ?? 0, tag: String(line.drop { $0 != " " }.dropFirst()))
        }
        return lines.sorted { ($1.date, $0.tag) < ($0.date, $1.tag) }.map(\.tag)
    }

    private func isShallow() throws(UserError) -> Bool {
        try git.run(["rev-parse", "--is-shallow-repository"], in: folder).line == "true"
    }

    /// Whether a text is an object id: SHA-1 or SHA-256.
    private static func isID(_ text: String) -> Bool {
        [40, 64].contains(text.utf8.count) && text.utf8.allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0) }
    }
}

extension GitRepository {
    /// Returns the project as a revision has it. Its paths begin with the project's folder.
    package func fileSystem(at revision: String) throws(UserError) -> RevisionFileSystem {
        let commit = try commit(revision)
        // With `-l`, sizes are known before a file is read.
        let listing = try git.run(
            ["ls-tree", "-r", "-z", "-l", "--full-tree", commit, "--"] + (prefix.isEmpty ? [] : [prefix]), in: folder)
        guard listing.status == 0 else {
            throw UserError(
                "git cannot read the files of '\(revision)': \(listing.reason)",
                hint: "the clone lacks them: fetch the whole repository")
        }
        let tree = RevisionTree(listing.output, below: prefix)
        guard !tree.isEmpty else {
            let place = prefix.isEmpty ? "is empty" : "has no folder '\(prefix)'"
            throw UserError("'\(revision)' \(place)", hint: "name a revision that contains the project")
        }
        return RevisionFileSystem(tree: tree, root: folder, reader: BlobReader(git, in: folder))
    }
}

/// The machine's `git`, called so that a repository's configuration runs no program.
package struct GitCommand: Sendable {
    private let executable: String
    private let environment: [String: String]

    /// Options before the subcommand. Nothing is fetched, displayed page by page or reported to a file monitor.
    private static let options = [
        "--no-pager", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c",
        "protocol.allow=never",
    ]

    /// Variables of git that say where repositories and configurations are. The others would select another repository,
    /// for example inside of a hook.
    private static let keptVariables = [
        "GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH", "GIT_CONFIG_COUNT",
        "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM",
    ]

    /// Finds `git` by the variable `PATH`.
    package init(environment: [String: String]) throws(UserError) {
        guard let path = ProgramFolders(environment["PATH"]).path(of: "git") else {
            throw UserError(
                "reading a revision needs git, which is not installed",
                hint: "install git, or compare packs and folders")
        }
        executable = path
        var kept = environment.filter { name, _ in
            !name.hasPrefix("GIT_") || Self.keptVariables.contains(name) || name.hasPrefix("GIT_CONFIG_KEY_")
                || name.hasPrefix("GIT_CONFIG_VALUE_")
        }
        // Messages are shown to people, and a lock would disturb a git that runs at the same time.
        for (name, value) in [
            ("GIT_OPTIONAL_LOCKS", "0"), ("GIT_TERMINAL_PROMPT", "0"), ("GIT_NO_LAZY_FETCH", "1"), ("LC_ALL", "C"),
        ] {
            kept[name] = value
        }
        self.environment = kept
    }

    /// - Parameter readsRequests: whether git reads requests from a socket. Its messages are then discarded.
    func start(
        _ arguments: [String], in folder: String, readsRequests: Bool = false
    ) throws(UserError) -> ChildProcess {
        var program = Program(executable, Self.options + ["-C", folder] + arguments, environment: environment)
        if readsRequests {
            program.input = .socket
            program.messages = .discarded
        }
        return try rethrow(as: { UserError("git cannot be started: \($0.reason)") }) { () throws(SystemError) in
            try ChildProcess(program)
        }
    }

    func run(_ arguments: [String], in folder: String) throws(UserError) -> ChildProcess.Result {
        try start(arguments, in: folder).finish()
    }
}

extension ChildProcess.Result {
    var line: String {
        String(repairing: output.prefix { $0 != UInt8(ascii: "\n") })
    }

    /// The first line of git's messages that begins with `fatal: ` or `error: `, without that; else the first line.
    /// Warnings can come before it.
    var reason: String {
        let lines = String(repairing: messages).split(separator: "\n")
        let reasons = lines.lazy.compactMap { line in
            ["fatal: ", "error: "].first(where: line.hasPrefix).map { line.dropFirst($0.count) }
        }
        return String(reasons.first ?? lines.first ?? "")
    }
}
