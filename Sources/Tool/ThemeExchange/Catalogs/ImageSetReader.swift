import ThemeProject

/// Reads an image set: its files by theme and scale, how they are resized, and whether they are templates.
struct ImageSetReader {
    let set: CatalogSet
    let name: LogicalName
    let file: SourceFile
    let scales: [Scale]

    private struct FileSlot {
        let slot: CatalogSlot
        let path: String
        let isVector: Bool
    }

    func read(into contents: inout ThemeContents) throws(UserError) {
        let properties = CatalogProperties(of: file.value, list: "images")
        var notes = file.notes + properties.notes
        var used: Set<String> = []
        let listed = (file.value["images"]?.items ?? []).enumerated().map { CatalogSlot($1, index: $0) }
        let filled = listed.filter { slot in
            guard let name = slot.value["filename"]?.string, !name.isEmpty else { return false }
            used.insert(name)
            return true
        }
        let selection = SlotSelection(from: filled)
        notes += selection.notes
        if let other = listed.lazy.compactMap({ $0.value["filename"] }).first(where: { $0.isSet && $0.string == nil }) {
            notes.append(.defect("a file name is \(other.summary), not a string"))
        }
        let slots = selection.slots.compactMap { fileSlot($0, &notes) }
        notes += unreferencedFiles(used)
        if filled.isEmpty { notes.append(.left("it has no files")) }
        let item = contents.add(ExchangeItem(set.kind.words, set.name, path: set.path, notes: notes))
        try addImages(slots, to: &contents, item)
        addIntent(properties.renderingIntent, slots.map(\.slot), to: &contents, item)
        try addSlicings(slots.map(\.slot), to: &contents, item)
    }

    /// Returns `nil` if the slot's file name does not name a file in the set's folder.
    private func fileSlot(_ slot: CatalogSlot, _ notes: inout [ExchangeItem.Note]) -> FileSlot? {
        guard let fileName = slot.value["filename"]?.string else { return nil }
        guard !fileName.contains("/"), fileName != ".", fileName != "..", !fileName.utf8.contains(0) else {
            let line = file.line(of: ["images", String(slot.index), "filename"])
            notes.append(.defect("the file name '\(fileName)' leads out of the set's folder\(line)"))
            return nil
        }
        let path = "\(set.path)/\(fileName)"
        let head = try? DiskFileSystem().read(path, first: 65_536, limit: .max).bytes
        return FileSlot(
            slot: slot, path: path, isVector: head.flatMap(ImageFormat.init(of:))?.isVector ?? false)
    }

    private func addImages(_ slots: [FileSlot], to contents: inout ThemeContents, _ item: Int) throws(UserError) {
        for (appearance, slots) in Dictionary(grouping: slots, by: \.slot.appearance).sorted(by: {
            ($0.key ?? "") < ($1.key ?? "")
        }) {
            guard let theme = try contents.theme(of: appearance, on: item) else { continue }
            for file in slots {
                // A vector image in a set of one slot is drawn at every scale, even if the slot says 1x.
                let isSingle = file.slot.scale == nil || slots.count == 1 && file.slot.scale == .one
                for scale in file.isVector && isSingle ? scales : [file.slot.scale ?? .one] {
                    let form: SourceImage.Form =
                        file.isVector ? .vector(zoom: isSingle ? Int(scale.factor) : 1) : .pixels
                    let source = SourceImage(file.path, form)
                    contents.add(.init(theme: theme, name: name, scale: scale, source: source, item: item))
                }
            }
        }
    }

    private func addIntent(
        _ intent: String?, _ slots: [CatalogSlot], to contents: inout ThemeContents, _ item: Int
    ) {
        let own = slots.compactMap { $0.value["template-rendering-intent"]?.string }.filter { $0 != "automatic" }
        guard let intent = intent ?? own.first else { return }
        for other in own where other != intent {
            contents.note(.left("the rendering intent '\(other)' of some slots"), on: item)
        }
        if intent == "template" { contents.setTemplate(name, item: item) }
    }

    private func addSlicings(
        _ slots: [CatalogSlot], to contents: inout ThemeContents, _ item: Int
    ) throws(UserError) {
        var known: [ThemeID: (points: CapInsets, item: Int)] = [:]
        for slot in slots.sorted(by: { ($0.scale ?? .one) > ($1.scale ?? .one) }) {
            if slot.value["alignment-insets"] != nil { contents.note(.left("alignment insets"), on: item) }
            guard let resizing = slot.value["resizing"] else { continue }
            let slicing: CatalogSlicing
            do {
                slicing = try CatalogSlicing(resizing, scale: slot.scale ?? .one)
            } catch {
                let line = file.line(of: ["images", String(slot.index), "resizing"])
                contents.note(error.adding(line), on: item)
                continue
            }
            for change in slicing.changes { contents.note(.changed(change), on: item) }
            guard let theme = try contents.theme(of: slot.appearance, on: item) else { continue }
            if let other = known[theme]?.points {
                guard !slicing.agrees(with: other) else { continue }
                contents.note(.changed("cap insets differ by scale; those of the largest are taken"), on: item)
            } else {
                known[theme] = (slicing.insets, item)
            }
        }
        contents.setCapInsets(of: name, known)
    }

    private func unreferencedFiles(_ used: Set<String>) -> [ExchangeItem.Note] {
        guard let entries = try? DiskFileSystem().entries(of: set.path) else { return [] }
        let names = entries.map { String(repairing: $0.name) }
        return names.filter { $0 != "Contents.json" && !$0.hasPrefix(".") && !used.contains($0) }.sorted()
            .map { .left("'\($0)' is in no slot") }
    }
}
