import SystemCalls
import ThemeKeys
import ThemeProject

/// The program that the plugins run. It depends on no library that an app does not compile anyway, so it is no command
/// of the tool and parses its few arguments itself.
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
            try file.write(to: options.output)
            return 0
        }
        if file.isCurrent(at: options.output) { return 0 }
        printError(UserError(path: options.output, "is not up to date", hint: "run it again without --check").report)
        return 1
    }

    private static func printError(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { writeFully($0, to: 2) } }
}
