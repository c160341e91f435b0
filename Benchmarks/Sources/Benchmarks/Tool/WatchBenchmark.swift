import Foundation

/// The time from the last write to an image until `build --watch` has replaced the pack.
struct WatchBenchmark: Benchmark {
    let name = "watch"
    private let rounds = 21

    func rows(_ bench: Workbench) throws -> [Row] {
        guard let corpus = bench.usual else { return [] }
        let project = try bench.projects.project(of: corpus)
        let original = try Data(contentsOf: URL(fileURLWithPath: project.image))
        defer { try? Self.write(original, to: project.image) }
        // Another benchmark can have built all themes. Then the first pack below would be another one.
        project.forget()
        let build = try ToolBenchmark.themepack(["build", "-q", project.themeFolder], in: project.root)
        try build.run()
        let dist = "\(project.root)/dist"
        guard
            let name = try FileManager.default.contentsOfDirectory(atPath: dist).first(where: { $0.hasSuffix(".zip") })
        else { throw BenchmarkFailure("nothing was built in \(dist)") }
        let pack = "\(dist)/\(name)"
        // A file, because a full pipe without a reader blocks the writer.
        let log = "\(project.root)/../watch.log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let watcher = Process()
        watcher.executableURL = URL(fileURLWithPath: build.executable)
        watcher.arguments = build.arguments + ["--watch"]
        watcher.currentDirectoryURL = URL(fileURLWithPath: project.root)
        (watcher.standardOutput, watcher.standardError) = (FileHandle.nullDevice, FileHandle(forWritingAtPath: log))
        try watcher.run()
        defer {
            watcher.terminate()
            watcher.waitUntilExit()
        }
        // The tool prints this line when it has started to watch.
        while try !String(contentsOfFile: log, encoding: .utf8).contains("watching for changes") {
            guard watcher.isRunning else { throw BenchmarkFailure("the tool has ended instead of watching") }
            usleep(10_000)
        }
        let folder = (project.image as NSString).deletingLastPathComponent
        let images = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".png") }.prefix(4).map {
                try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)"))
            }
        let times = try (0..<rounds).map { round in
            Thread.sleep(forTimeInterval: 0.3)
            let before = try Self.inode(of: pack)
            try Self.write(images[round % images.count], to: project.image)
            let start = ContinuousClock.now
            while try Self.inode(of: pack) == before {
                guard ContinuousClock.now - start < .seconds(10) else {
                    throw BenchmarkFailure("no pack was written within 10 s")
                }
                usleep(500)
            }
            return (ContinuousClock.now - start) / .seconds(1)
        }
        return [
            Row(
                "build THEME --watch, one changed", on: corpus.name, ours: .seconds(times.median),
                target: .atMost(.seconds(0.1)))
        ]
    }

    /// Overwrites the file in place, as an image editor does.
    private static func write(_ data: Data, to path: String) throws {
        guard let file = FileHandle(forWritingAtPath: path) else { throw BenchmarkFailure("\(path) cannot be written") }
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: data)
        try file.close()
    }

    private static func inode(of path: String) throws -> UInt64 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BenchmarkFailure("\(path) is gone") }
        return UInt64(status.st_ino)
    }
}
