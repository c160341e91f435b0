/// The reason why a pack cannot be mounted or cannot answer. A missing image or setting is `nil`, not an error.
public indirect enum ThemeError: DescribedError, Hashable, Sendable {
    /// The file or folder cannot be opened or read.
    case unreadable(path: String, reason: String)
    /// The pack needs a newer version of this library, which reads formats up to `reads`.
    case newerFormat(path: String, format: PackFormatVersion, reads: UInt16)
    /// The bytes of a pack differ from the packed ones. `entry` is the entry, as `unzip` lists it.
    case damaged(path: String, entry: String?, reason: String)
    /// The file is not a pack: a pointer of Git LFS, a page, another archive. `advice` is the ``hint``.
    case notAPack(path: String, reason: String, advice: String)
    /// JSON settings cannot be parsed. Lines and columns count from 1; columns count bytes.
    case invalidSettings(path: String, entry: String, line: Int, column: Int, reason: String)
    /// A property list of settings cannot be parsed.
    case invalidPropertyList(path: String, reason: String)
    /// The parent that settings name by `super` is missing or invalid.
    case invalidParent(path: String, reason: String)
    /// A setting has another type than was asked for.
    case wrongType(path: String, key: String, expected: String, found: String)
    /// A project's folder cannot be mounted. `reason` is its first error.
    case invalidProject(path: String, reason: String)
    /// A theme of this id is already mounted, from `path`.
    case alreadyMounted(ThemeID, path: String)
    /// No theme of this id is mounted.
    case notMounted(ThemeID)
    /// The pack of the theme `expected` was needed; the one from `path` contains the theme `found`.
    case wrongTheme(path: String, expected: ThemeID, found: ThemeID)
    /// The default theme is missing: the call got the theme `found` instead, or would remove it.
    case defaultRequired(found: ThemeID?)
    /// Themes extend each other in a cycle. The first id is repeated at the end.
    case chainCycle([ThemeID])
    /// Two themes of one axis cannot be selected together; `nil` is the axis without a name.
    case sharedAxis(ThemeID, ThemeID, axis: ThemeAxis?)
    /// The library changed during every attempt to make this change.
    case changedMeanwhile(attempts: Int)

    /// The pack or folder that caused the error; `nil` if there is none.
    public var path: String? {
        switch self {
        case .unreadable(let path, _), .newerFormat(let path, _, _), .damaged(let path, _, _),
            .notAPack(let path, _, _),
            .invalidSettings(let path, _, _, _, _), .invalidPropertyList(let path, _), .invalidParent(let path, _),
            .wrongType(let path, _, _, _), .invalidProject(let path, _), .alreadyMounted(_, let path),
            .wrongTheme(let path, _, _):
            path
        case .notMounted, .defaultRequired, .chainCycle, .sharedAxis, .changedMeanwhile: nil
        }
    }

    /// The place within ``path``: an entry, an entry with line and column, or a key path.
    public var place: String? {
        switch self {
        case .damaged(_, let entry, _): entry
        case .invalidSettings(_, let entry, let line, let column, _): "\(entry):\(line):\(column)"
        case .wrongType(_, let key, _, _): key
        default: nil
        }
    }

    /// The reason for the error, in one clause.
    public var reason: String {
        switch self {
        case .unreadable(_, let reason), .damaged(_, _, let reason), .notAPack(_, let reason, _),
            .invalidSettings(_, _, _, _, let reason),
            .invalidPropertyList(_, let reason), .invalidParent(_, let reason), .invalidProject(_, let reason):
            reason
        case .newerFormat(_, let format, let reads):
            "the pack has format version \(format.version) and needs a reader of version \(format.minimumReader); this "
                + "one reads version \(reads)"
        case .wrongType(_, _, let expected, let found): "expected \(expected), found \(found)"
        case .alreadyMounted(let id, _): "the theme '\(id)' is already mounted"
        case .notMounted(let id): "no theme '\(id)' is mounted"
        case .wrongTheme(_, let expected, let found): "expected a pack of the theme '\(expected)', found '\(found)'"
        case .defaultRequired(let found):
            found.map { "expected the theme 'default', found '\($0)'" } ?? "the default theme cannot be removed"
        case .chainCycle(let ids):
            "themes extend each other in a cycle: \(ids.map(\.string).joined(separator: " -> "))"
        case .sharedAxis(let first, let second, let axis):
            ThemeOrder.SharedAxis(first: first, second: second, axis: axis).description
        case .changedMeanwhile(let attempts):
            "the library changed during each of \(attempts) attempts to make this change"
        }
    }

    /// Advice on how to fix it.
    public var hint: String? {
        switch self {
        case .unreadable: "check the path and its permissions"
        case .newerFormat: "update ThemeRuntime, or build the pack with an older themepack"
        case .damaged: "fetch or build the pack again; 'themepack verify' reports all errors"
        case .notAPack(_, _, let advice): advice
        case .invalidSettings, .invalidProject: "'themepack verify' reports all errors"
        case .invalidPropertyList: "'plutil -lint FILE' reports more on macOS"
        case .invalidParent: "correct or remove the \"super\""
        case .wrongType: "correct the setting, or ask for the type that it has"
        case .alreadyMounted: "replace it, or remove it first"
        case .notMounted: "add its pack first"
        case .wrongTheme(_, let expected, _): "use a pack of the theme '\(expected)'"
        case .defaultRequired(let found): found.map { _ in "pass the default theme's pack first" } ?? "replace it"
        case .chainCycle: "let one of them extend 'default'"
        case .sharedAxis: "select at most one theme of each axis"
        case .changedMeanwhile: "make no other change of the library from within a change"
        }
    }

    /// Path, place and reason, such as `dist/year-1.2.0.themepack.zip: Metrics.cornerRadius: expected a number, ...`.
    public var message: String { [path, place, reason].compactMap(\.self).joined(separator: ": ") }
}

extension ThemeError {
    package init(_ defect: PackError, path: String) {
        if let format = defect.newerFormat {
            self = .newerFormat(path: path, format: format, reads: PackIndex.formatVersion)
        } else if let advice = defect.hint {
            self = .notAPack(path: path, reason: defect.description, advice: advice)
        } else {
            self = .damaged(path: path, entry: nil, reason: defect.description)
        }
    }
}
