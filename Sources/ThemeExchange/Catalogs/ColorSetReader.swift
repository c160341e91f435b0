import ThemeModel
import ThemeProject

/// Reads a color set: one color for each theme.
struct ColorSetReader {
    let set: CatalogSet
    let file: SourceFile
    let options: CatalogImport.Options

    func read(into contents: inout ThemeContents) throws(UserError) {
        let listed = (file.value["colors"]?.items ?? []).enumerated().map { CatalogSlot($1, index: $0) }
        let filled = listed.filter { $0.value["color"] != nil }
        let selection = SlotSelection(from: filled)
        let item = contents.add(
            ExchangeItem(set.kind.words, set.name, path: set.path, notes: file.notes + selection.notes))
        if filled.isEmpty { contents.items[item].notes.append(.left("it has no colors")) }
        for slot in selection.slots {
            var theme = ThemeID.default
            if let appearance = slot.appearance {
                guard let id = try options.themes.theme(of: appearance) else {
                    contents.items[item].notes.append(.left("appearance \(appearance), as --themes says"))
                    continue
                }
                theme = id
            }
            do {
                let (color, notes) = try CatalogColor.read(slot.value["color"] ?? .null)
                for note in notes where !contents.items[item].notes.contains(note) {
                    contents.items[item].notes.append(note)
                }
                contents.set([ContentSections.colors, set.name], .color(color), of: theme, item: item)
            } catch {
                let line = file.line(of: ["colors", String(slot.index), "color"])
                contents.items[item].notes.append(error.note(place: line))
            }
        }
    }
}
