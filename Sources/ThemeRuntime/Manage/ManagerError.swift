import ThemeModel

/// Why a manager refuses something. Whatever throws it has changed nothing, unless the case says otherwise.
public enum ManagerError: Error, Sendable {
    /// No theme has this id.
    case unknownTheme(id: String, known: [String])
    /// A theme could not be made or read, or a bound value has another type in it than is asked for.
    case unusableTheme(id: String, reason: any Error)
    /// The store failed. The choice was not saved, and the theme was not changed either.
    case notSaved(id: String, reason: any Error)
    /// The saved choice could not be read. The theme in force stays.
    case notRestored(reason: any Error)
    /// A value cannot be read from the theme in force, so nothing was bound to it.
    case unusableValue(id: String, reason: any Error)
    /// Observers have selected a theme from within their callbacks time and again: they disagree.
    case restlessObservers(id: String, rounds: Int)
    /// A store, or what reads a value, selects a theme while it is asked about another.
    case selectedWithin(id: String, other: String)
    /// A theme of this id is there already.
    case idTaken(id: String)
    /// The theme is there already, under another id.
    case themeTaken(id: String)
    /// The system's style is to be followed, and no style has a theme.
    case noStyles
    /// A pack cannot take the place of a mounted one.
    case notReplaced(id: String, reason: any Error)

    /// What is wrong, in one sentence.
    public var reason: String {
        switch self {
        case .unknownTheme(let id, _): "there is no theme '\(id)'"
        case .unusableTheme(let id, let reason): "the theme '\(id)' cannot be used: \(reason)"
        case .notSaved(let id, let reason): "the choice of '\(id)' could not be saved, so the theme stays: \(reason)"
        case .notRestored(let reason): "the saved choice could not be read: \(reason)"
        case .unusableValue(let id, let reason): "a value cannot be read from the theme '\(id)': \(reason)"
        case .restlessObservers(let id, let rounds):
            "observers selected a theme from within their callbacks \(rounds) times in a row; '\(id)' was not selected"
        case .selectedWithin(let id, let other):
            "'\(id)' was selected while '\(other)' was being read or saved, by what reads or saves it; it was not selected"
        case .idTaken(let id): "there is a theme '\(id)' already"
        case .themeTaken(let id): "the theme is there already, as '\(id)'"
        case .noStyles: "no theme is given for any style of the system"
        case .notReplaced(let id, let reason): "the pack of '\(id)' goes on serving, the new one is refused: \(reason)"
        }
    }

    /// How to mend it; `nil` where there is nothing that can be said in general.
    public var hint: String? {
        switch self {
        case .unknownTheme(let id, let known):
            NearMiss.suggestion(for: id, among: known).map { "did you mean '\($0)'?" }
                ?? (known.isEmpty ? "add it first" : "known are: \(known.sorted().joined(separator: ", "))")
        case .unusableTheme(_, let reason), .unusableValue(_, let reason), .notReplaced(_, let reason):
            (reason as? ThemeError)?.hint
        case .notSaved: "mend the store, or select with 'saving: false'"
        case .notRestored: "select a theme: that replaces what is saved"
        case .restlessObservers: "let one of them decide, or select after the callback"
        case .selectedWithin: "select after that, from an observer, say"
        case .idTaken, .themeTaken: "remove it first"
        case .noStyles: "give the themes for light and dark"
        }
    }
}

extension ManagerError: CustomStringConvertible {
    public var description: String { reason + (hint.map { " (\($0))" } ?? "") }
}
