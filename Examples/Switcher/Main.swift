import Foundation
import ThemeRuntime

/// `Switcher [--colour] [--store FILE] PACK...`
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
        let isColoured = arguments.contains("--colour")
        arguments.removeAll { $0 == "--colour" }
        guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) else {
            fail("usage: Switcher [--colour] [--store FILE] PACK...", status: 64)
        }
        do {
            try run(App(mounting: arguments, store: store), isColoured: isColoured)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    private static func run(_ app: App, isColoured: Bool) throws {
        let terminal = Terminal()
        let screen = Screen(app: app)
        repeat {
            terminal.show(screen.text(colour: isColoured || terminal.isInteractive))
        } while try terminal.key().map(app.press) ?? false
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
