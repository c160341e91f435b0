import Testing
import ThemeManagement

private final class Screen {
    var title = "own"
    var note: String? = "own"
}

/// A storage whose value of a key cannot be read.
private struct Broken: Error {}

private struct Pack: Equatable, Sendable {
    var title: String?
}

private let title = ThemeValue<Pack, String>(reading: { pack in
    guard let title = pack.title else { throw Broken() }
    return title
})

@MainActor
@Suite("Bindings without try")
struct CheckedBindingTests {
    private let manager: ThemeSourceManager<ThemeTable<String, Pack>>

    init() throws {
        let table = ThemeTable<String, Pack>()
        try table.add("broken", Pack(title: nil))
        try table.add("sound", Pack(title: "Inbox"))
        manager = try ThemeSourceManager(table, default: "broken")
    }

    @Test("A value that cannot be read is reported, stays, and follows once a theme has it")
    func reported() throws {
        let screen = Screen()
        var problems: [String] = []
        manager.problemHandler = { problems.append("\($0)") }
        manager.bind(screen, \.title, reporting: title)
        manager.bind(screen, \.note, reporting: title)
        #expect(screen.title == "own" && screen.note == "own")
        // One report for each type of property.
        #expect(problems.count == 2 && problems[0].contains("'broken'"))
        try manager.select("sound")
        #expect(screen.title == "Inbox" && screen.note == "Inbox")
    }

    @Test("A theme that loses a bound value is not selected")
    func lost() throws {
        try manager.select("sound")
        let screen = Screen()
        manager.bind(screen, \.title, reporting: title)
        #expect(throws: ManagerError.self) { try manager.select("broken") }
        #expect(screen.title == "Inbox" && manager.id == "sound")
    }
}
