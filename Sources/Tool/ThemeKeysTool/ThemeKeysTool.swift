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
            try file.write(to: OutputPlace(file: options.output, for: "keys", replacing: .keys))
            return 0
        }
        if file.isCurrent(at: options.output) { return 0 }
        printError(UserError(path: options.output, "is not up to date", hint: "run it again without --check").report)
        return 1
    }

    private static func printError(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { writeFully($0, to: 2) } }
}

/// The arguments of the program that the plugins run.
struct ToolOptions {
    private(set) var target = ""
    private(set) var output = ""
    private(set) var access: KeyAccess?
    private(set) var isCheck = false
    /// Whether SwiftPM runs it as a step of a build.
    private(set) var isBuilding = false

    init(_ arguments: [String]) throws(UserError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--check": isCheck = true
            case "--building": isBuilding = true
            case "--target": target = try Self.value(of: option, &rest)
            case "--output": output = try Self.value(of: option, &rest)
            case "--access":
                let name = try Self.value(of: option, &rest)
                guard let access = KeyAccess(rawValue: name) else {
                    throw UserError("there is no access level '\(name)'", hint: "expected \(KeyAccess.names)")
                }
                self.access = access
            default:
                throw UserError(
                    "there is no option '\(option)'", hint: "expected --target, --output, --access or --check")
            }
        }
        guard !target.isEmpty, !output.isEmpty else { throw UserError("--target and --output are required") }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UserError) -> String {
        guard let value = rest.popFirst() else { throw UserError("\(option) needs a value") }
        return value
    }
}
