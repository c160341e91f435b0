import ThemeProject

/// Reads the files of `values` and `color`: their colors by day and by night, and what else they contain.
struct AndroidValues {
    private let limits: ProjectLimits
    private let night: ThemeID?
    /// The folder of resources that is read, if it is one of `main`.
    var module: String?
    private(set) var colors = AndroidColors()
    private var colorNotes: [String: [ExchangeItem.Note]] = [:]
    /// The colors that only qualified folders have, by their items.
    private var otherColors: [String: AndroidColors.Entry] = [:]
    /// The number and the files of values that are not colors, by type.
    private var otherValues: [String: (count: Int, paths: Set<String>)] = [:]

    init(_ limits: ProjectLimits, night: ThemeID?) {
        self.limits = limits
        self.night = night
    }

    /// Reads a file of `values`: its colors, and those of its styles.
    mutating func read(_ path: String, _ folder: ResourceFolder, _ contents: inout ThemeContents) {
        func report(_ note: ExchangeItem.Note) {
            contents.leave("file", String(path.lastPathComponent), path: path, note)
        }
        let root: XMLElement
        do {
            root = try XMLElement.read(path, limits)
        } catch {
            return report(error)
        }
        guard root.name == "resources" else { return report(.left("is not a list of resources")) }
        for element in root.children {
            let type = element.name == "item" ? element.attributes["type"] ?? "item" : element.name
            let name = element.attributes["name"]
            if type == "style", let name {
                for item in element.children { readStyle(name, item, path, folder) }
            } else if type == "color", let name {
                let entry = AndroidColors.Entry(
                    text: element.words, path: path, line: element.line, keys: [ContentSections.colors, name],
                    item: name)
                add(name, entry, folder)
            } else {
                if let name, folder.restrictions.isEmpty, !folder.isNight, colors.texts["\(type)/\(name)"] == nil {
                    colors.texts["\(type)/\(name)"] = element.words
                }
                addOther(type, path)
            }
        }
    }

    private mutating func addOther(_ type: String, _ path: String) {
        otherValues[type, default: (0, [])].count += 1
        otherValues[type]?.paths.insert(path)
    }

    private mutating func readStyle(_ style: String, _ item: XMLElement, _ path: String, _ folder: ResourceFolder) {
        let text = item.words
        let isColor = text.hasPrefix("#") || text.hasPrefix("@color/") || text.hasPrefix("@android:color/")
        guard item.name == "item", isColor, let name = item.attributes["name"] else { return addOther("style", path) }
        let keys = [ContentSections.styles, AndroidColors.key(style), AndroidColors.key(name)]
        let title = "\(style)/\(name)"
        add(title, .init(text: text, path: path, line: item.line, keys: keys, item: title), folder)
    }

    private mutating func add(_ name: String, _ entry: AndroidColors.Entry, _ folder: ResourceFolder) {
        guard folder.restrictions.isEmpty else {
            colorNotes[entry.item, default: []].append(.left("qualifier \(folder.words)"))
            if otherColors[entry.item] == nil { otherColors[entry.item] = entry }
            return
        }
        var entry = entry
        entry.module = module
        guard let other = colors.add(name, entry, isNight: folder.isNight), !entry.isSame(as: other) else { return }
        let words = "a second one in \(entry.path); the one in \(other.path) is taken"
        let isConflict = module != nil && module != other.module
        colorNotes[entry.item, default: []].append(
            isConflict ? .defect(words + AndroidImport.conflictHint) : .left(words))
    }

    /// Reads a file with a color for each state of a view. One color for all states is a color, often with an alpha.
    mutating func readStates(
        _ name: String, _ path: String, _ folder: ResourceFolder, _ contents: inout ThemeContents
    ) {
        func leave(_ note: ExchangeItem.Note) { contents.leave("color", name, path: path, note) }
        let root: XMLElement
        do {
            root = try XMLElement.read(path, limits)
        } catch {
            return leave(error)
        }
        if root.name == "gradient" {
            let key = folder.isNight ? "night/\(name)" : name
            if folder.restrictions.isEmpty, colors.gradients[key] == nil { colors.gradients[key] = root }
            return leave(.left("a gradient, which is drawn only in the vectors that refer to it"))
        }
        guard root.name == "selector" else { return leave(.left("an XML color: \(root.name)")) }
        let items = root.children.filter { $0.name == "item" && $0.android("color") != nil }
        let isPlain = items.count == 1 && items[0].states == "normal"
        if !isPlain { colors.stateLists.insert(name) }
        guard !items.isEmpty else { return leave(.left("it has no color for a state")) }
        var known: Set<String> = []
        for item in items where known.insert(item.states).inserted {
            let keys = [ContentSections.colors, name] + (isPlain ? [] : [item.states])
            var entry = AndroidColors.Entry(
                text: item.android("color") ?? "", path: path, line: item.line, keys: keys, item: name)
            entry.alpha = item.android("alpha") ?? "1"
            if item.android("lStar") != nil { colorNotes[name, default: []].append(.left("its lightness 'lStar'")) }
            add(isPlain ? name : "\(name)/\(item.states)/state", entry, folder)
        }
    }

    /// Adds the colors, with an item for each, and items for what is not taken.
    func add(to contents: inout ThemeContents) {
        var otherColors = otherColors
        var items: [String: Int] = [:]
        for name in colors.names {
            guard let entry = colors.day[name] ?? colors.night[name] else { continue }
            let known = items["\(entry.kind) \(entry.item)"]
            let notes = colorNotes[entry.item] ?? []
            let item = known ?? contents.add(ExchangeItem(entry.kind, entry.item, path: entry.path, notes: notes))
            items["\(entry.kind) \(entry.item)"] = item
            otherColors[entry.item] = nil
            do throws(ExchangeItem.Note) {
                try add(name, entry.keys, item, to: &contents)
            } catch {
                contents.note(error, on: item)
            }
        }
        for (name, entry) in otherColors.sorted(by: { $0.key < $1.key }) {
            _ = contents.add(ExchangeItem(entry.kind, name, path: entry.path, notes: colorNotes[name] ?? []))
        }
        for (type, values) in otherValues.sorted(by: { $0.key < $1.key }) {
            let words = values.count == 1 ? "it is not a color" : "they are not colors"
            let reason = "\(values.count.counting("value")) in \(values.paths.count.counting("file")): \(words)"
            contents.leave("value", type, path: values.paths.min() ?? "", .left(reason))
        }
    }

    private func add(
        _ name: String, _ keys: [String], _ item: Int, to contents: inout ThemeContents
    ) throws(ExchangeItem.Note) {
        var day: ThemeColor?
        if colors.day[name] != nil {
            let (color, system) = try colors.color(name, atNight: false)
            if let system { contents.note(.changed("\(system) taken as \(color)"), on: item) }
            contents.set(keys, .color(color), of: .default, item: item)
            day = color
        }
        // A color whose reference changes at night changes with it. One that night repeats is kept.
        let (dark, system) = try colors.color(name, atNight: true)
        guard dark != day || colors.night[name] != nil else { return }
        if let system { contents.note(.changed("\(system) taken as \(dark)"), on: item) }
        if let night {
            contents.set(keys, .color(dark), of: night, item: item)
        } else {
            contents.note(AndroidImport.nightLeftOut, on: item)
        }
    }
}
