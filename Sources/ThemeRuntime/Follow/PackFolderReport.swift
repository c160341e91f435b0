public import ThemeModel

/// The result of ``ThemeLibrary/sync(folder:)``.
public struct PackFolderReport: Hashable, Sendable {
    /// The changes of the library, in their order. Those of one swap are ordered by theme.
    public internal(set) var changes: [Change] = []
    /// The reasons why something in the folder is not mounted, or is ambiguous.
    public internal(set) var problems: [PackFolderProblem]

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
