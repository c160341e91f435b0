import ThemeProject

/// The tokens of a file, or of a set in it.
struct SourceTree {
    let root: SettingValue
    let path: String
    /// A set of Tokens Studio; `nil` for a whole file.
    var setName: String?
    /// Whether a theme or a resolver document says that its tokens replace those of earlier trees.
    var isOrdered = false

    /// The place of its tokens in messages.
    var words: String { setName.map { "the set '\($0)'" } ?? path }
}

/// The token trees of the default theme and of every other theme, read from token files and resolver documents.
struct TokenSources {
    private(set) var base: [SourceTree] = []
    /// All files of each theme, in the order in which they are merged.
    private(set) var themes: [Theme] = []
    struct Theme {
        let name: String
        /// `nil` if its themes are alternatives.
        let axis: ThemeAxis?
        fileprivate(set) var trees: [SourceTree]
        /// The trees of its context alone.
        let own: [SourceTree]
        /// The file that has it.
        let path: String
    }

    /// The names of the files that are themes.
    private(set) var files: Set<String> = []
    private let limits: ProjectLimits
    private(set) var folders: SourceFolders
    /// The files that were read, by path: a resolver document can name one many times.
    private var known: [String: SettingValue?] = [:]
    /// A limit, because sets that refer to sets twice double the number of sources at each level.
    private var sourcesLeft = 1000

    init(_ sources: [String], _ options: ImportOptions) throws(UserError) {
        limits = options.limits
        folders = SourceFolders(limits)
        var paths: [String] = []
        for source in sources { paths += try files(of: source) }
        let names = ThemeFiles(paths.compactMap { path in plainFile(path).map { (path, $0.paths) } }, options.themes)
        files = names.all
        // The values of all themes come first, because those of a theme replace them.
        for path in paths.filter({ !names.isTheme($0) }) + paths.filter(names.isTheme) {
            if DiskFileSystem().kind(of: path) == .folder {
                add(TokenForms(readSets(in: path), path, isFolder: true), path)
            } else if var forms = plainFile(path) {
                if let name = names[path] { forms.move(to: names.isTheme(path) ? name : nil) }
                add(forms, path)
            } else if let resolver = read(path) {
                read(resolver: resolver, at: path)
            }
        }
    }

    /// Returns a file of tokens; `nil` for a folder, a resolver document and a file that cannot be read.
    private mutating func plainFile(_ path: String) -> TokenForms? {
        guard DiskFileSystem().kind(of: path) == .file, let value = read(path), value["resolutionOrder"] == nil else {
            return nil
        }
        return TokenForms(value, path)
    }

    /// Returns the files that a source stands for. Of a folder, these are its resolver documents, or else all its
    /// files; a folder of Tokens Studio stands for itself.
    private mutating func files(of source: String) throws(UserError) -> [String] {
        let kind = DiskFileSystem().kind(of: source)
        if kind == .file { return [source] }
        let root = String(source.withoutLastSlash)
        guard kind == .folder else {
            throw UserError(path: source, "does not exist", hint: "name token files, or a folder that has some")
        }
        if Self.hasSets(root) { return [root] }
        let paths = jsonFiles(in: root).map { root + $0 }
        let resolvers = paths.filter { $0.hasSuffix(".resolver.json") }
        guard !paths.isEmpty else {
            throw UserError(path: source, "contains no JSON file", hint: "name token files, or a folder that has some")
        }
        // Nobody named the files in an order.
        let ordered = paths.filter(ThemeFiles.isLight) + paths.filter { !ThemeFiles.isLight($0) }
        return resolvers.isEmpty ? ordered : resolvers
    }

