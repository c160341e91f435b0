// Whoever asks for images and colours speaks of `ThemeID`, `Scale` and `Colour`: they come with this module.
@_exported public import ThemeModel

/// Why a pack cannot be mounted, or an answer not be given. Absence is no error: then the answer is `nil`.
public indirect enum ThemeError: Error, Hashable, Sendable {
    /// The file or folder cannot be opened or read.
    case unreadable(path: String, reason: String)
    /// The pack was written for a newer version of this library, which reads format `reads` and lower.
    case newerFormat(path: String, format: PackFormat, reads: UInt16)
    /// The file is no pack, or something in it is not what was packed. `entry` names the place, as `unzip` lists it.
    case damaged(path: String, entry: String?, reason: String)
    /// A settings file cannot be understood. Lines and columns count from 1; columns count bytes.
    case invalidSettings(path: String, entry: String, line: Int, column: Int, reason: String)
    /// A setting is there and is something else than was asked for.
    case wrongType(path: String, key: String, expected: String, found: String)
    /// A folder cannot be mounted in place of a pack.
    case invalidProject(path: String, reason: String)
    /// A theme of this id is mounted already, from `path`.
    case alreadyMounted(ThemeID, path: String)
    /// No theme of this id is mounted.
    case notMounted(ThemeID)
    /// The default theme was expected here, or is not to be taken away.
    case defaultRequired(found: ThemeID?)
    /// Themes extend each other in a circle; the first id stands at the end again.
    case chainCycle([ThemeID])
    /// The library was changed each time that a change was being made; nothing came of that one.
    case changedMeanwhile(rounds: Int)

    /// The pack or folder that is wrong; `nil` if the mistake lies in no file.
    public var path: String? {
        switch self {
        case .unreadable(let path, _), .newerFormat(let path, _, _), .damaged(let path, _, _),
            .invalidSettings(let path, _, _, _, _), .wrongType(let path, _, _, _), .invalidProject(let path, _),
            .alreadyMounted(_, let path):
            path
        case .notMounted, .defaultRequired, .chainCycle, .changedMeanwhile: nil
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

    /// What is wrong, in one sentence.
    public var reason: String {
        switch self {
        case .unreadable(_, let reason), .damaged(_, _, let reason), .invalidSettings(_, _, _, _, let reason),
            .invalidProject(_, let reason):
            reason
        case .newerFormat(_, let format, let reads):
            "the pack has format version \(format.version) and needs a reader of version \(format.minimumReader); this one "
                + "reads version \(reads)"
        case .wrongType(_, _, let expected, let found): "expected \(expected), found \(found)"
        case .alreadyMounted(let id, _): "the theme '\(id)' is mounted already"
        case .notMounted(let id): "no theme '\(id)' is mounted"
        case .defaultRequired(let found):
            found.map { "expected the theme 'default', found '\($0)'" } ?? "the default theme cannot be removed"
        case .chainCycle(let ids):
            "themes extend each other in a circle: \(ids.map(\.string).joined(separator: " -> "))"
        case .changedMeanwhile(let rounds):
            "the library was changed \(rounds) times in a row while this change of it was being made"
        }
    }

    /// How to mend it; `nil` where there is nothing that can be said in general.
    public var hint: String? {
        switch self {
        case .unreadable: "check the path and its permissions"
        case .newerFormat: "update ThemeRuntime, or build the pack with an older themepack"
        case .damaged: "fetch or build the pack again; 'themepack verify' tells all that is wrong with it"
        case .invalidSettings, .invalidProject: "'themepack verify' tells all that is wrong with it"
        case .wrongType: "correct the setting, or ask for the type that it has"
        case .alreadyMounted: "replace it, or remove it first"
        case .notMounted: "add its pack first"
        case .defaultRequired(let found): found.map { _ in "name the default theme's pack first" } ?? "replace it"
        case .chainCycle: "let one of them extend 'default'"
        case .changedMeanwhile: "do not change the library from within a change of it"
        }
    }
}

extension ThemeError: CustomStringConvertible {
    /// Path, place and reason, such as `dist/year-1.2.0.themepack.zip: Metrics.cornerRadius: expected a number, ...`.
    public var description: String { [path, place, reason].compactMap(\.self).joined(separator: ": ") }
}

extension ThemeError {
    /// What ThemeModel says of bytes, said of a file.
    init(_ defect: PackDefect, path: String) {
        if let format = defect.newerFormat {
            self = .newerFormat(path: path, format: format, reads: PackIndex.formatVersion)
        } else {
            self = .damaged(path: path, entry: nil, reason: defect.description)
        }
    }
}
