import ThemeModel

/// The difference between two pages. Each patch replaces an element with an id. A placeholder in it stands for an
/// element that does not change. The patches can be applied in any order.
struct PageDifference {
    private(set) var patches: [(id: String, markup: [UInt8])] = []
    private let old: HTML
    private let new: HTML

    /// Compares the elements `id` of two pages. `nil` if one of them has none.
    init?(from old: HTML, to new: HTML, in id: String) {
        guard let before = old.elements.firstIndex(where: { $0.id == id }),
            let after = new.elements.firstIndex(where: { $0.id == id })
        else { return nil }
        self.old = old
        self.new = new
        compare(before, after)
    }

    private mutating func compare(_ before: Int, _ after: Int) {
        guard !isSame(before, after) else { return }
        guard hasSameFrame(before, after) else {
            var markup: [UInt8] = []
            write(after, replacing: before, to: &markup)
            return patches.append((new.elements[after].id, markup))
        }
        for (one, other) in zip(old.children(of: before), new.children(of: after)) { compare(one, other) }
    }

    /// Writes an element, with a placeholder for each element inside that stays, or has patches of its own.
    private mutating func write(_ after: Int, replacing before: Int?, to markup: inout [UInt8]) {
        let known = Dictionary(
            (before.map(old.children) ?? []).map { (old.elements[$0].id, $0) }, uniquingKeysWith: { first, _ in first })
        var at = new.elements[after].range.lowerBound
        for child in new.children(of: after) {
            let range = new.elements[child].range
            markup += new.bytes[at..<range.lowerBound]
            at = range.upperBound
            let id = new.elements[child].id
            if let same = known[id], hasSameFrame(same, child) {
                // The id is escaped as in the element itself.
                markup += Array("<template data-keep=\"".utf8)
                markup += HTML.bytes { $0.text(id) }
                markup += Array("\"></template>".utf8)
                compare(same, child)
            } else {
                write(child, replacing: known[id], to: &markup)
            }
        }
        markup += new.bytes[at..<new.elements[after].range.upperBound]
    }

    /// Whether two elements are equal apart from the child elements that have an id.
    private func hasSameFrame(_ before: Int, _ after: Int) -> Bool {
        if isSame(before, after) { return true }
        let oldChildren = old.children(of: before)
        let newChildren = new.children(of: after)
        guard !oldChildren.isEmpty, oldChildren.count == newChildren.count else { return false }
        let hasSameIDs = zip(oldChildren, newChildren).allSatisfy { old.elements[$0].id == new.elements[$1].id }
        return hasSameIDs && old.ownBytes(of: before) == new.ownBytes(of: after)
    }

    private func isSame(_ before: Int, _ after: Int) -> Bool {
        let one = old.elements[before].range
        let other = new.elements[after].range
        return old.bytes.withUnsafeBytes { old in
            new.bytes.withUnsafeBytes { new in
                UTF8Order.equal(
                    UnsafeRawBufferPointer(rebasing: old[one]), UnsafeRawBufferPointer(rebasing: new[other]))
            }
        }
    }
}
