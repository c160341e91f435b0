import ThemeModel
import ThemePackager
import ThemeProject

/// The changed images of a comparison: a card for each, and a table of those that look the same.
struct DifferenceImages {
    let difference: ThemeDifference
    private let groups: [(group: DifferenceGroup, changes: [ImageChange])]
    let same: [ImageChange]

    private let embeddedBytesMax: Int
    private static let sameRowsMax = 1000

    init(difference: ThemeDifference, embeddedBytesMax: Int) {
        self.difference = difference
        self.embeddedBytesMax = embeddedBytesMax
        let groups = Dictionary(grouping: difference.images) { DifferenceGroup(of: $0) }
        same = groups[.same] ?? []
        self.groups = DifferenceGroup.allCases.filter { $0 != .same }.compactMap { group in
            groups[group].map { (group, $0) }
        }
    }

    var cardCount: Int { groups.reduce(0) { $0 + $1.changes.count } }

    func write(to html: inout HTMLWriter) {
        GroundChoice.writeWithSizes(to: &html)
        var bytesLeft = embeddedBytesMax
        for (group, changes) in groups {
            for part in CardGroup.all(of: changes.count, title: group.title) {
                part.write(to: &html) { html in
                    for change in changes[part.range] { card(of: change, group, &bytesLeft).write(to: &html) }
                }
            }
        }
    }

    private func card(of change: ImageChange, _ group: DifferenceGroup, _ bytesLeft: inout Int) -> ImageCard {
        let title = change.image.title
        var images: [ImageCard.Shown] = []
        for (caption, image, state) in [("Old", change.old, difference.old), ("New", change.new, difference.new)] {
            guard let image else { continue }
            let content = content(of: image, in: state, &bytesLeft)
            images.append(
                ImageCard.Shown(
                    caption: caption, alternative: "\(image.title), \(caption.lowercased()) version", content: content))
        }
        // The sizes of the shown pixels: the index of a pack can have others.
        if images.count == 2, case .image(_, let width, let height) = images[1].content,
            case .image(_, let oldWidth, let oldHeight) = images[0].content, (width, height) != (oldWidth, oldHeight)
        {
            images[1].mismatch = "\(width) × \(height) px, was \(oldWidth) × \(oldHeight) px"
        }
        var card = ImageCard(
            title: title, anchor: Anchor(title), rows: [ImageCard.Row(label: "", anchor: nil, images: images)])
        let isBreaking = change.isBreaking(in: difference.themeID)
        let words = change.words.firstUppercased
        card.notes = [ImageCard.Note(.plain, words, label: isBreaking ? "breaking" : nil)]
        card.rules = [group.rawValue] + (isBreaking ? ["breaking"] : [])
        card.folder = change.image.name.folderPath
        return card
    }

    private func content(of image: StoredImage, in state: ThemeState, _ bytesLeft: inout Int) -> ImageCard.Content {
        guard image.byteCount <= bytesLeft else {
            return .absent("\(Words.bytes(image.byteCount)): left out, because the page would be too large")
        }
        do throws(ImageError) {
            let bytes = try state.bytes(ofImage: image.number)
            var reader = try PixelReader(bytes, limits: state.limits)
            try reader.forEachRow { _ in }
            bytesLeft -= bytes.count
            let size = reader.format.size
            return .image(.inlinePNG(bytes), width: Int(size.width), height: Int(size.height))
        } catch {
            return .absent("Cannot be shown: it \(error.message)")
        }
    }

    func writeSame(to html: inout HTMLWriter) {
        let (old, new) = (same.compactMap(\.old), same.compactMap(\.new))
        let total = { (images: [StoredImage]) in Words.bytes(images.reduce(0) { $0 + $1.byteCount }) }
        let caption = "\(total(new)), was \(total(old))"
        DifferenceTables.table(caption, ["Image", "Old", "New"], to: &html) { html in
            for change in same.prefix(Self.sameRowsMax) {
                html.element(.tr, .class("item"), .data(.rules, list: [DifferenceGroup.same.rawValue])) { html in
                    html.element(.th, .rowHeader) { html in html.element(.code, text: change.image.title) }
                    for image in [change.old, change.new] {
                        html.element(.td, .class("number"), text: image.map { Words.bytes($0.byteCount) } ?? "")
                    }
                }
                html.newLine()
            }
        }
        if same.count > Self.sameRowsMax {
            html.element(.p, .class("more"), text: "and \(Words.count(same.count - Self.sameRowsMax, "more image")).")
        }
    }
}

/// The groups of changed images, in the order of the page.
enum DifferenceGroup: String, CaseIterable {
    case resized, gone, renamed, changed, undecodable, added, same

    init(of change: ImageChange) {
        switch change {
        case .added: self = .added
        case .removed: self = .gone
        case .renamed: self = .renamed
        case .resized: self = .resized
        case .replaced(_, _, .unknown): self = .undecodable
        case .replaced(_, _, let looks): self = looks.isSame ? .same : .changed
        }
    }

    var title: String {
        switch self {
        case .resized: "Another size"
        case .gone: "Gone"
        case .renamed: "Renamed"
        case .changed: "Other pixels"
        case .undecodable: "Not comparable"
        case .added: "New"
        case .same: "Same pixels"
        }
    }
}
