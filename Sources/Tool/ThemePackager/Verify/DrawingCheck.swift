import ThemeProject

// See docs/decisions/15-libpng-judges.md.
/// Finds scales of an image that show another drawing than the image's other scales.
///
/// Two comparisons need no fixed limit. An image that artists drew for each scale differs more between its scales than
/// one that was rendered, so a scale is compared with the differences that are usual for its name, and for the scale in
/// its theme: many icons are drawn anew for the smallest one. If two files were exchanged, each is more like the other
/// scales of the other image than like those of its own.
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
        let grid: ColorGrid
        let others: ColorGrids
        /// The difference from the nearest of the other scales.
        let difference: Double
        let limit: Double

        var own: Scaled { scaled[index] }
    }

    /// The images that are drawn in one way: of one theme and scale.
    private struct Series: Hashable {
        let theme: Int
        let scale: Scale
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
    private var differences: [Series: [Double]] = [:]

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
        lazy var usual = Self.spread(Self.comparable(defaults))
        for index in scaled.indices {
            // One of two scales is wrong, and the smaller one is usually the first that was drawn.
            if scaled.count == 2, index == scaled.firstIndex(where: { !$0.content.isBlank }) ?? 0 { continue }
            let others = Self.others(scaled, except: index)
            guard let grid = scaled[index].content.grid, let difference = others.leastDifference(from: grid) else {
                continue
            }
            differences[Series(theme: theme, scale: scaled[index].scale), default: []].append(difference)
            guard difference > ColorGrid.renderedMax else { continue }
            let limit = ColorGrid.limit(usual: [usual, Self.spread(scaled, except: index)].compactMap { $0 }.max())
            let own = scaled[index]
            let rounding = Self.rounding(of: own, among: scaled)
            let bucket = Bucket(
                theme: theme, folder: own.file.variant.name.path.folder, scale: own.scale, size: own.size)
            suspects[bucket, default: []].append(
                Suspect(
                    theme: theme, scaled: scaled, index: index, grid: grid, others: others, difference: difference,
                    limit: limit + rounding))
        }
    }

    /// Returns the scales whose sizes agree, because others have a finding about their size.
    private static func comparable(_ scaled: [Scaled]) -> [Scaled] {
        guard let base = scaled.first(where: { !$0.content.isBlank }) ?? scaled.first else { return [] }
        return scaled.filter { $0.size.agrees(at: $0.scale, with: base.size, at: base.scale) }
    }

    /// Returns the difference of grids that comes from sizes of whole pixels: a drawing 9.5 points wide fills 95 % of
    /// 10 pixels, and all of 19. At the far side, an edge of full contrast moves by that share of the image. Where all
    /// sizes are multiples of one in points, nothing was rounded.
    private static func rounding(of own: Scaled, among others: [Scaled]) -> Double {
        func points(_ scaled: Scaled, _ side: KeyPath<PixelSize, UInt32>) -> Double {
            Double(scaled.size[keyPath: side]) / Double(scaled.scale.factor)
        }
        func share(_ side: KeyPath<PixelSize, UInt32>) -> Double {
            let rounding = others.reduce(0) { max($0, abs(points($1, side) / points(own, side) - 1)) }
            // Renderers also move edges of thin lines and of text to whole pixels.
            return rounding > 0 ? max(rounding, 0.25 / Double(own.size[keyPath: side])) : 0
        }
        let cells = Double(ColorGrid.byteCount / 4).squareRoot()
        let width = share(\.width)
        let height = share(\.height)
        return 255 * cells * ((width * width + height * height) / 3).squareRoot()
    }

    /// Returns the grids of the other scales. Blank ones count only if all are blank: they would make
    /// the others look wrong.
    private static func others(_ scaled: [Scaled], except index: Int) -> ColorGrids {
        let areBlank = scaled.allSatisfy(\.content.isBlank)
        return ColorGrids(
            scaled.indices.lazy.filter { $0 != index && (areBlank || !scaled[$0].content.isBlank) }
                .compactMap { scaled[$0].content.grid })
    }

    /// Returns the greatest difference between two scales; `nil` if there are not two.
    private static func spread(_ scaled: [Scaled], except index: Int? = nil) -> Double? {
        let grids: [ColorGrid] = scaled.enumerated().compactMap { $0.offset == index ? nil : $0.element.content.grid }
        return grids.indices.flatMap { grids[..<$0].compactMap(grids[$0].difference) }.max()
    }

    func findings() -> [Finding] {
        var findings: [Finding] = []
        let series = differences.mapValues { $0.sorted() }
        for bucket in suspects.values.map({ $0.sorted { $0.difference > $1.difference } }) {
            let twins = Self.twins(Array(bucket.prefix(Self.bucketMax)))
            for (index, suspect) in bucket.enumerated() {
                let twin = twins.indices.contains(index) ? twins[index] : nil
                let usual = Self.median(
                    series[Series(theme: suspect.theme, scale: suspect.own.scale), default: []],
                    without: suspect.difference)
                let isOver = suspect.difference > max(suspect.limit, 3 * usual)
                guard twin != nil || isOver else { continue }
                findings.append(finding(suspect, twin: twin.map { bucket[$0].own }))
            }
        }
        return findings
    }

    /// - Parameter sorted: contains `difference`. Without others, the result is 0.
    private static func median(_ sorted: [Double], without difference: Double) -> Double {
        guard sorted.count > 1 else { return 0 }
        let middle = (sorted.count - 1) / 2
        return sorted[middle < sorted.partitioningIndex { $0 >= difference } ? middle : middle + 1]
    }

    /// Returns, for each suspect, the one with which it was exchanged; `nil` for one that was not exchanged.
    private static func twins(_ suspects: [Suspect]) -> [Int?] {
        var nearest = [(index: Int?, difference: Double)](repeating: (nil, .infinity), count: suspects.count)
        for (first, one) in suspects.enumerated() {
            for second in suspects.indices[(first + 1)...] {
                let limit = (one.difference + suspects[second].difference) / 2
                guard let there = suspects[second].others.leastDifference(from: one.grid, below: limit), there < limit,
                    let back = one.others.leastDifference(from: suspects[second].grid, below: limit),
                    there + back < limit
                else { continue }
                if there + back < nearest[first].difference { nearest[first] = (second, there + back) }
                if there + back < nearest[second].difference { nearest[second] = (first, there + back) }
            }
        }
        return nearest.map(\.index)
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
