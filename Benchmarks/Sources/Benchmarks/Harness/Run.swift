import Foundation

/// One run: builds the corpora, measures, prints the table and, if it left nothing out, writes it to RESULTS.md.
struct Run {
    private let arguments: Arguments
    /// The folders of the projects that the environment names.
    private let realProjects: [(name: String, path: String)]

    init(_ arguments: Arguments, environment: [String: String]) {
        self.arguments = arguments
        realProjects = Self.realCorpora.compactMap { name, variable in
            environment[variable].flatMap { $0.isEmpty ? nil : (name, $0) }
        }
    }

    /// Names of corpora, and the variables with their paths.
    private static let realCorpora = [("Oxygen", "OXYGEN"), ("scaled", "SCALED")]
    static let corpora = SyntheticProject.all.map(\.name) + realCorpora.map(\.0)

    func measure(_ benchmarks: [any Benchmark]) throws {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let bench = Workbench(
            corpora: try makeCorpora(in: folder.path), race: Race(), fleet: arguments.fleet, scratch: folder.path,
            projects: ToolProjects(in: folder.path))
        if let comparison = arguments.comparison {
            guard let corpus = bench.corpora.last else { throw BenchmarkFailure("--corpora selects no corpus") }
            guard try comparison.isNoSlower(corpus, scratch: folder.path) else {
                throw BenchmarkFailure("the new build is slower")
            }
            return
        }
        var rows: [Row] = []
        for benchmark in benchmarks where arguments.only?.contains(benchmark.name) ?? true {
            rows += try Self.reporting("measuring: \(benchmark.name)") { try benchmark.rows(bench) }
        }
        let skipped = Self.realCorpora.filter { name, _ in !realProjects.contains { $0.name == name } }
            .map { name, variable in "The corpus \(name) was skipped: \(variable) is not set.\n\n" }.joined()
        let date = ISO8601DateFormatter.string(from: Date(), timeZone: .gmt, formatOptions: [.withFullDate])
        let text = { (rows: [Row]) in "\(Machine()); \(date)\n\n\(ResultsTable(rows: rows))\n" }
        print(skipped + text(rows))
        guard arguments.measuresAll, skipped.isEmpty else { return }
        let heading = """
            # Results of `make bench`

            The rows with a target; `!` marks a missed one. Medians of interleaved rounds, see README.md.


            """
        try (heading + text(rows.filter { $0.holds != nil }))
            .write(toFile: Self.resultsPath, atomically: true, encoding: .utf8)
    }

    private func makeCorpora(in folder: String) throws -> [Corpus] {
        var made: [Corpus] = []
        for synthetic in SyntheticProject.all where arguments.corpora?.contains(synthetic.name) ?? true {
            made.append(
                try Self.reporting("generating \(synthetic.imageCount) images") {
                    let project = try synthetic.make(below: Self.corporaPath)
                    return try Corpus(synthetic.name, project: project, isSynthetic: true, scratch: folder)
                })
        }
        for project in realProjects where arguments.corpora?.contains(project.name) ?? true {
            made.append(
                try Self.reporting("building \(project.path)") {
                    try Corpus(project.name, project: project.path, isSynthetic: false, scratch: folder)
                })
        }
        return made
    }

    /// Writes what is done, and afterwards how long it took.
    private static func reporting<Result>(_ text: String, _ body: () throws -> Result) rethrows -> Result {
        FileHandle.standardError.write(Data("\(text) ... ".utf8))
        let start = ContinuousClock.now
        let result = try body()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        FileHandle.standardError.write(Data("\(String(format: "%.0f", seconds)) s\n".utf8))
        return result
    }

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
