import ThemeModel
import ThemeProject

extension ContactSheet {
    func card(of entry: Entry, images: ReportPage.ImageAccess) throws -> ImageCard {
        let name = entry.name.description
        let (scales, findings) = (scales(of: entry), findings(of: entry))
        let rows = try scales.map { scale in
            ImageCard.Row(
                label: scales == [.one] ? "" : scale.description,
                anchor: scale == .one ? nil : Anchor(name + scale.suffix),
                images: try shots(of: entry, at: scale, images: images))
        }
        var card = ImageCard(title: String(entry.name.path.lastComponent), anchor: Anchor(name), rows: rows)
        card.folder = entry.name.folderPath
        card.notes = findings.map { note(on: facts.findings[$0].finding) }
        card.rules = Set(findings.map { facts.findings[$0].finding.rule.rawValue }).sorted()
        card.themes = entry.images.compactMap { theme, image in
            let reviewed = facts.themes[theme]
            return reviewed.isDefault || reviewed.images[image].state > .inherited ? reviewed.id : nil
        }
        return card
    }

    /// Returns the shape of the card without reading an image.
    func shape(of entry: Entry) -> CardShape {
        let scales = scales(of: entry)
        let rows = scales.map { scale in
            let variants = variants(of: entry, at: scale)
            let themed = variants.filter { !facts.themes[$0.theme].isDefault }.map(\.variant)
            let shown = themed.filter { $0.themedFile != nil || $0.state == .missingScale }
            let defaultFile = variants.lazy.compactMap(\.variant.defaultFile).first
            let files = [defaultFile].compactMap { $0 } + shown.compactMap(\.themedFile)
            var row = CardShape.Row(
                imageCount: (defaultFile == nil ? 0 : 1) + shown.count, hasLabel: scales != [.one])
            for file in files.lazy.map({ facts.files[$0] }) where file.isSound {
                row.width = max(row.width, Int(file.size?.width ?? 1))
                row.height = max(row.height, Int(file.size?.height ?? 1))
            }
            return row
        }
        return CardShape(rows: rows, noteCount: findings(of: entry).count)
    }

    /// In ascending order.
    private func scales(of entry: Entry) -> [Scale] {
        var scales: Set<Scale> = []
        for (theme, image) in entry.images {
            scales.formUnion(facts.themes[theme].images[image].variants.lazy.map(\.scale))
        }
        return scales.sorted()
    }

    /// In ascending order, without duplicates.
    private func findings(of entry: Entry) -> [Int] {
        let all = entry.images.flatMap { facts.themes[$0.theme].images[$0.image].findings }
        return all.isEmpty ? [] : Set(all).sorted()
    }

    private func variants(of entry: Entry, at scale: Scale) -> [(theme: Int, variant: ReviewedVariant)] {
        entry.images.compactMap { theme, image in
            facts.themes[theme].images[image].variants.first { $0.scale == scale }.map { (theme, $0) }
        }
    }

    private func shots(
        of entry: Entry, at scale: Scale, images: ReportPage.ImageAccess
    ) throws -> [ImageCard.Shown] {
        let label = entry.name.description + scale.suffix
        let variants = variants(of: entry, at: scale)
        var shots: [ImageCard.Shown] = []
        let defaultFile = variants.lazy.compactMap(\.variant.defaultFile).first
        if let defaultFile {
            var shown = ImageCard.Shown(
                caption: "Default", alternative: "\(label), default",
                content: try content(of: defaultFile, images: images))
            shown.path = facts.files[defaultFile].path
            shots.append(shown)
        }
        for (theme, variant) in variants where !facts.themes[theme].isDefault {
            let reviewed = facts.themes[theme]
            var content: ImageCard.Content
            switch (variant.themedFile, variant.state) {
            case (let file?, _): content = try self.content(of: file, images: images)
            case (nil, .missingScale): content = .absent("\(scale) is missing")
            case (nil, _): continue
            }
            var shown = ImageCard.Shown(
                caption: reviewed.name, alternative: "\(label), \(reviewed.name)", content: content)
            shown.theme = reviewed.id
            shown.path = variant.themedFile.map { facts.files[$0].path }
            if variant.state == .mismatch { shown.mismatch = mismatch(variant) }
            shots.append(shown)
        }
        return shots
    }

    func content(of number: Int, images: ReportPage.ImageAccess) throws -> ImageCard.Content {
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

    func note(on finding: Finding) -> ImageCard.Note {
        ImageCard.Note(finding.severity.kind, finding.message, label: finding.rule.rawValue)
    }
}

extension LogicalName {
    /// Without a slash at its end; empty for the top.
    var folderPath: String { String(path.folder.withoutLastSlash) }
}

extension Words {
    /// `88 × 44 px`.
    static func size(_ size: PixelSize) -> String { "\(size.width) × \(size.height) px" }
}
