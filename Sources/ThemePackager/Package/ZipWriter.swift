import ThemeModel

/// Writes a planned pack: hands its entries to libzip one after the other.
struct ZipWriter {
    let plan: PackPlan
    let fileSystem: any FileSystem
    let date: ArchiveDate

    /// - Throws: ``PackagingProblem`` if a source changed since it was verified, the sink takes no more, or libzip writes
    ///   another length than planned.
    func write(to sink: any ByteSink) throws(PackagingProblem) {
        let buffer = SettlingBuffer(sink)
        let sources = plan.entries.map { Source($0, fileSystem) }
        do throws(Zip.Failure) {
            let entries = sources.map { source in
                Zip.NewEntry(
                    path: source.entry.path, length: source.entry.length, offset: source.entry.headerOffset,
                    bytes: source.bytes)
            }
            try Zip.write(entries, date: date, to: buffer)
            guard buffer.end == Int(plan.length) else {
                throw Zip.Failure(reason: "libzip wrote \(buffer.end) bytes, planned were \(plan.length)")
            }
        } catch {
            throw sources.lazy.compactMap(\.problem).first
                ?? PackagingProblem(path: plan.fileName, message: error.reason)
        }
    }

    /// Where an entry's bytes come from when libzip asks for them, and why they did not.
    private final class Source {
        let entry: PackPlan.Entry
        private let fileSystem: any FileSystem
        private(set) var problem: PackagingProblem?

        init(_ entry: PackPlan.Entry, _ fileSystem: any FileSystem) {
            (self.entry, self.fileSystem) = (entry, fileSystem)
        }

        func bytes() -> [UInt8]? {
            switch entry.content {
            case .bytes(let content): return content
            case .verified(let content):
                do throws(FileProblem) {
                    return try content.bytes(from: fileSystem)
                } catch {
                    let changed = "its source changed after it was verified"
                    problem = PackagingProblem(
                        path: entry.path, message: error == .changed ? changed : "its source \(error.explanation)",
                        hint: error == .changed ? "build again" : error.hint)
                    return nil
                }
            }
        }
    }
}
