import SystemCalls
import ThemeKeys
import ThemeProject

/// The program that the plugins run.
///
/// It is not a command of `themepack`, because each app that uses a plugin builds it. For the same reason it parses its
/// arguments itself: it needs no C library, no swift-crypto and no swift-argument-parser.
@main
enum ThemeKeysTool {
    static func main() {
        do throws(UserError) {
            exit(try run(Array(CommandLine.arguments.dropFirst())))
        } catch {
            printError(error.report)
            exit(2)
        }
    }

    private static func run(_ arguments: [String]) throws(UserError) -> Int32 {
        let options = try ToolOptions(arguments)
        let target = try KeyTarget(at: options.target)
        let file = try KeyFile(
            of: target.source(isBuilding: options.isBuilding),
            access: options.access ?? target.access ?? .internal)
        guard options.isCheck else {
            try file.write(to: OutputPlace(file: options.output, for: "keys"))
            return 0
        }
        if file.isCurrent(at: options.output) { return 0 }
        printError(UserError(path: options.output, "is not up to date", hint: "run it again without --check").report)
        return 1
    }

    private static func printError(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { writeFully($0, to: 2) } }
}
