import ThemeModel
import ThemeProject

/// Reads an image set: its files by theme and scale, how they are resized, and whether they are templates.
struct ImageSetReader {
    let set: CatalogSet
    let name: LogicalName
    let file: SourceFile
    let options: CatalogImport.Options

    private struct FileSlot {
        let slot: CatalogSlot
        let path: String
        let isDrawing: Bool
    }

    func read(into contents: inout ThemeContents) throws(UserError) {
        var notes = file.notes
        var used: Set<String> = []
        let listed = (file.value["images"]?.items ?? []).enumerated().map { CatalogSlot($1, index: $0) }
        let filled = listed.filter { slot in
            guard let name = slot.value["filename"]?.string, !name.isEmpty else { return false }
            used.insert(name)
            return true
        }
        let selection = SlotSelection(from: filled)
        notes += selection.notes
        let slots = selection.slots.compactMap { fileSlot($0, &notes) }
        notes += unreferencedFiles(used)
        if filled.isEmpty { notes.append(.left("it has no files")) }
        let item = contents.add(ExchangeItem(set.kind.words, set.name, path: set.path, notes: notes))
        try addImages(slots, to: &contents, item)
        try addSettings(slots.map(\.slot), to: &contents, item)
    }

    /// Returns `nil` if the slot's file name is no name of a file in the set's folder.
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
            slot: slot, path: path, isDrawing: head.flatMap(ImageFormat.init(of:))?.isDrawing ?? false)
    }

    private func addImages(_ slots: [FileSlot], to contents: inout ThemeContents, _ item: Int) throws(UserError) {
        for (appearance, slots) in Dictionary(grouping: slots, by: \.slot.appearance).sorted(by: {
            ($0.key ?? "") < ($1.key ?? "")
        }) {
            guard let theme = try theme(of: appearance, &contents, item) else { continue }
            for file in slots {
                // A drawing in a set of one slot is drawn at every scale, even if the slot says 1x.
                let isSingle = file.slot.scale == nil || slots.count == 1 && file.slot.scale == .one
                if file.isDrawing, isSingle {
                    for scale in options.scales {
                        let source = ImageSource(file.path, .drawing(zoom: Int(scale.factor)))
                        contents.images.append(.init(theme, name, scale, source, item: item))
                    }
                } else {
                    let source = ImageSource(file.path, file.isDrawing ? .drawing(zoom: 1) : .pixels)
                    contents.images.append(.init(theme, name, file.slot.scale ?? .one, source, item: item))
                }
            }
        }
    }

    private func theme(
        of appearance: String?, _ contents: inout ThemeContents, _ item: Int
    ) throws(UserError) -> ThemeID? {
        guard let appearance else { return .default }
        if let theme = try options.themes.theme(of: appearance) { return theme }
        contents.items[item].notes.append(.left("appearance \(appearance), as --themes says"))
        return nil
    }

    private func addSettings(
        _ slots: [CatalogSlot], to contents: inout ThemeContents, _ item: Int
    ) throws(UserError) {
        var intents = [file.value["properties"]?["template-rendering-intent"]?.string]
        intents += slots.map { $0.value["template-rendering-intent"]?.string }
        if let intent = intents.compactMap(\.self).first {
            if ["template", "original"].contains(intent) {
                contents.set(
                    [ContentSections.renderingIntent, name.description], .other(.string(intent)), of: .default,
                    item: item)
            } else if intent != "automatic" {
                contents.items[item].notes.append(.defect("the rendering intent '\(intent)' is unknown"))
            }
        }
        var known: [ThemeID: CapInsets] = [:]
        for slot in slots.sorted(by: { ($0.scale ?? .one) > ($1.scale ?? .one) }) {
            if slot.value["alignment-insets"] != nil { note(.left("alignment insets"), &contents, item) }
            guard let resizing = slot.value["resizing"] else { continue }
            do {
                let slicing = try CatalogSlicing(resizing, scale: slot.scale ?? .one)
                if slicing.isTiled { note(.changed("its center is stretched, not tiled"), &contents, item) }
                guard let theme = try theme(of: slot.appearance, &contents, item) else { continue }
                if let other = known[theme] {
                    guard !slicing.agrees(with: other) else { continue }
                    note(.changed("cap insets differ by scale; those of the largest are taken"), &contents, item)
                } else {
                    known[theme] = slicing.insets
                }
            } catch let error as CatalogSlicing.Failure {
                let line = file.line(of: ["images", String(slot.index), "resizing"])
                note(.defect(error.message + line), &contents, item)
            } catch let error as UserError {
                throw error
            } catch {
                note(.defect("its resizing is not understood"), &contents, item)
            }
        }
        for (theme, insets) in known.sorted(by: { $0.key < $1.key })
        where theme == .default || insets != known[.default] {
            let value = ContentSections.setting(insets)
            contents.set([ContentSections.capInsets, name.description], .other(value), of: theme, item: item)
        }
    }

    private func note(_ note: ExchangeItem.Note, _ contents: inout ThemeContents, _ item: Int) {
        if !contents.items[item].notes.contains(note) { contents.items[item].notes.append(note) }
    }

    private func unreferencedFiles(_ used: Set<String>) -> [ExchangeItem.Note] {
        guard let entries = try? DiskFileSystem().entries(of: set.path) else { return [] }
        let names = entries.map { String(decoding: $0.name, as: UTF8.self) }
        return names.filter { $0 != "Contents.json" && !$0.hasPrefix(".") && !used.contains($0) }.sorted()
            .map { .left("'\($0)' is in no slot") }
    }
}
