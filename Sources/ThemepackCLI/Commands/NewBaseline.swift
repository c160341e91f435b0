import SystemCalls
import ThemeModel
import ThemePackager
import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The baseline that `verify --write-baseline` writes.
struct NewBaseline {
    let path: String
    let project: Project

    private var file: OutputFile {
        OutputFile(path: path, noun: "the baseline", hint: "--write-baseline takes a file; does its folder exist?")
    }

    /// Checks that the file is not one of the project's images or settings.
    func check() throws {
        if let obstacle = project.obstacle(toWritingAt: path) {
            throw UserError(path: path, "\(obstacle); a baseline cannot be written there", hint: "name another file")
        }
    }

    /// Writes the findings that a baseline can accept, and leaves the others.
    func write(_ verification: inout Verification) throws {
        let contents = Baseline.contents(accepting: verification.findings.filter { $0.severity != .note })
        try file.write(Data(Console.json(contents.value).utf8))
        verification.findings.removeAll(where: \.rule.canBeAccepted)
        Console.printError("wrote \(contents.count.counting("finding")) to \(Console.printable(path))\n")
        if contents.leftOut > 0 {
            Console.printError(
                "a baseline cannot accept \(contents.leftOut.counting("other finding")): fix or exempt them\n")
        }
        let absolute = path.utf8.first == UInt8(ascii: "/") ? path : "\(ProcessEnvironment.currentFolder)/\(path)"
        let name = absolute.path(below: project.root).map { String($0) } ?? path
        if project.baselineFile != name {
            Console.printError("name it in \(Project.fileName): \"baseline\": \"\(Console.printable(name))\"\n")
        }
    }
}
