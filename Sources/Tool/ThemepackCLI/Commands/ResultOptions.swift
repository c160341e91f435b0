import ArgumentParser
import ThemePackager
import ThemeRuntime

/// The file that a command makes from other files.
struct ResultOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
    var output: String

    /// Writes the file under a temporary name and renames it at the end. If `body` throws, nothing changes.
    ///
    /// - Parameters:
    ///   - kind: of the result.
    ///   - inputs: are not replaced.
    func write<Result>(
        _ kind: KeptFile, keeping inputs: [String], _ body: (OutputFile) throws -> Result
    ) throws -> Result {
        for input in inputs {
            if PackReader.isNamedAsPack(input), DiskFileSystem().kind(of: input) == nil {
                throw PackReader.missing(input)
            }
            if let identity = FileIdentity(output), identity == FileIdentity(input) {
                throw UserError(path: output, "is read, and is not replaced", hint: "name another file with -o")
            }
        }
        let place = try OutputPlace(file: output, for: "a result", replacing: kind)
        let file = try OutputFile(at: place)
        let result = try body(file)
        try file.finish()
        return result
    }
}
