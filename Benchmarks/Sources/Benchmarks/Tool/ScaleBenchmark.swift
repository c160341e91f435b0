import Foundation

struct ScaleBenchmark: Benchmark {
    let name = "scale"

    /// The limit for up to 100,000 images.
    private static let memoryMax = Quantity.bytes(150e6)

    func rows(_ bench: Workbench) throws -> [Row] {
        let runs = try bench.corpora.map { try Runs(of: $0, in: bench.scratch) }
        var rows = runs.flatMap { run in
            run.peaks.map { what, bytes in
                Row("memory, \(what)", on: run.name, ours: .bytes(bytes), target: .atMost(Self.memoryMax))
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
        private(set) var peaks: [(what: String, bytes: Double)] = []
        private(set) var secondsPerImage = 0.0

        init(of corpus: Corpus, in scratch: String) throws {
            (name, isSynthetic) = (corpus.name, corpus.isSynthetic)
            let project = "\(scratch)/scale-\(corpus.name)"
            try FileManager.default.createDirectory(atPath: project, withIntermediateDirectories: true)
            for tree in ["assets", "themes", "themepack.json"]
            where FileManager.default.fileExists(atPath: "\(corpus.project)/\(tree)") {
                try FileManager.default.copyItem(atPath: "\(corpus.project)/\(tree)", toPath: "\(project)/\(tree)")
            }
            defer { try? FileManager.default.removeItem(atPath: project) }
            let theme = "themes/\(corpus.theme)"
            func peak(_ what: String, _ arguments: [String]) throws {
                peaks.append((what, try ToolMemory.run([project] + arguments + ["-q"], rounds: 1)))
            }
            try peak("verify --no-cache", ["verify", "--no-cache"])
            try peak("build THEME --no-cache", ["build", "--no-cache", theme])
            let seconds = try (0..<5).map { _ in
                let start = ContinuousClock.now
                try Command(ToolBenchmark.executable, ["build", "--no-cache", theme, "-q"], in: project)?.run()
                return (ContinuousClock.now - start) / .seconds(1)
            }
            secondsPerImage = seconds.median / Double(corpus.imageNames.count)
            try peak("build", ["build"])
            try peak("build again", ["build"])
            let image = try FileManager.default.subpathsOfDirectory(atPath: "\(project)/\(theme)")
                .first { $0.hasSuffix(".png") }
            guard let image, utimes("\(project)/\(theme)/\(image)", nil) == 0 else {
                throw BenchmarkFailure("\(project) has no themed image that can be touched")
            }
            try peak("build, one changed", ["build"])
            try peak("verify PACK", ["verify", corpus.themePack])
        }
    }
}

/// The peak memory of a run of the tool, in bytes. Arguments: the folder to run in, and the tool's arguments. It needs
/// a process of its own, because `exec` keeps the peak of the program that it replaces.
enum ToolMemory: Probe {
    static let name = "tool-memory"

    static func measure(_ arguments: [String]) throws -> Double {
        guard let folder = arguments.first,
            let command = Command(ToolBenchmark.executable, Array(arguments.dropFirst()), in: folder)
        else { throw BenchmarkFailure("there is no \(ToolBenchmark.executable)") }
        return Double(try command.run())
    }
}
