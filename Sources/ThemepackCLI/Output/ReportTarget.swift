import ArgumentParser

/// A value of `--report`: `FORMAT=FILE`.
struct ReportTarget<Format: RawRepresentable<String> & Sendable>: ExpressibleByArgument {
    let format: Format
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let format = Format(rawValue: String(parts[0])) else { return nil }
        (self.format, path) = (format, String(parts[1]))
    }

    var file: OutputFile {
        OutputFile(path: path, noun: "the report", hint: "--report takes FORMAT=FILE; does the folder exist?")
    }
}
