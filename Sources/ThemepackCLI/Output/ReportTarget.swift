import ArgumentParser
import ThemeModel
import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A value of `--report`: `FORMAT=FILE`.
struct ReportTarget<Format: RawRepresentable<String> & Sendable>: ExpressibleByArgument {
    let format: Format
    let path: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let format = Format(rawValue: String(parts[0])) else { return nil }
        self.format = format
        path = String(parts[1])
    }

    /// Checks that the report can be written.
    ///
    /// - Parameter folder: need not exist yet: the command creates it before it writes the report.
    func output(afterCreating folder: String? = nil) throws(UserError) -> ReportOutput<Format> {
        let place = try OutputPlace(file: path, for: "a report", acceptsStreams: true)
        func location(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
        let isCreated = folder.map { location($0) == location(place.parent.path) } ?? false
        if !isCreated { try place.checkIsWritable() }
        return ReportOutput(format: format, place: place)
    }
}

/// A report's file that was checked before the run.
struct ReportOutput<Format: Sendable> {
    let format: Format
    fileprivate let place: OutputPlace

    func write(_ bytes: [UInt8]) throws(UserError) { try place.write(bytes) }
}
