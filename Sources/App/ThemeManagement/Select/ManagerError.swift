/// The reason why a manager or a table rejects a call. The theme in force and the saved choice have not changed.
public enum ManagerError: DescribedError, Sendable {
    /// No theme has this id.
    case unknownTheme(id: String, known: [String])
    /// A theme cannot be made or read, or one of its values does not have the type of a binding.
    case unusableTheme(id: String, reason: any Error)
    /// The store cannot save the choice.
    case notSaved(id: String, reason: any Error)
    /// The saved choice cannot be read.
    case notRestored(reason: any Error)
    /// A value cannot be read from the theme in force. Unless the binding reports problems, it was not made.
    case unusableValue(id: String, reason: any Error)
    /// Callbacks caused too many consecutive changes.
    case tooManySelections(id: String, rounds: Int)
    /// A store, or code that reads a value, selected a theme during another selection.
    case nestedSelection(id: String, other: String)
    /// A theme of this id was already added.
    case idTaken(id: String)
    /// The theme was already added under another id.
    case themeTaken(id: String)
    /// A generator requests the theme that it is making, directly or through other generators.
    case generatorCycle(id: String)
    /// The map from styles to themes is empty.
    case noStyles
    /// The default theme's pack does not list this axis.
    case unknownAxis(name: String, known: [String])
    /// The theme is on another axis; `nil` is the one without a name.
    case otherAxis(id: String, axis: String?, expected: String)
    /// A pack cannot replace the mounted one.
    case notReplaced(id: String, reason: any Error)

    /// The reason for the error, in one clause.
    public var reason: String {
        switch self {
        case .unknownTheme(let id, _): "there is no theme '\(id)'"
        case .unusableTheme(let id, let reason): "the theme '\(id)' cannot be used: \(reason.textWithoutHint)"
        case .notSaved(let id, let reason):
            "the choice of '\(id)' could not be saved, so the theme stays: \(reason.textWithoutHint)"
        case .notRestored(let reason): "the saved choice could not be read: \(reason.textWithoutHint)"
        case .unusableValue(let id, let reason):
            "a value cannot be read from the theme '\(id)': \(reason.textWithoutHint)"
        case .tooManySelections(let id, let rounds):
            "observers selected a theme in their callbacks \(rounds) times in a row; '\(id)' was not selected"
        case .nestedSelection(let id, let other):
            "code that reads or saves the theme '\(other)' tried to select '\(id)'"
        case .idTaken(let id): "there is already a theme '\(id)'"
        case .themeTaken(let id): "the theme was already added as '\(id)'"
        case .generatorCycle(let id): "making the theme '\(id)' requires the theme '\(id)'"
        case .noStyles: "the map from styles to themes is empty"
        case .unknownAxis(let name, _): "there is no axis '\(name)'"
        case .otherAxis(let id, let axis, let expected):
            "the theme '\(id)' is on \(axis.map { "the axis '\($0)'" } ?? "the axis without a name"), "
                + "not on '\(expected)'"
        case .notReplaced(let id, let reason): "the pack of '\(id)' was not replaced: \(reason.textWithoutHint)"
        }
    }

    /// Advice on how to fix it; `nil` if there is no general advice.
    public var hint: String? {
        switch self {
        case .unknownTheme(let id, let known):
            NearMiss().question(for: id, among: known)
                ?? (known.isEmpty ? "add it first" : "known are: \(known.sorted().joined(separator: ", "))")
        case .unknownAxis(let name, let known):
            NearMiss().question(for: name, among: known)
                ?? (known.isEmpty ? "mount a default theme with axes" : "axes are: \(known.joined(separator: ", "))")
        case .otherAxis: "select it for its own axis"
        case .unusableTheme(_, let reason), .unusableValue(_, let reason), .notReplaced(_, let reason):
            (reason as? any DescribedError)?.hint
        case .notSaved: "fix the store, or select with 'saving: false'"
        case .notRestored: "select a theme, which replaces the saved choice"
        case .tooManySelections: "select in one observer only, or after the callback"
        case .nestedSelection: "select later, for example in an observer"
        case .idTaken, .themeTaken: "remove it first"
        case .generatorCycle: "make one of the themes without the other"
        case .noStyles: "pass themes for light and dark"
        }
    }

    /// The reason.
    public var message: String { reason }
}

/// Returns the result of `body`. An error of it makes the theme unusable.
func using<Value>(theme id: String, _ body: () throws -> Value) throws(ManagerError) -> Value {
    do { return try body() } catch { throw .unusableTheme(id: id, reason: error) }
}
