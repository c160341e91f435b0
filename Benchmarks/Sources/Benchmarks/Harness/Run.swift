import Foundation

/// One run: builds the corpora, measures, prints the table and writes it to RESULTS.md.
struct Run {
    private let arguments: Arguments
    /// The path of a project's folder.
    private let realProject: String?

    init(_ arguments: Arguments, environment: [String: String]) {
        self.arguments = arguments
        realProject = environment["OXYGEN"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static let realCorpus = "Oxygen"
    static let corpora = SyntheticProject.all.map(\.name) + [realCorpus]

    func measure(_ benchmarks: [any Benchmark]) throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let bench = Workbench(
            corpora: try makeCorpora(in: folder.path), race: Race(), fleet: arguments.fleet, scratch: folder.path)
        if let comparison = arguments.comparison {
            guard let corpus = bench.corpora.last else { throw BenchmarkFailure("--corpora selects no corpus") }
            guard try comparison.isNoSlower(corpus, scratch: folder.path) else {
                throw BenchmarkFailure("the new build is slower")
            }
            return
        }
        var rows: [Row] = []
        for benchmark in benchmarks where arguments.only?.contains(benchmark.name) ?? true {
            Self.report("measuring: \(benchmark.name)")
            rows += try benchmark.rows(bench)
        }
        let skipped = realProject == nil ? "\nThe real corpus was skipped: OXYGEN is not set.\n" : ""
        let text = "\(Machine())\n\(skipped)\n\(ResultsTable(rows: rows))\n"
        print(text)
        guard arguments.writesFile else { return }
        let heading = "# Results of `make bench`\n\nMedians of interleaved rounds, see README.md.\n\n"
        try (heading + text).write(toFile: Self.resultsPath, atomically: true, encoding: .utf8)
    }

    private func makeCorpora(in folder: String) throws -> [Corpus] {
        var made: [Corpus] = []
        for synthetic in SyntheticProject.all where arguments.corpora?.contains(synthetic.name) ?? true {
            Self.report("generating \(synthetic.imageCount) images")
            made.append(
                try Corpus(
                    synthetic.name, project: synthetic.make(below: Self.corporaPath), isSynthetic: true, scratch: folder
                ))
        }
        guard let realProject, arguments.corpora?.contains(Self.realCorpus) ?? true else { return made }
        Self.report("building the project of OXYGEN")
        return made + [try Corpus(Self.realCorpus, project: realProject, isSynthetic: false, scratch: folder)]
    }

    private static func report(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    private static let packageFolder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    private static let resultsPath = packageFolder.appendingPathComponent("RESULTS.md").path
    /// Synthetic projects are reused, because writing 200,000 files takes longer than measuring.
    private static let corporaPath = packageFolder.appendingPathComponent(".build/corpora").path
}

struct ScratchFolder {
    let path = FileManager.default.temporaryDirectory.path + "/themepack-benchmarks-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
