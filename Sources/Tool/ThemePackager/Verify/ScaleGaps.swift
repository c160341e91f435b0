import ThemeProject

/// Finds defaults that lack a scale between two others, where most images of their folder have it.
struct ScaleGaps {
    /// Bit n stands for the scale `@nx`.
    private typealias ScaleSet = UInt16

    private struct Images {
        var count = 0
        /// The first file of each name, if a scale is missing.
        var incomplete: [ImageFile] = []
    }

    private var folders: [Substring: [ScaleSet: Images]] = [:]

    /// - Parameter files: all scales of a name.
    mutating func add(_ files: [ImageFile]) {
        guard let file = files.first, files.count > 1 else { return }
        let scales = files.reduce(0 as ScaleSet) { $0 | 1 << $1.variant.scale.factor }
        var images = folders[file.variant.name.path.folder]?[scales] ?? Images()
        images.count += 1
        if Self.inner(scales) & ~scales != 0 { images.incomplete.append(file) }
        folders[file.variant.name.path.folder, default: [:]][scales] = images
    }

    /// Returns all scales from the least to the greatest.
    private static func inner(_ scales: ScaleSet) -> ScaleSet {
        ScaleSet.max << scales.trailingZeroBitCount & ScaleSet.max >> scales.leadingZeroBitCount
    }

    func findings(_ trees: ImageTrees) -> [Finding] {
        folders.values.flatMap { folder in
            folder.flatMap { scales, images -> [Finding] in
                let usual = folder.keys.reduce(0, |) & Self.inner(scales) | scales
                let count = folder.reduce(0) { $0 + ($1.key & usual == usual ? $1.value.count : 0) }
                let otherCount = folder.values.reduce(-images.count) { $0 + $1.count }
                guard usual != scales, count > 1, 2 * count > otherCount else { return [] }
                return images.incomplete.map { finding($0, scales, missing: usual & ~scales, trees) }
            }
        }
    }

    private func finding(
        _ file: ImageFile, _ scales: ScaleSet, missing: ScaleSet, _ trees: ImageTrees
    ) -> Finding {
        func list(_ scales: ScaleSet) -> String {
            (1...9).filter { scales >> $0 & 1 != 0 }.map { "@\($0)x" }.joined(separator: ", ")
        }
        return Finding(
            .imageScaleMissing, theme: ThemeID.default.string, path: trees.path(of: file),
            "'\(file.variant.name)' has no \(list(missing)), most images of its folder have", expected: list(missing),
            actual: list(scales), hint: "export it at \(list(missing)) too: until then another scale is resized")
    }
}
