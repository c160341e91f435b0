import Foundation
import ThemeManagement

/// `Switcher [--color] [--store FILE] PACK...`
@main
@MainActor
enum Main {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        var store: any ThemeStore = MemoryStore()
        if let place = arguments.firstIndex(of: "--store"), place + 1 < arguments.count {
            store = FileStore(arguments[place + 1])
            arguments.removeSubrange(place...place + 1)
        }
        let isColored = arguments.contains("--color")
        arguments.removeAll { $0 == "--color" }
        guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) else {
            fail("usage: Switcher [--color] [--store FILE] PACK...", status: 64)
        }
        do {
            try run(App(mounting: arguments, store: store), isColored: isColored)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    private static func run(_ app: App, isColored: Bool) throws {
        let terminal = Terminal()
        let screen = Screen(app: app)
        repeat {
            terminal.show(screen.text(color: isColored || terminal.isInteractive))
        } while try terminal.key().map(app.press) ?? false
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
