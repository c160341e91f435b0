import ThemePackager
import ThemeProject

/// The changed images of a comparison: a card for each name, with a row for each theme and scale.
struct DifferenceImages {
    private struct Entry {
        let name: LogicalName
        var kind: ImageChange.Kind
        /// Themes with the same old and new image share a change.
        var changes: [(change: ImageChange, themes: [ThemeDifference])]

        /// Whether a change is told from the others by its scale.
        var hasScales: Bool { changes.contains { $0.change.image.scale != .one } }
    }

    private let comparison: Comparison
    private let groups: [(kind: ImageChange.Kind, entries: [Entry])]
    private let embeddedBytesMax: Int

    init(_ comparison: Comparison, embeddedBytesMax: Int) {
        self.comparison = comparison
        self.embeddedBytesMax = embeddedBytesMax
        let changes = comparison.themes.flatMap { theme in
            theme.imagesBySight.filter { $0.kind != .same }.map { (change: $0, theme: theme) }
        }
        let entries = changes.grouped { $0.change.image.name }.map { changes in
            Entry(
                name: changes[0].change.image.name,
                kind: changes.reduce(changes[0].change.kind) { min($0, $1.change.kind) },
                changes: changes.grouped { ShownChange($0.change) }.map { ($0[0].change, $0.map(\.theme)) })
        }
        groups = Dictionary(grouping: entries, by: \.kind).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var cardCount: Int { groups.reduce(0) { $0 + $1.entries.count } }

    func write(to html: inout HTML) {
        html.embedded(.groundChoices)
        var bytesLeft = embeddedBytesMax
        for group in groups {
            for cards in CardGroup.groups(of: group.entries, title: group.kind.title) {
                cards.write(to: &html) { card(of: $0, &bytesLeft).write(to: &$1) }
            }
        }
    }

    private func card(of entry: Entry, _ bytesLeft: inout Int) -> ImageCard {
        var rows: [ImageCard.Row] = []
        var notes: [ImageCard.Note] = []
        for (change, themes) in entry.changes {
            let theme = comparison.ids(of: themes).first ?? ""
            let title = [comparison.title(of: themes), entry.hasScales ? change.image.scale.description : ""]
            let label = title.filter { !$0.isEmpty }.joined(separator: " ")
            let anchor = Anchor(own: "change", of: "\(theme)/\(change.image.title)")
            let images = shots(of: change, in: themes[0], &bytesLeft)
            rows.append(ImageCard.Row(label: label, anchor: anchor, images: images))
            var note = ImageCard.Note(
                .note, change.words.firstUppercased, label: change.isBreaking ? "breaking" : nil)
            if !label.isEmpty { note.places = [ImageCard.Place(text: label, anchor: anchor, theme: theme)] }
            notes.append(note)
        }
        let title = "\(entry.name)"
        var card = ImageCard(title: title, anchor: Anchor(title), rows: rows)
        card.themes = comparison.ids(of: entry.changes.flatMap(\.themes))
        card.notes = notes.merged()
        card.rules = Set(entry.changes.map(\.change.kind.rawValue)).sorted()
        if entry.changes.contains(where: \.change.isBreaking) { card.rules.append("breaking") }
        card.folder = entry.name.folderPath
        return card
    }

    private func shots(
        of change: ImageChange, in difference: ThemeDifference, _ bytesLeft: inout Int
    ) -> [ImageCard.Shown] {
        var images: [ImageCard.Shown] = []
        for (caption, image, state) in [("Old", change.old, difference.old), ("New", change.new, difference.new)] {
            guard let image else { continue }
            images.append(shot(of: image, caption, image.byteCount, &bytesLeft, in: state, image.bytes))
        }
        // The sizes of the shown pixels: the index of a pack can have others.
        if images.count == 2, case .image(_, let width, let height) = images[1].content,
            case .image(_, let oldWidth, let oldHeight) = images[0].content, (width, height) != (oldWidth, oldHeight)
        {
            images[1].mismatch = "\(width) × \(height) px, was \(oldWidth) × \(oldHeight) px"
        }
        if let bytes = difference.defaultImage(of: change) {
            images.append(shot(of: change.image, "Default", bytes.count, &bytesLeft, in: difference.new) { bytes })
        }
        return images
    }

    private func shot(
        of image: StoredImage, _ caption: String, _ byteCount: Int, _ bytesLeft: inout Int, in state: ThemeState,
        _ read: () throws(ImageError) -> [UInt8]
    ) -> ImageCard.Shown {
        var shot = ImageCard.Shown(
            caption: caption, alternative: image.title,
            content: .absent("\(Words.bytes(byteCount)): left out, because the page would be too large"),
            tint: state.tints[image.name], ground: state.ground)
        guard byteCount <= bytesLeft else { return shot }
        do throws(ImageError) {
            let bytes = try read()
            var reader = try PixelReader(bytes, limits: state.limits)
            shot.meanColor = try reader.meanColor()
            bytesLeft -= bytes.count
            let size = reader.format.size
            shot.content = .image(.inlinePNG(bytes), width: Int(size.width), height: Int(size.height))
        } catch {
            shot.content = .absent("Cannot be shown: it \(error.message)")
        }
        return shot
    }
}

extension ThemeDifference {
    /// The images with other bytes and the same pixels.
    var sameImages: [ImageChange] { images.filter { $0.kind == .same } }
}

/// The contents of a card's row. Changes of several themes with equal contents share a row.
private struct ShownChange: Hashable {
    let kind: ImageChange.Kind
    let scale: Scale
    let digests: [ContentDigest?]
    let words: String

    init(_ change: ImageChange) {
        kind = change.kind
        scale = change.image.scale
        digests = [change.old?.digest, change.new?.digest]
        words = change.words
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
