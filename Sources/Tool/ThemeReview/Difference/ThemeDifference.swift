import ThemePackager
package import ThemeProject

// See docs/decisions/25-comparing-versions.md.
/// The differences between two versions of a theme.
package struct ThemeDifference: Sendable {
    package let old: ThemeState
    package let new: ThemeState
    package let properties: [PropertyChange]
    /// Sorted by name and scale.
    package let images: [ImageChange]
    package let settings: [SettingChange]
    package let resources: [ResourceChange]

    /// Decodes images only if their bytes differ and their sizes do not.
    ///
    /// - Parameter compared: called from any thread after each pair of decoded images.
    /// - Throws: ``UserError`` if the states are of two themes.
    package init(
        from old: ThemeState, to new: ThemeState, jobs: Int,
        compared: (@Sendable (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(UserError) {
        guard old.theme.id == new.theme.id else {
            throw UserError(
                "\(old.label) is the theme '\(old.theme.id)', \(new.label) is '\(new.theme.id)'",
                hint: "name two versions of one theme")
        }
        self.old = old
        self.new = new
        properties =
            (new.selection.isEmpty ? PropertyChange.changes(from: old, to: new) : [])
            + PropertyChange.templateChanges(from: old, to: new)
        let pairs = ImagePairs(old.images, new.images)
        let swaps = pairs.swaps
        let isDefault = new.theme.id == .default
        let done = AtomicInteger(0)
        let replaced = Workers.map(pairs.replaced.count, stride: 1, jobs: jobs) { index in
            let pair = pairs.replaced[index]
            defer { compared?(done.add(1), pairs.replaced.count) }
            let isSwapped = pair.old.size == pair.new.size
            let swapped = swaps[index].flatMap { isSwapped ? pairs.replaced[$0].new : nil }
            let difference = swapped.map(ImageChange.Difference.swapped)
            return ImageChange(
                image: pair.new, old: pair.old,
                difference: difference ?? Self.difference(of: pair.old, and: pair.new, limits: new.limits),
                isDefault: isDefault)
        }
        let added = pairs.added.map { ImageChange(image: $0, old: nil, difference: .added, isDefault: isDefault) }
        let removed = pairs.removed.map { ImageChange(image: $0, old: $0, difference: .removed, isDefault: isDefault) }
        let renamed = pairs.renamed.map { old, new in
            ImageChange(image: new, old: old, difference: .renamed, isDefault: isDefault)
        }
        images = (added + removed + renamed + replaced).sorted { StoredImage.precedes($0.image, $1.image) }
        settings = SettingChange.changes(from: old, to: new)
        resources = ResourceChange.changes(from: old.resources, to: new.resources)
    }

    private static func difference(
        of old: StoredImage, and new: StoredImage, limits: ProjectLimits
    ) -> ImageChange.Difference {
        if let size = old.size, let newSize = new.size, size != newSize { return .resized }
        do throws(PixelComparison.Failure) {
            let before = try PixelComparison.reading(.old, old.bytes)
            let after = try PixelComparison.reading(.new, new.bytes)
            // A pack can state another size than its image has.
            guard let comparison = try PixelComparison(before, after, limits: limits) else { return .resized }
            guard comparison.isEqual else { return .pixels(comparison) }
            return .bytes(differingChunks: ShownChunks(before).names(differingFrom: ShownChunks(after)))
        } catch {
            return .undecodable(error)
        }
    }

    package var themeID: ThemeID { new.theme.id }

    /// Whether a selection of themes is compared, not a single theme. A selection has no version.
    package var isOfSelection: Bool { !new.selection.isEmpty }

    /// The versions of the theme; `nil` for a selection.
    package var versions: (old: SemanticVersion, new: SemanticVersion)? {
        isOfSelection || old.isAbsent || new.isAbsent ? nil : (old.theme.version, new.theme.version)
    }

    /// Returns the file of the default that a changed image replaces; `nil` if there is none, or it cannot be read.
    package func defaultImage(of change: ImageChange) -> [UInt8]? {
        (try? (new.isAbsent ? old : new).readDefault(change.image)).flatMap { $0 }
    }

    /// The images in the order of what is seen: by kind, then names with the greatest mean difference first.
    package var imagesBySight: [ImageChange] {
        var greatest: [LogicalName: Double] = [:]
        for change in images {
            guard case .pixels(let comparison) = change.difference else { continue }
            greatest[change.image.name] = max(greatest[change.image.name] ?? 0, comparison.mean)
        }
        func rank(_ place: Int) -> (ImageChange.Kind, Double, Int) {
            (images[place].kind, -(greatest[images[place].image.name] ?? 0), place)
        }
        return images.indices.sorted { rank($0) < rank($1) }.map { images[$0] }
    }

    /// The version that semantic versioning asks for; `nil` for a selection, if there is none or nothing has changed.
    package var nextVersion: SemanticVersion? { step == .none ? nil : versions?.old.following(by: step) }

    private var changes: [any VersionChange] {
        let kinds: [[any VersionChange]] = [properties, images, settings, resources]
        return Array(kinds.joined())
    }

    package var isEmpty: Bool { changeCount == 0 }
    /// The number of changes that break an app which uses the theme.
    package var breakingCount: Int { changes.count(where: \.isBreaking) }
    package var changeCount: Int { properties.count + images.count + settings.count + resources.count }

    /// The step that semantic versioning asks for.
    package var step: VersionStep { changes.map(\.step).max() ?? .none }
}

/// The images of two states by name and scale.
struct ImagePairs {
    private(set) var added: [StoredImage] = []
    private(set) var removed: [StoredImage] = []
    private(set) var renamed: [(old: StoredImage, new: StoredImage)] = []
    /// Images of one name and scale with different bytes.
    private(set) var replaced: [(old: StoredImage, new: StoredImage)] = []

    /// The indexes in ``replaced`` of images that have each other's former bytes.
    var swaps: [Int: Int] {
        var sources: [[ContentDigest]: Int] = [:]
        var swaps: [Int: Int] = [:]
        for (index, pair) in replaced.enumerated() {
            if let other = sources.removeValue(forKey: [pair.new.digest, pair.old.digest]) {
                swaps[index] = other
                swaps[other] = index
            } else {
                sources[[pair.old.digest, pair.new.digest]] = index
            }
        }
        return swaps
    }

    init(_ old: [StoredImage], _ new: [StoredImage]) {
        let pairs = paired(old, new, by: StoredImage.precedes)
        for case (nil, let image?) in pairs { added.append(image) }
        for case (let image?, nil) in pairs { removed.append(image) }
        for case (let one?, let other?) in pairs where one.digest != other.digest { replaced.append((one, other)) }
        findRenamed()
    }

    /// Pairs removed images with added ones of the same bytes, each at most once, in the order of names.
    private mutating func findRenamed() {
        var sources = Dictionary(grouping: removed.indices) { removed[$0].digest }
        var taken: Set<Int> = []
        added.removeAll { new in
            guard let candidates = sources[new.digest], let first = candidates.first else { return false }
            let old = candidates.first { removed[$0].scale == new.scale } ?? first
            sources[new.digest]?.removeAll { $0 == old }
            taken.insert(old)
            renamed.append((removed[old], new))
            return true
        }
        removed = removed.indices.filter { !taken.contains($0) }.map { removed[$0] }
    }
}
