import ArgumentParser
import ThemePackager
import ThemeProject

struct WatchOptions: ParsableArguments {
    @Flag(help: "Run again whenever a file of the project changes, until Ctrl-C.")
    var watch = false

    /// Runs a command once, or with `--watch` again after every change, even if it fails. Each run reads the arguments.
    ///
    /// - Parameter failed: is called with an error of the project after which watching continues.
    func run(
        _ prepare: () throws -> CommandRun, _ body: (CommandRun) throws -> Void, failed: (UserError) -> Void
    ) throws {
        guard watch else { return try body(try prepare()) }
        try Watching.repeat(prepare, body, changed: WatchScreen.showChanges, failed: failed)
    }
}
