import ThemeModel

/// Something that differs between two versions of a theme.
package protocol VersionChange: Sendable {
    /// The name of an image, the path of a setting or a resource, or a key of `theme.json`. Like the words, it can
    /// contain any character.
    var name: String { get }
    /// The change in a few words: `88x44 px, was 80x40 px`.
    var words: String { get }
    /// `+` new, `-` gone, `>` renamed, `=` looks the same, `~` anything else.
    var mark: Character { get }
    /// The step of the theme's version that the change asks for: major if apps miss what they could ask for, or get
    /// another type or size; minor if they can ask for more than before.
    var step: VersionStep { get }
}

extension VersionChange {
    package var isBreaking: Bool { step == .major }
}

/// The part of a semantic version that a change raises.
package enum VersionStep: String, OrderedCases, Sendable {
    case none, patch, minor, major
}

/// Returns the elements of two versions in an order: both together if they are equal in it, else each alone.
func paired<Element>(
    _ old: [Element], _ new: [Element], by precedes: (Element, Element) -> Bool
) -> [(old: Element?, new: Element?)] {
    var left = old.sorted(by: precedes)[...]
    var right = new.sorted(by: precedes)[...]
    var pairs: [(old: Element?, new: Element?)] = []
    while let next = [left.first, right.first].compactMap({ $0 }).min(by: precedes) {
        let isInOld = left.first.map { !precedes(next, $0) } ?? false
        let isInNew = right.first.map { !precedes(next, $0) } ?? false
        pairs.append((isInOld ? left.removeFirst() : nil, isInNew ? right.removeFirst() : nil))
    }
    return pairs
}
