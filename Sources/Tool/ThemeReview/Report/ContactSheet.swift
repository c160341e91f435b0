import ThemeProject

/// The images of a report by folder: each name with its default and the themes that replace it.
struct ContactSheet {
    /// A logical name with its images in the reviewed themes.
    struct Entry: Sendable {
        var name: LogicalName
        /// Each with the index in ``ReviewFacts/themes``.
        var images: [(theme: Int, image: ReviewedImage)] = []

        var scales: [Scale] { Set(images.flatMap { $0.image.variants.map(\.scale) }).sorted() }

        /// The narrower selections that show it.
        var kinds: [ReportSelection] {
            let isChanged = images.contains { _, image in
                image.mask?.isRecolored == true || image.variants.contains { $0.themedFile != nil }
            }
            let isProblem = images.contains { _, image in image.state >= .missingScale || !image.findings.isEmpty }
            return (isChanged ? [.changed] : []) + (isProblem ? [.problems] : [])
        }
    }

    let facts: ReviewFacts
    let selection: ReportSelection
    let images: ReportPage.ImageAccess
    /// Folders with an entry, in order.
    let folders: [(path: String, entries: [Entry])]
    private let shownNames: Set<LogicalName>
    /// Whether cards get their images from the script.
    private let defersImages: Bool
    private let defaultGround: ThemeColor?

    init(of facts: ReviewFacts, showing selection: ReportSelection, images: ReportPage.ImageAccess) {
        self.facts = facts
        self.selection = selection
        self.images = images
        defaultGround = facts.theme(nil)?.ground
        let shown = Self.entries(of: facts).filter { selection == .all || $0.kinds.contains(selection) }
        shownNames = Set(shown.map(\.name))
        defersImages = shown.reduce(0) { $0 + $1.images.count } > Self.imagesMax
        folders = Dictionary(grouping: shown) { ExactText($0.name.folderPath) }
            .map { (path: $0.string, entries: $1) }.sorted { UTF8Order.precedes($0.path, $1.path) }
    }

    /// Returns the names of all themes in order.
    private static func entries(of facts: ReviewFacts) -> [Entry] {
        // Those of each theme are sorted, which Swift's sort uses. It is stable.
        let numbers = facts.themes.indices.flatMap { theme in
            facts.themes[theme].images.indices.map { (theme: theme, image: $0) }
        }.sorted { facts.themes[$0.theme].images[$0.image].name < facts.themes[$1.theme].images[$1.image].name }
        var entries: [Entry] = []
        for (theme, number) in numbers {
            let image = facts.themes[theme].images[number]
            if entries.last?.name != image.name { entries.append(Entry(name: image.name)) }
            entries[entries.count - 1].images.append((theme, image))
        }
        return entries
    }

    var cardCount: Int { shownNames.count }

    /// A browser reads a page with fewer images in less than 100 ms.
    private static let imagesMax = 4000

    /// Returns the place of a file's scale in its card; `nil` if the sheet does not show it.
    func anchor(of file: ReviewedFile?) -> Anchor? {
        guard let file, let name = file.name, shownNames.contains(name) else { return nil }
        return Anchor(name.description + file.scale.suffix)
    }

    func write(to html: inout HTML) throws {
        guard cardCount > 0 else { return writeEmptyState(to: &html) }
        if facts.findings.isEmpty { try ThemeStrips(sheet: self).write(to: &html) }
        html.embedded(.groundChoices)
        let groups = folders.flatMap { folder in
            CardGroup.groups(
                of: folder.entries, title: folder.path.isEmpty ? "Top folder" : folder.path, folder: folder.path)
        }
        try html.parts(groups.count, jobs: images.jobs) { part, html in
            try groups[part].write(to: &html) { entry, html in
                let card = try card(of: entry)
                if let cards = images.cards { cards.write(card, to: &html) } else { card.write(to: &html) }
            }
        }
    }

