import Foundation

struct ScaleBenchmark: Benchmark {
    let name = "scale"

    /// The limit for up to 100,000 images. Projects of few images are far below it.
    private static let memoryMax = Target.atMost(.bytes(100e6))
    private static let imagesOfTarget = 6_000

    func rows(_ bench: Workbench) throws -> [Row] {
        let runs = try bench.corpora.map { try Runs(of: $0, in: bench.projects) }
        var rows = runs.flatMap { run in
            run.peaks.map { what, bytes in
                Row(
                    "memory, \(what)", on: run.name, ours: .bytes(bytes),
                    target: run.imageCount < Self.imagesOfTarget ? .none : Self.memoryMax)
            }
        }
        let growing = runs.filter(\.isSynthetic).suffix(2)
        if let small = growing.first, let large = growing.last, growing.count == 2 {
            rows.append(
                Row(
                    "build --no-cache, per image", on: large.name, ours: .seconds(large.secondsPerImage),
                    peer: ("itself, \(small.name)", .seconds(small.secondsPerImage)), target: .ratio(1.2)))
        }
        return rows
    }

    private struct Runs {
        let name: String
        let isSynthetic: Bool
        let imageCount: Int
        private(set) var peaks: [(what: String, bytes: Double)] = []
        private(set) var secondsPerImage = 0.0

        init(of corpus: Corpus, in projects: ToolProjects) throws {
            name = corpus.name
            isSynthetic = corpus.isSynthetic
            imageCount = corpus.imageNames.count
            let project = try projects.folder(of: corpus)
            func forget() {
                for folder in ["dist", ".themepack"] {
                    try? FileManager.default.removeItem(atPath: "\(project)/\(folder)")
                }
            }
            forget()
            defer { forget() }
            let theme = "themes/\(corpus.theme)"
            func peak(_ what: String, _ arguments: [String]) throws {
                peaks.append((what, try ToolMemory.run([project] + arguments + ["-q"], rounds: 1)))
            }
            try peak("verify --no-cache", ["verify", "--no-cache"])
            try peak("build THEME --no-cache", ["build", "--no-cache", theme])
            // Only the large corpora are compared.
            let seconds = try (0..<(imageCount < 10_000 ? 1 : 3)).map { _ in
                let start = ContinuousClock.now
                try Command(ToolBenchmark.executable, ["build", "--no-cache", theme, "-q"], in: project)?.run()
                return (ContinuousClock.now - start) / .seconds(1)
            }
            secondsPerImage = seconds.median / Double(imageCount)
            try peak("build", ["build"])
            try peak("build again", ["build"])
            let files = FileManager.default.enumerator(atPath: "\(project)/\(theme)")
            let image = files?.lazy.compactMap { $0 as? String }.first { $0.hasSuffix(".png") }
                .map { "\(project)/\(theme)/\($0)" }
            guard let image else { throw BenchmarkFailure("\(project) has no themed image") }
            let original = try Data(contentsOf: URL(fileURLWithPath: image))
            try ToolProject.change(image)
            defer { try? original.write(to: URL(fileURLWithPath: image)) }
            try peak("build, one changed", ["build"])
            try peak("verify PACK", ["verify", corpus.themePack])
        }
    }
}

/// The peak memory of a run of the tool, in bytes. Arguments: the folder to run in, and the tool's arguments.
///
/// `exec` keeps the peak of the program that it replaces, and that of this one is larger than that of the tool. So a
/// small interpreter starts the tool.
enum ToolMemory: Probe {
    static let name = "tool-memory"

    private static let script = """
        import resource, subprocess, sys
        subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """

    static func measure(_ arguments: [String]) throws -> Double {
        let tool = [ToolBenchmark.executable] + arguments.dropFirst()
        guard let folder = arguments.first, let command = Command("python3", ["-c", script] + tool, in: folder) else {
            throw BenchmarkFailure("there is no python3")
        }
        let output = NSTemporaryDirectory() + "/themepack-memory-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: output) }
        try command.run(output: output)
        let text = try String(contentsOfFile: output, encoding: .utf8)
        guard let peak = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkFailure("the memory of the tool is not known")
        }
        #if canImport(Darwin)
            return peak
        #else
            return peak * 1024
        #endif
    }
}
