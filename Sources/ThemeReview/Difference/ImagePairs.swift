import ThemeModel

/// The images of two states by name and scale.
struct ImagePairs {
    private(set) var added: [StoredImage] = []
    private(set) var removed: [StoredImage] = []
    private(set) var renamed: [(old: StoredImage, new: StoredImage)] = []
    /// Images of one name and scale with different bytes.
    private(set) var replaced: [(old: StoredImage, new: StoredImage)] = []

    /// Takes sorted images.
    init(_ old: [StoredImage], _ new: [StoredImage]) {
        var (left, right) = (old[...], new[...])
        while let one = left.first ?? right.first {
            if let other = right.first, left.isEmpty || StoredImage.precedes(other, one) {
                added.append(right.removeFirst())
            } else if let other = right.first, !StoredImage.precedes(one, other) {
                if one.digest != other.digest { replaced.append((one, other)) }
                left.removeFirst()
                right.removeFirst()
            } else {
                removed.append(left.removeFirst())
            }
        }
        findRenamed()
    }

    /// Pairs removed images with added ones of the same bytes, each at most once, in the order of names.
    private mutating func findRenamed() {
        var sources = Dictionary(grouping: removed, by: \.digest).mapValues { $0[...] }
        var taken: Set<Int> = []
        added.removeAll { new in
            guard let candidates = sources[new.digest], let first = candidates.first else { return false }
            let old = candidates.first { $0.scale == new.scale } ?? first
            sources[new.digest]?.removeAll { $0.number == old.number }
            taken.insert(old.number)
            renamed.append((old, new))
            return true
        }
        removed.removeAll { taken.contains($0.number) }
    }
}
