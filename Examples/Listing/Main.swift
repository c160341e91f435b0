import Foundation
import ThemeRuntime

/// `Listing [--theme ID] [--scale N] PACK...`
@main
enum Main {
    static func main() {
        do {
            var arguments = Array(CommandLine.arguments.dropFirst())
            let theme = option("--theme", &arguments)
            let scale = option("--scale", &arguments).flatMap { Int($0) }.flatMap { Scale($0) } ?? .two
            guard !arguments.isEmpty, !arguments.contains(where: { $0.hasPrefix("-") }) else {
                fail("usage: Listing [--theme ID] [--scale 1...9] PACK...", status: 64)
            }
            print(try Listing(mounting: arguments, theme: theme, scale: scale).text(), terminator: "")
        } catch {
            fail("\(error)", status: 1)
        }
    }

    /// Removes an option and its value from the arguments, and returns the value.
    private static func option(_ name: String, _ arguments: inout [String]) -> String? {
        guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
        defer { arguments.removeSubrange(place...place + 1) }
        return arguments[place + 1]
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(status)
    }
}