    /// Adds a file to every theme: of its own themes it has other trees.
    private mutating func add(_ forms: TokenForms, _ path: String) {
        for (name, trees) in forms.themes {
            if let index = themes.firstIndex(where: { $0.name == name }) {
                themes[index].trees += trees
            } else {
                themes.append(Theme(name: name, axis: nil, trees: base + trees, own: [], path: path))
            }
        }
        let own = Set(forms.themes.map(\.name))
        for index in themes.indices where !own.contains(themes[index].name) { themes[index].trees += forms.base }
        base += forms.base
        report(path, forms.notes)
    }

    private mutating func read(_ path: String) -> SettingValue? {
        if let value = known[path] { return value }
        let value = parse(path)
        known[path] = value
        return value
    }

    private mutating func parse(_ path: String, isList: Bool = false) -> SettingValue? {
        do throws(ExchangeItem.Note) {
            guard ![".yaml", ".yml"].contains(where: path.hasSuffix) else {
                throw .left("is YAML, which an import does not read: convert it to JSON")
            }
            let file = try SourceFile(path, limits, isJSON5: true)
            switch file.value {
            case .list where isList, .object where !isList: break
            default: throw .defect("contains no \(isList ? "list" : "object")")
            }
            report(path, file.notes)
            return file.value
        } catch {
            report(path, [error])
            return nil
        }
    }

    private mutating func report(_ path: String, _ notes: [ExchangeItem.Note]) { folders.report("file", path, notes) }

    /// Whether a folder has the sets of Tokens Studio as files, with their themes or their order beside them.
    static func hasSets(_ folder: String) -> Bool {
        [themesName, metadataName].contains { DiskFileSystem().kind(of: "\(folder)/\($0).json") == .file }
    }

    private static let themesName = "$themes"
    private static let metadataName = "$metadata"

    /// Returns the files of a folder as one file of several sets. A set's name is the path of its file.
    private mutating func readSets(in root: String) -> SettingValue {
        var sets: [String: SettingValue] = [:]
        for path in jsonFiles(in: root) {
            let set = path.dropFirst().split(separator: ".").dropLast().joined(separator: ".")
            sets[set] = parse(root + path, isList: set == Self.themesName)
        }
        return .object(sets)
    }

    /// Returns the paths of the JSON files below a folder, in order.
    private mutating func jsonFiles(in root: String) -> [String] {
        var found: [String] = []
        var unread = [(path: "", depth: 0)]
        while let (folder, depth) = unread.popLast() {
            for (name, kind) in folders.entries(of: root + folder, depth: depth) {
                let path = "\(folder)/\(name)"
                switch kind {
                case .folder: unread.append((path, depth + 1))
                case .file where name.hasSuffix(".json") || name.hasSuffix(".json5"): found.append(path)
                default: report(root + path, [.left("is not a JSON file")])
                }
            }
        }
        return found.sorted(by: UTF8Order.precedes)
    }

    // MARK: Resolver documents

    /// A modifier, or a set, which has one context.
    private struct Step {
        /// `nil` for a set.
        var name: String?
        let contexts: [String: [SourceTree]]
        var standard = ""
    }

    /// https://www.designtokens.org/TR/2025.10/resolver/
    private mutating func read(resolver: SettingValue, at path: String) {
        let folder = String(path[..<path.lastPathComponent.startIndex])
        var steps: [Step] = []
        for entry in resolver["resolutionOrder"]?.items ?? [] {
            if let step = step(entry, in: resolver, folder, path) { steps.append(step) }
        }
        func trees(choosing name: String?, _ context: String) -> [SourceTree] {
            steps.flatMap { $0.contexts[$0.name == name ? context : $0.standard] ?? [] }
        }
        base += trees(choosing: nil, "")
        var names: Set<String> = themes.reduce(into: []) { $0.insert($1.name) }
        let isAxis = steps.count { $0.name != nil } > 1
        for step in steps {
            guard let modifier = step.name else { continue }
            let axis = isAxis ? axis(named: modifier, path) : nil
            for context in step.contexts.keys.sorted() where context != step.standard {
                let name = names.insert(context).inserted ? context : "\(modifier)-\(context)"
                names.insert(name)
                themes.append(
                    Theme(
                        name: name, axis: axis, trees: base + trees(choosing: modifier, context),
                        own: axis == nil ? [] : step.contexts[context] ?? [], path: path))
            }
        }
    }

