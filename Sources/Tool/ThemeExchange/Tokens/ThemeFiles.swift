import ThemeProject

/// The themes that token files are by their names: `light.json`, `dark.json`, and Carbon's `white.json`, `g100.json`.
///
/// The name of a file, a part of it as in `tokens.dark.json`, or the name of its folder has a word for a look, and
/// another such file has tokens of the same names. The first file is the default theme. `--themes` names others: by the
/// path, the file's name, or the theme's name.
struct ThemeFiles {
    private var names: [String: String] = [:]
    /// The name of the default theme.
    private var standard: String?
    var all: Set<String> { Set(names.values) }

    /// - Parameter files: with the paths of their tokens.
    init(_ files: [(path: String, tokens: Set<[String]>)], _ themes: AppearanceThemes) {
        var tokens: [String: Set<[String]>] = [:]
        for file in files {
            let name = Self.name(of: file.path)
            let last = String(file.path.lastPathComponent)
            let given = [file.path, last, String(last.prefix { $0 != "." }), name ?? ""].first(where: themes.names)
            names[file.path] = given ?? name
            if let name = names[file.path] { tokens[name, default: []].formUnion(file.tokens) }
        }
        names = names.filter { path, name in
            let own = tokens[name] ?? []
            return themes.names(name) || tokens.contains { $0.key != name && !$0.value.isDisjoint(with: own) }
        }
        let ordered = files.compactMap { names[$0.path] }
        let isStandard = { (name: String) in (try? themes.theme(of: name)) == .default }
        standard = ordered.first(where: isStandard) ?? ordered.first { !themes.names($0) }
    }

    /// The name of a file's theme; `nil` for one that all themes share.
    subscript(_ path: String) -> String? { names[path] }

    /// Whether a file belongs to another theme than the default one.
    func isTheme(_ path: String) -> Bool { names[path].map { $0 != standard } ?? false }

    private static let looks: Set = [
        "default", "light", "dark", "white", "black", "day", "night", "dim", "dimmed", "contrast", "sepia",
    ]

    /// Whether a file is named as most default themes are.
    static func isLight(_ path: String) -> Bool {
        let words = name(of: path)?.split(separator: "-") ?? []
        return words.contains { ["default", "light", "white", "day"].contains($0) }
    }

    private static func name(of path: String) -> String? {
        let parts = path.split(separator: "/").suffix(2).reversed().flatMap { $0.split(separator: ".") }
        let names = parts.map { AndroidName.words(of: String($0)) }
        return names.first { $0.contains { looks.contains($0) || isGray($0) } }?.joined(separator: "-")
    }

    /// Carbon names its themes by grays in steps of ten, up to 100: g10, g90, g100.
    private static func isGray(_ word: String) -> Bool {
        word.hasPrefix("g") && Int(word.dropFirst()).map { (10...100).contains($0) && $0 % 10 == 0 } == true
    }
}
