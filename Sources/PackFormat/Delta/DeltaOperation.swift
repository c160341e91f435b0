/// An operation on a run of a pack's items. A word of the script is `count << 2 | operation`; the word 0 keeps the
/// rest and ends the list.
enum DeltaOperation: Int {
    case keep = 0
    case remove = 1
    /// The items keep their names. Their new contents follow.
    case change = 2
    /// Names and contents follow.
    case add = 3
}

/// The operation on the settings. It is the first number of a script.
enum DeltaSettings {
    static let none = 0
    static let kept = 1
    /// The length follows.
    static let new = 2
}
