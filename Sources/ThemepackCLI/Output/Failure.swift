import ArgumentParser
import ThemePackager

/// Why a command could not do its work at all: what, where, how to mend it. Its text is written here alone.
struct Failure: Error {
    var path: String?
    var place: Place?
    var message: String
    var hint: String?
    var exitCode: Int32 = 2

    init(_ message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }

    init(_ problem: ProjectProblem) {
        self.init(problem.message, hint: problem.hint)
        (path, place) = (Console.relative(problem.path), problem.place)
    }

    init(_ problem: PackagingProblem) {
        self.init(problem.message, hint: problem.hint)
        path = Console.relative(problem.path)
    }

    /// Turns what the libraries throw into what people are told. Around a whole command, so that none of it is forgotten.
    static func rethrowing<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let problem as ProjectProblem {
            throw Failure(problem)
        } catch let problem as PackagingProblem {
            throw Failure(problem)
        }
    }

    func text(color: Bool) -> String {
        let location = path.map { path in
            Console.printable(path) + (place.map { ":\($0.line):\($0.column)" } ?? "") + ": "
        }
        let hint = hint.map { "hint: \(Console.printable($0))\n" } ?? ""
        return "\(location ?? "")error: \(Console.printable(message))\n\(hint)"
    }
}
