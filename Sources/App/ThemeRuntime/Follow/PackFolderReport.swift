/// The result of ``ThemeLibrary/sync(folder:)``.
public struct PackFolderReport: Hashable, Sendable {
    /// The changes of the library, in their order. Those of one swap are ordered by theme.
    public package(set) var changes: [Change] = []
    /// The reasons why something in the folder is not mounted, or is ambiguous.
    public package(set) var problems: [PackFolderProblem]

    /// A change of the library.
    public enum Change: Hashable, Sendable {
        /// The theme was not mounted before.
        case added(ThemeID, SemanticVersion)
        /// Another pack of the theme is mounted. The versions can be equal.
        case replaced(ThemeID, from: SemanticVersion, to: SemanticVersion)
        /// The theme's last pack has vanished from the folder.
        case removed(ThemeID, SemanticVersion)
    }

    package init(problems: [PackFolderProblem] = []) { self.problems = problems }

    /// Whether nothing changed and there are no problems.
    public var isEmpty: Bool { changes.isEmpty && problems.isEmpty }
}

extension PackFolderReport: CustomStringConvertible {
    /// A line for each change and each problem.
    public var description: String {
        (changes.map(\.description) + problems.map(\.description)).joined(separator: "\n")
    }
}

extension PackFolderReport.Change: CustomStringConvertible {
    /// The theme and its versions, such as `year 1.0.0 -> 1.1.0`.
    public var description: String {
        switch self {
        case .added(let id, let version): "\(id) \(version) added"
        case .replaced(let id, let old, let new): "\(id) \(old) -> \(new)"
        case .removed(let id, let version): "\(id) \(version) removed"
        }
    }
}

/// A reason why a library does not mount something of a ``PackFolder``, or why the folder is ambiguous.
public enum PackFolderProblem: DescribedError, Hashable, Sendable {
    /// The folder cannot be read. Nothing changes.
    case unreadable(ThemeError)
    /// A file is not mounted. If its theme is mounted, the mounted pack stays.
    case rejected(path: String, reason: ThemeError)
    /// Different packs have the same theme and version. The first path is mounted.
    case sameVersion(ThemeID, SemanticVersion, paths: [String])
    /// Several mounted themes have the same prefix. Look-ups are not affected; files of a project would be.
    case samePrefix(ImagePrefix, [ThemeID])
    /// The folder has no pack of the default theme any more. The mounted one stays.
    case defaultVanished(path: String)
    /// The folder changed during each attempt to read it. What is mounted was there during the last attempt.
    case changedMeanwhile(path: String, attempts: Int)
    /// A manager cannot use what the folder has, because a theme or a bound value cannot be read. No pack has changed.
    case unusable(path: String, reason: String)

    /// The file or folder in question; `nil` if there are several.
    public var path: String? {
        switch self {
        case .unreadable(let reason): reason.path
        case .rejected(let path, _), .defaultVanished(let path), .changedMeanwhile(let path, _), .unusable(let path, _):
            path
        case .sameVersion(_, _, let paths): paths.first
        case .samePrefix: nil
        }
    }

    /// Whether the problem can pass although no file changes: permissions, the number of open files, earlier changes,
    /// what is bound.
    var mayPassWithoutChange: Bool {
        switch self {
        case .rejected(_, .unreadable), .changedMeanwhile, .unusable: true
        default: false
        }
    }

    /// The reason for the problem, in one clause.
    public var reason: String {
        switch self {
        case .unreadable(let reason): reason.reason
        case .rejected(_, let reason):
            "not mounted: " + [reason.place, reason.reason].compactMap(\.self).joined(separator: ": ")
        case .sameVersion(let id, let version, let paths):
            "\(id) \(version) is also in \(paths.dropFirst().joined(separator: ", "))"
        case .samePrefix(let prefix, let ids):
            "the prefix '\(prefix)' is that of several themes: \(ids.map(\.string).joined(separator: ", "))"
        case .defaultVanished: "the default theme's pack has vanished; the mounted one stays"
        case .unusable(_, let reason): reason
        case .changedMeanwhile(_, let attempts):
            "the folder changed during each of \(attempts) attempts; newer packs may not be mounted"
        }
    }

    /// Advice on how to fix it; `nil` if there is no general advice.
    public var hint: String? {
        switch self {
        case .unreadable(let reason), .rejected(_, let reason): reason.hint
        case .sameVersion: "give each pack its own version, and delete the other file"
        case .samePrefix: "give each theme its own \"imageNamePrefix\""
        case .unusable: nil
        case .defaultVanished: "put a pack of the default theme into the folder"
        case .changedMeanwhile: "sync again, and put packs into the folder only when they change"
        }
    }

    /// Path and reason.
    public var message: String { [path, reason].compactMap(\.self).joined(separator: ": ") }
}
