import ArgumentParser
import ThemeProject
import ThemePublishing
import ThemeRuntime

extension UserError {
    static func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ThemeError {
            throw UserError(error)
        } catch let error as DeltaError {
            throw UserError(path: error.path, error.reason, hint: "nothing was written")
        }
    }

    /// The error as wrong usage: the tool prints it with the command's usage, and exits with 64.
    var asWrongUsage: ValidationError {
        let hint = hint.map { "\nhint: " + Console.printable($0) } ?? ""
        return ValidationError(Console.printable(message) + hint)
    }

    /// The error and all others of the same file. Ends with a line feed.
    var text: String { ([self] + others).map { $0.text(as: "error") }.joined() }

    static func warn(path: String, _ message: String, hint: String) {
        UserError(path: path, message, hint: hint).warn()
    }

    func warn() { Console.printError(text(as: "warning")) }

    private func text(as severity: String) -> String {
        let location = path.map { path in
            (path.isEmpty ? "''" : Console.printable(Console.relative(path)))
                + (position.map { ":\($0.line):\($0.column)" } ?? "") + ": "
        }
        let hint = hint.map { "hint: \(Console.printable($0))\n" } ?? ""
        return "\(location ?? "")\(severity): \(Console.printable(message))\n\(hint)"
    }
}
