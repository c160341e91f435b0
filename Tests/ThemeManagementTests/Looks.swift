import TestSupport
import Testing
import ThemeManagement

/// An app's own theme type, as in CEThemeSwitcher.
protocol Look: Sendable {
    var background: String { get }
    var title: String? { get }
}

struct PlainLook: Look, Equatable {
    var background: String
    var title: String?
}

enum LookID: String, ThemeIdentifier, CaseIterable {
    case red, orange, yellow, green, blue, purple

    var look: PlainLook { PlainLook(background: rawValue, title: self == .red ? nil : "title of \(rawValue)") }
}

typealias LookManager = ThemeSourceManager<ThemeTable<LookID, PlainLook>>

/// Tests of a manager of the looks, with `red` in force and a log for its notifications.
@MainActor
class LookSuite {
    let manager: LookManager
    let log = Log()

    init() throws { manager = try LookManager(.looks(), default: .red) }
}

@MainActor
final class Log {
    var lines: [String] = []

    nonisolated init() {}
}

extension ThemeTable where ID == LookID, ThemeType == PlainLook {
    static func looks() -> ThemeTable { ThemeTable(LookID.self) { $0.look } }
}

extension ThemeValue where ThemeType == PlainLook, Value == String {
    static var background: Self { Self(\PlainLook.background) }
    static var title: Self { Self(\PlainLook.title) }
}

final class Label {
    var text = "own text"
    var note: String? = "own note"
    var number = 0.0
    var count = 0
    var observed = "own" { didSet { count += 1 } }
    var onChange: (() -> Void)?
    var acting = "own" { didSet { onChange?() } }
    var titles: [ControlState: String] = [.normal: "own normal", .disabled: "own disabled"]
}

/// Packs with settings and images for a manager over a library.
struct LookPacks {
    let project: TestProject
    let library: ThemeLibrary
    let paths: [String: String]

    /// - Parameter configs: settings of themes by id. `default` may be missing.
    init(
        default config: String = "{\"Color\": {\"title\": \"111111\", \"background\": \"FFFFFF\"}, \"size\": 1}",
        _ configs: KeyValuePairs<String, String> = [:]
    ) throws {
        project = try TestProject()
        try project.image("assets/a.png")
        try project.image("assets/b.png")
        try project.theme("default", config: config)
        for (id, config) in configs {
            try project.theme(id, prefix: "\(id)_", config: config)
            try project.image("themes/\(id)/\(id)_a.png")
        }
        paths = try project.build()
        library = try ThemeLibrary(default: ThemePack(mounting: #require(paths["default"])))
        for (id, _) in configs { try library.add(ThemePack(mounting: #require(paths[id]))) }
    }

    /// Builds one theme again after a change to the project. Returns the pack's path.
    func rebuild(_ id: String) throws -> String { try #require(try project.build(id)[id]) }
}
