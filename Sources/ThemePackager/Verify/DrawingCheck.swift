import ThemeModel
import ThemeProject
import ThemeSystem

// See docs/decisions/15-libpng-judges.md.
/// Finds scales of an image that show another drawing than the image's other scales.
///
/// Two comparisons need no fixed limit. An image that artists drew for each scale differs more between its scales than
/// one that was rendered, so a scale is compared with the differences that are usual for its name. And two exchanged
/// files are nearer to each other's other scales than to their own.
struct DrawingCheck {
    struct Scaled {
        let file: ImageFile
        let size: PixelSize
        let content: PixelContent

        var scale: Scale { file.variant.scale }
    }

    private struct Suspect {
        let theme: Int
        /// All scales of the image.
        let scaled: [Scaled]
        let index: Int
        /// The difference from the nearest of the other scales.
        let difference: Double
        let isOver: Bool

        var own: Scaled { scaled[index] }
    }

    /// The images that can have been exchanged: of one theme, folder, scale and size.
    private struct Bucket: Hashable {
        let theme: Int
        let folder: Substring
        let scale: Scale
        let size: PixelSize
    }

    private let trees: ImageTrees
    private let themeName: (Int) -> String
    private var suspects: [Bucket: [Suspect]] = [:]

    /// The number of compared pairs grows with the square.
    private static let bucketMax = 512

    init(_ trees: ImageTrees, themeName: @escaping (Int) -> String) {
        self.trees = trees
        self.themeName = themeName
    }

    /// - Parameter defaults: the default's scales of the name; empty for the default itself.
    mutating func add(_ scaled: [Scaled], of theme: Int, defaults: [Scaled]) {
        let scaled = Self.comparable(scaled)
        guard scaled.count > 1 else { return }
        let usual = Self.spread(Self.comparable(defaults))
        for index in scaled.indices {
            // One of two scales is wrong, and the smaller one is usually the first that was drawn.
            if scaled.count == 2, index == scaled.firstIndex(where: { !$0.content.isBlank }) ?? 0 { continue }
            guard let difference = Self.difference(of: scaled[index], from: scaled, except: index),
                difference > ColorGrid.renderedMax
            else { continue }
            let limit = ColorGrid.limit(usual: [usual, Self.spread(scaled, except: index)].compactMap { $0 }.max())
            let own = scaled[index]
            let bucket = Bucket(
                theme: theme, folder: own.file.variant.name.path.folder, scale: own.scale, size: own.size)
            suspects[bucket, default: []].append(
                Suspect(
                    theme: theme, scaled: scaled, index: index, difference: difference, isOver: difference > limit))
        }
    }

    /// Returns the scales whose sizes agree, because others have a finding about their size.
    private static func comparable(_ scaled: [Scaled]) -> [Scaled] {
        guard let base = scaled.first(where: { !$0.content.isBlank }) ?? scaled.first else { return [] }
        return scaled.filter { $0.size.agrees(at: $0.scale, with: base.size, at: base.scale) }
    }

    /// Returns the least difference from the other scales. Blank ones would accuse the others, unless all are.
    private static func difference(of own: Scaled, from others: [Scaled], except index: Int?) -> Double? {
        guard let grid = own.content.grid else { return nil }
        let areBlank = others.allSatisfy(\.content.isBlank)
        return others.indices.lazy.filter { $0 != index && (areBlank || !others[$0].content.isBlank) }
            .compactMap { others[$0].content.grid.flatMap(grid.difference) }.min()
    }

    /// Returns the greatest difference between two scales; `nil` if there are not two.
    private static func spread(_ scaled: [Scaled], except index: Int? = nil) -> Double? {
        let grids: [ColorGrid] = scaled.enumerated().compactMap { $0.offset == index ? nil : $0.element.content.grid }
        var greatest: Double?
        for (index, grid) in grids.enumerated() {
            for other in grids[..<index] {
                if let difference = grid.difference(from: other) { greatest = max(greatest ?? 0, difference) }
            }
        }
        return greatest
    }

    func findings() -> [Finding] {
        var findings: [Finding] = []
        for bucket in suspects.values.map({ $0.sorted { $0.difference > $1.difference } }) {
            let compared = bucket.prefix(Self.bucketMax)
            for (index, suspect) in bucket.enumerated() {
                let twin = compared.indices.contains(index) ? Self.twin(of: index, in: compared) : nil
                guard twin != nil || suspect.isOver else { continue }
                findings.append(finding(suspect, twin: twin.map { bucket[$0].own }))
            }
        }
        return findings
    }

    /// Returns the image with which this one was exchanged.
    private static func twin(of place: Int, in suspects: ArraySlice<Suspect>) -> Int? {
        let one = suspects[place]
        var nearest: (index: Int, difference: Double)?
        for (index, other) in zip(suspects.indices, suspects) where index != place {
            guard let there = crossed(one, other), let back = crossed(other, one),
                one.difference + other.difference > 2 * (there + back), there + back < nearest?.difference ?? .infinity
            else { continue }
            nearest = (index, there + back)
        }
        return nearest?.index
    }

    /// Returns the difference of one image's scale from the other image's other scales.
    private static func crossed(_ one: Suspect, _ other: Suspect) -> Double? {
        difference(of: one.own, from: other.scaled, except: other.index)
    }

    private func finding(_ suspect: Suspect, twin: Scaled?) -> Finding {
        let own = suspect.own
        let path = trees.path(of: own.file)
        if let twin {
            let other = trees.path(of: twin.file)
            return Finding(
                .imageScaleContent, theme: themeName(suspect.theme), path: path,
                "shows the drawing of '\(twin.file.variant.name)' at \(own.scale), which shows this one's",
                hint: "exchange the two files", related: Finding.Related(path: other, message: "the other file is here")
            )
        }
        let others = suspect.scaled.enumerated().filter { $0.offset != suspect.index }.map(\.element)
        let base = others.first { !$0.content.isBlank } ?? others.first
        return Finding(
            .imageScaleContent, theme: themeName(suspect.theme), path: path,
            "shows another drawing at \(own.scale)" + (base.map { " than at \($0.scale)" } ?? ""),
            hint: "export all scales from one drawing",
            related: base.map { base in
                Finding.Related(path: trees.path(of: base.file), message: "\(base.scale) is here")
            })
    }
}
