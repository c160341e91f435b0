import ThemePackager
import ThemeProject

/// The changed images of a comparison: a card for each, and a table of those that look the same.
struct DifferenceImages {
    private let comparison: Comparison
    private let groups: [(kind: ImageChange.Kind, changes: [ImageChange], difference: ThemeDifference)]
    let same: [(change: ImageChange, difference: ThemeDifference)]

    private let embeddedBytesMax: Int
    private static let sameRowsMax = 1000

    init(_ comparison: Comparison, embeddedBytesMax: Int) {
        self.comparison = comparison
        self.embeddedBytesMax = embeddedBytesMax
        groups = comparison.themes.flatMap { difference in
            let kinds = Dictionary(grouping: difference.imagesBySight, by: \.kind)
            return ImageChange.Kind.allCases.filter { $0 != .same }.compactMap { kind in
                kinds[kind].map { (kind, $0, difference) }
            }
        }
        same = comparison.themes.flatMap { difference in
            difference.images.filter { $0.kind == .same }.map { ($0, difference) }
        }
    }

    var cardCount: Int { groups.reduce(0) { $0 + $1.changes.count } }

    func write(to html: inout HTML) {
        html.embedded(.groundChoices)
        var bytesLeft = embeddedBytesMax
        for group in groups {
            let title = comparison.title(group.kind.title, of: group.difference)
            for part in CardGroup.all(of: group.changes.count, title: title) {
                part.write(to: &html) { html in
                    for change in group.changes[part.range] {
                        card(of: change, in: group.difference, &bytesLeft).write(to: &html)
                    }
                }
            }
        }
    }

    private func card(
        of change: ImageChange, in difference: ThemeDifference, _ bytesLeft: inout Int
    ) -> ImageCard {
        let title = change.image.title
        var images: [ImageCard.Shown] = []
        for (caption, image, state) in [("Old", change.old, difference.old), ("New", change.new, difference.new)] {
            guard let image else { continue }
            let content = content(of: image.byteCount, &bytesLeft, limits: state.limits, image.bytes)
            images.append(
                ImageCard.Shown(
                    caption: caption, alternative: image.title, content: content))
        }
        // The sizes of the shown pixels: the index of a pack can have others.
        if images.count == 2, case .image(_, let width, let height) = images[1].content,
            case .image(_, let oldWidth, let oldHeight) = images[0].content, (width, height) != (oldWidth, oldHeight)
        {
            images[1].mismatch = "\(width) × \(height) px, was \(oldWidth) × \(oldHeight) px"
        }
        if let bytes = difference.defaultImage(of: change) {
            images.append(
                ImageCard.Shown(
                    caption: "Default", alternative: title,
                    content: content(of: bytes.count, &bytesLeft, limits: difference.new.limits) { bytes }))
        }
        let anchor = Anchor(comparison.isOfProject ? "\(difference.themeID)/\(title)" : title)
        var card = ImageCard(title: title, anchor: anchor, rows: [ImageCard.Row(images: images)])
        if comparison.isOfProject { card.themes = [difference.themeID.string] }
        let breaking = change.isBreaking ? ["breaking"] : []
        card.notes = [ImageCard.Note(.note, change.words.firstUppercased, label: breaking.first)]
        card.rules = [change.kind.rawValue] + breaking
        card.folder = change.image.name.folderPath
        return card
    }

    private func content(
        of byteCount: Int, _ bytesLeft: inout Int, limits: ProjectLimits, _ read: () throws(ImageError) -> [UInt8]
    ) -> ImageCard.Content {
        guard byteCount <= bytesLeft else {
            return .absent("\(Words.bytes(byteCount)): left out, because the page would be too large")
        }
        do throws(ImageError) {
            let bytes = try read()
            var reader = try PixelReader(bytes, limits: limits)
            try reader.forEachRow { _ in }
            bytesLeft -= bytes.count
            let size = reader.format.size
            return .image(.inlinePNG(bytes), width: Int(size.width), height: Int(size.height))
        } catch {
            return .absent("Cannot be shown: it \(error.message)")
        }
    }

    func writeSame(to html: inout HTML) {
        let old = same.compactMap(\.change.old)
        let new = same.compactMap(\.change.new)
        let total = { (images: [StoredImage]) in Words.bytes(images.reduce(0) { $0 + $1.byteCount }) }
        let tables = DifferenceTables(comparison: comparison)
        let caption = "\(total(new)), was \(total(old))"
        html.table(
            "settings", caption, ["Image", "Old", "New"], first: Self.sameRowsMax, of: same, noun: "more image"
        ) { same, html in
            let (change, difference) = same
            tables.writeRow(change, rules: [change.kind.rawValue], difference, to: &html) { html in
                for image in [change.old, change.new] {
                    html.element(.td, .class("number"), text: image.map { Words.bytes($0.byteCount) } ?? "")
                }
            } details: { html in
                if comparison.isOfProject { html.element(.small, text: difference.title) }
            }
        }
    }
}

extension ImageChange.Kind {
    var title: String {
        switch self {
        case .resized: "Another size"
        case .gone: "Gone"
        case .renamed: "Renamed"
        case .swapped: "Swapped"
        case .changed: "Other pixels"
        case .undecodable: "Not comparable"
        case .added: "New"
        case .same: "Same pixels"
        }
    }
}