    /// Returns the axis of a modifier; `nil` if its name cannot be one.
    private mutating func axis(named name: String, _ path: String) -> ThemeAxis? {
        if let axis = try? ThemeAxis(name) { return axis }
        report(path, [.left("the modifier '\(name)' as an axis, whose names have small letters, digits and hyphens")])
        return nil
    }

    private mutating func step(
        _ entry: SettingValue, in resolver: SettingValue, _ folder: String, _ path: String
    ) -> Step? {
        var definition = entry
        var name = entry["name"]?.string ?? ""
        if let reference = entry["$ref"]?.string {
            let keys = TokenTree.path(of: reference) ?? []
            guard keys.count == 2, ["sets", "modifiers"].contains(keys[0]), let target = resolver[keys[0]]?[keys[1]]
            else {
                report(path, [.defect("resolutionOrder: '\(reference)' names no set and no modifier")])
                return nil
            }
            definition = target
            name = keys[1]
        }
        guard let contexts = definition["contexts"]?.object, !contexts.isEmpty else {
            return Step(contexts: ["": sources(definition["sources"], in: resolver, folder, path, depth: 0)])
        }
        let named = definition["default"]?.string
        let standard = named ?? ["default", "light"].first { contexts[$0] != nil } ?? contexts.keys.min() ?? ""
        if contexts[standard] == nil { report(path, [.defect("'\(standard)' is not a context of '\(name)'")]) }
        var trees: [String: [SourceTree]] = [:]
        for (context, list) in contexts.sorted(by: { $0.key < $1.key }) {
            trees[context] = sources(list, in: resolver, folder, path, depth: 0)
        }
        return Step(name: name, contexts: trees, standard: standard)
    }

    private mutating func sources(
        _ list: SettingValue?, in resolver: SettingValue, _ folder: String, _ path: String, depth: Int
    ) -> [SourceTree] {
        guard depth < 16 else {
            report(path, [.defect("its sets refer to themselves")])
            return []
        }
        var trees: [SourceTree] = []
        for source in list?.items ?? [] {
            sourcesLeft -= 1
            guard sourcesLeft >= 0 else {
                if sourcesLeft == -1 { report(path, [.defect("its sets refer to more than 1,000 sources")]) }
                break
            }
            guard let reference = source["$ref"]?.string else {
                trees.append(SourceTree(root: source, path: path, isOrdered: true))
                continue
            }
            if let keys = TokenTree.path(of: reference) {
                guard keys.count == 2, keys[0] == "sets", let set = resolver["sets"]?[keys[1]] else {
                    report(path, [.defect("'\(reference)' names no set")])
                    continue
                }
                trees += sources(set["sources"], in: resolver, folder, path, depth: depth + 1)
            } else if let file = file(reference, in: folder, path), let tree = read(file) {
                for var tree in TokenForms(tree, file).base {
                    tree.isOrdered = true
                    trees.append(tree)
                }
            }
        }
        return trees
    }

    /// Returns the path of the file that a reference names; `nil` if the document must not read it.
    private mutating func file(_ reference: String, in folder: String, _ path: String) -> String? {
        let parts = reference.split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }
        let name = parts.joined(separator: "/")
        let isInside = (try? PortablePath(name)) != nil
        if parts.first == ".."
            || isInside && DiskFileSystem().leadsOut(folder + name, of: folder.isEmpty ? "." : folder)
        {
            report(path, [.defect("'\(reference)' is outside of the folder of the resolver document")])
        } else if isInside {
            return folder + name
        } else {
            report(path, [.defect("'\(reference)' is not a file below the folder of the resolver document")])
        }
        return nil
    }
}
