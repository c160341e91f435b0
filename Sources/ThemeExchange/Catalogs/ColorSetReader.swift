import ThemeModel
import ThemeProject

/// Reads a color set: one color for each theme.
struct ColorSetReader {
    let set: CatalogSet
    let file: SourceFile

    func read(into contents: inout ThemeContents) throws(UserError) {
        let listed = (file.value["colors"]?.items ?? []).enumerated().map { CatalogSlot($1, index: $0) }
        let filled = listed.filter { $0.value["color"] != nil }
        let selection = SlotSelection(from: filled)
        let notes = file.notes + CatalogProperties(of: file.value, list: "colors").notes + selection.notes
        let item = contents.add(ExchangeItem(set.kind.words, set.name, path: set.path, notes: notes))
        if filled.isEmpty { contents.note(.left("it has no colors"), on: item) }
        for slot in selection.slots {
            guard let theme = try contents.theme(of: slot.appearance, on: item) else { continue }
            do {
                let (color, notes) = try CatalogColor.read(slot.value["color"] ?? .null)
                for note in notes { contents.note(note, on: item) }
                contents.set([ContentSections.colors, set.name], .color(color), of: theme, item: item)
            } catch {
                let line = file.line(of: ["colors", String(slot.index), "color"])
                contents.note(error.note(place: line), on: item)
            }
        }
    }
}