    private func writeEmptyState(to html: inout HTML) {
        switch selection {
        case .all:
            html.empty(
                "No image yet",
                "Put default images into the folder of assets, and a theme's images into the theme's folder.")
        case .changed:
            html.empty(
                "No theme replaces an image",
                "Every image is the default. With --only all, the report shows the defaults.")
        case .problems: html.empty("No image has a finding", "With --only all, the report shows all images.")
        }
    }

    private func card(of entry: Entry) throws -> ImageCard {
        let name = entry.name.description
        let scales = entry.scales
        let findings = Set(entry.images.flatMap(\.image.findings)).sorted()
        let places = findings.map { (number: $0, tiles: tiles(of: $0).filter { $0.name == entry.name }) }
        // The note of the cause is enough for its own images.
        let noted = places.filter { place in
            facts.findings[place.number].cause.map { !Set(tiles(of: $0)).isSuperset(of: place.tiles) } ?? true
        }
        let severities = Dictionary(
            places.flatMap { place in place.tiles.map { ($0, facts.findings[place.number].finding.severity) } },
            uniquingKeysWith: max)
        let rows = try scales.map { scale in
            ImageCard.Row(
                label: scales == [.one] ? "" : scale.description,
                anchor: scale == .one ? nil : Anchor(name + scale.suffix),
                images: try shots(of: entry, at: scale, severities))
        }
        var card = ImageCard(title: String(entry.name.path.lastComponent), anchor: Anchor(name), rows: rows)
        card.folder = entry.name.folderPath
        card.notes = notes(on: noted, of: entry)
        card.isDeferred = defersImages
        card.rules = Set(findings.map { facts.findings[$0].finding.rule.rawValue }).sorted()
        card.kinds = entry.kinds.map(\.rawValue)
        card.themes = entry.images.compactMap { theme, image in
            facts.themes[theme].isDefault || image.state > .inherited || image.mask?.isRecolored == true
                ? facts.themes[theme].id : nil
        }
        return card
    }

    /// A theme's image at a scale in a card.
    struct Tile: Hashable {
        let name: LogicalName
        let theme: String
        let scale: Scale

        var anchor: Anchor { Anchor(own: "tile", of: "\(theme)/\(name)\(scale.suffix)") }
    }

    /// Returns the images that a finding is about and the sheet shows.
    func tiles(of number: Int) -> [Tile] {
        let reviewed = facts.findings[number]
        let tiles = reviewed.files.compactMap { number -> Tile? in
            let file = facts.files[number]
            guard let name = file.name, shownNames.contains(name) else { return nil }
            return Tile(name: name, theme: file.owner ?? ThemeID.default.string, scale: file.scale)
        }
        guard reviewed.finding.rule == .imageScaleMissing, let tile = tiles.first else { return tiles }
        let variants = facts.theme(tile.theme)?.variants(of: tile.name) ?? []
        return variants.filter { $0.state == .missingScale }.map {
            Tile(name: tile.name, theme: tile.theme, scale: $0.scale)
        }
    }

    private func shots(
        of entry: Entry, at scale: Scale, _ severities: [Tile: Severity]
    ) throws -> [ImageCard.Shown] {
        let variants = entry.images.compactMap { theme, image in
            image.variants.first { $0.scale == scale }.map { variant in
                (theme: theme, variant: variant, mask: image.mask)
            }
        }
        var shots: [ImageCard.Shown] = []
        func add(_ shot: ImageCard.Shown, of theme: String) {
            var shot = shot
            let tile = Tile(name: entry.name, theme: theme, scale: scale)
            shot.severity = severities[tile]
            if shot.severity != nil { shot.anchor = tile.anchor }
            shots.append(shot)
        }
        if let file = variants.lazy.compactMap(\.variant.defaultFile).first {
            let mask = variants.first { facts.themes[$0.theme].isDefault }?.mask
            add(try shot(of: file, "Default", on: defaultGround, mask), of: ThemeID.default.string)
        }
        for (theme, variant, mask) in variants where !facts.themes[theme].isDefault {
            let (id, name, ground) = (facts.themes[theme].id, facts.themes[theme].name, facts.themes[theme].ground)
            // A theme that changes the color of a mask needs no file.
            let recolored = mask?.isRecolored == true ? variant.shownFile : nil
            var shot: ImageCard.Shown
            if let file = variant.themedFile {
                shot = try self.shot(of: file, name, on: ground, mask)
                shot.mismatch = variant.state == .mismatch ? mismatch(variant) : nil
            } else if variant.state == .missingScale {
                let place = facts.place(of: entry.name, at: scale, in: facts.themes[theme]).map { ": \($0)" } ?? ""
                shot = ImageCard.Shown(
                    caption: name, alternative: "", content: .absent("\(scale) is missing\(place)"),
                    tint: mask?.color, ground: mask?.ground ?? ground)
            } else if let file = recolored, facts.files[file].scale == scale {
                shot = try self.shot(of: file, name, on: ground, mask)
                shot.path = nil
            } else {
                continue
            }
            shot.theme = id
            add(shot, of: id)
        }
        return shots
    }

