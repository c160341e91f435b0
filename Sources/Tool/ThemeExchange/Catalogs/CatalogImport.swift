package import ThemeProject

/// Reads Xcode's asset catalogs.
package struct CatalogImport {
    private let options: ImportOptions
    /// The sets by kind and name. Names that differ only in letter case are one name on many disks.
    private var known: [String: (set: CatalogSet, item: Int)] = [:]
    private var contents: ThemeContents

    /// - Parameter sources: catalogs, and folders that have catalogs somewhere.
    package static func read(_ sources: [String], _ options: ImportOptions) throws(UserError) -> ThemeContents {
        var contents = ThemeContents(options.themes)
        try read(sources, options, into: &contents)
        return contents
    }

    static func read(
        _ sources: [String], _ options: ImportOptions, into contents: inout ThemeContents
    ) throws(UserError) {
        var reader = CatalogImport(options: options, contents: contents)
        var walks: [CatalogWalk] = []
        for source in sources {
            let walk = try CatalogWalk(source, options.limits)
            guard walk.catalogCount > 0 else {
                throw UserError(
                    path: source, "contains no asset catalog", hint: "a catalog is a folder named NAME.xcassets")
            }
            walks.append(walk)
        }
        // An app's own sets come before those of its extensions.
        let sets = walks.flatMap(\.sets)
        for set in sets where !set.isOfExtension { try reader.read(set) }
        for set in sets where set.isOfExtension { try reader.read(set) }
        for item in walks.flatMap(\.folders.problems) { _ = reader.contents.add(item) }
        contents = reader.contents
    }

    private mutating func read(_ set: CatalogSet) throws(UserError) {
        func leave(_ note: ExchangeItem.Note) {
            contents.leave(set.kind.words, set.name, path: set.path, note)
        }
        if let obstacle = set.kind.obstacle { return leave(.left(obstacle)) }
        let file: SourceFile
        do {
            file = try SourceFile("\(set.path)/Contents.json", options.limits)
        } catch {
            return leave(.defect("Contents.json: \(error.text)"))
        }
        let key = "\(set.kind.suffix) \(set.name.lowercased())"
        // A set without content takes no name, such as the accent color of a new target.
        let slots = file.value[set.kind == .image ? "images" : "colors"]?.items ?? []
        let isEmpty = !slots.contains { $0[set.kind == .image ? "filename" : "color"] != nil }
        if !isEmpty, let (other, original) = known[key] {
            if other.name == set.name, set.isCopy(of: other, options.limits) {
                let note = ExchangeItem.Note.changed("a copy of \(other.path)")
                let copy = ExchangeItem(set.kind.words, set.name, path: set.path, notes: [note])
                return contents.addCopy(copy, of: original)
            }
            let words = other.name == set.name ? "this name" : "a name that differs only in letter case"
            guard set.isOfExtension == other.isOfExtension else {
                return leave(.left("it is of an extension; the app's own set has \(words): \(other.path)"))
            }
            let calls = zip([other, set], ["ONE", "TWO"]).map {
                "themepack import xcassets '\($0.catalog)' --into \($1)"
            }
            let hint =
                other.catalog == set.catalog ? "" : ": two targets are two projects: \(calls[0]), and \(calls[1])"
            return leave(.defect("another set has \(words): \(other.path)\(hint)"))
        }
        if !isEmpty { known[key] = (set, contents.items.count) }
        guard set.kind == .image else { return try readColors(of: set, in: file) }
        let name: LogicalName
        do {
            name = try LogicalName(set.name)
        } catch {
            return leave(.defect("its name \(error.explanation)"))
        }
        try ImageSetReader(set: set, name: name, file: file, scales: options.scales).read(into: &contents)
    }

    /// Reads a color set: one color for each theme.
    private mutating func readColors(of set: CatalogSet, in file: SourceFile) throws(UserError) {
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
                contents.note(error.adding(line), on: item)
            }
        }
    }
}