    /// Returns a file as a theme shows it.
    ///
    /// - Parameters:
    ///   - ground: the theme's.
    ///   - bytesMax: a page that contains its images leaves out longer ones.
    func shot(
        of number: Int, _ caption: String, on ground: ThemeColor?, _ mask: ReviewedMask?, upTo bytesMax: Int = .max
    ) throws -> ImageCard.Shown {
        let file = facts.files[number]
        let isLeftOut = file.isSound && !images.repeats(file, upTo: bytesMax)
        return ImageCard.Shown(
            caption: caption, alternative: "\(file.name?.description ?? "image")\(file.scale.suffix)",
            content: isLeftOut
                ? .absent("\(Words.bytes(file.byteCount ?? 0)): see the image below") : try content(of: number),
            path: ExactText(file.path), tint: mask?.color, ground: mask?.ground ?? ground, meanColor: file.meanColor)
    }

    private func content(of number: Int) throws -> ImageCard.Content {
        let file = facts.files[number]
        guard file.isSound, let size = file.size else {
            return .absent("Cannot be shown: it \(file.damage ?? "cannot be read")")
        }
        return .image(try images.source(number), width: Int(size.width), height: Int(size.height))
    }

    private func mismatch(_ variant: ReviewedVariant) -> String {
        guard let own = variant.themedFile.flatMap({ facts.files[$0].size }) else { return "Wrong size" }
        guard let expected = variant.defaultFile.flatMap({ facts.files[$0].size }) else {
            return "\(Words.size(own)): not the size of the default in points"
        }
        return "\(Words.size(own)) instead of \(Words.size(expected))"
    }

    private func notes(on findings: [(number: Int, tiles: [Tile])], of entry: Entry) -> [ImageCard.Note] {
        let notes = findings.map { number, tiles in
            var note = facts.note(on: number)
            note.places = tiles.map { tile in
                let name = tile.theme == ThemeID.default.string ? "Default" : facts.themeName(tile.theme)
                return ImageCard.Place(
                    text: entry.scales == [.one] ? name : "\(name) \(tile.scale)", anchor: tile.anchor,
                    theme: tile.theme)
            }
            return note
        }
        return notes.merged()
    }
}

extension ReviewFacts {
    /// Returns the words of a finding, with those of the finding that explains it.
    func note(on number: Int) -> ImageCard.Note {
        var note = ImageCard.Note(findings[number].finding)
        note.cause = findings[number].cause.map { cause in
            let finding = findings[cause].finding
            return ImageCard.Note.Cause(words: "\(finding.rule.rawValue) in \(finding.path)", anchor: .finding(cause))
        }
        return note
    }
}

extension Anchor {
    /// The place of a finding in the list: of an index in ``ReviewFacts/findings``.
    static func finding(_ number: Int) -> Anchor { Anchor(own: "finding", of: String(number)) }
}

extension LogicalName {
    /// Without a slash at its end; empty for the top.
    var folderPath: String { String(path.folder.withoutLastSlash) }
}

extension Words {
    /// `88 × 44 px`.
    static func size(_ size: PixelSize) -> String { "\(size.width) × \(size.height) px" }
}
