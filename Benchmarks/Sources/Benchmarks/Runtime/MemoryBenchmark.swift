import Foundation
import ThemeRuntime

/// The resident memory of a process's first mount, before any look-up.
struct MemoryBenchmark: Benchmark {
    let name = "memory"

    func rows(_ bench: Workbench) throws -> [Row] {
        guard try ResidentMemory.bytes() != nil else { return [] }
        return try bench.corpora.flatMap { corpus in
            let own = Quantity.bytes(try MountMemory.run(["ThemeRuntime", corpus.themePack]))
            let bundle = Quantity.bytes(try MountMemory.run(["GResource", corpus.resourceBundle]))
            let archive = Quantity.bytes(try MountMemory.run(["libzip", corpus.themePack]))
            let copy = Quantity.bytes(try MountMemory.run(["ThemeRuntime, resident", corpus.themePack]))
            let file = Quantity.bytes(Double(try ThemePack(mounting: corpus.themePack).byteCount))
            return [
                Row(
                    "resident memory of a mount", on: corpus.name, ours: own, peer: ("GResource", bundle),
                    target: .atMost(.bytes(1_000_000))),
                Row("resident memory of a mount", on: corpus.name, ours: own, peer: ("libzip", archive)),
                Row("the same, mode resident", on: corpus.name, ours: copy, peer: ("the file", file)),
            ]
        }
    }
}

/// The growth of resident memory. Arguments: a library, and the file that it mounts.
enum MountMemory: Probe {
    static let name = "mount-memory"

    static func measure(_ arguments: [String]) throws -> Double {
        guard arguments.count == 2 else { throw BenchmarkFailure("two arguments were expected") }
        let path = arguments[1]
        func growth(_ mount: () throws -> some AnyObject) throws -> Double {
            _ = try ResidentMemory.bytes()
            let before = try ResidentMemory.bytes() ?? 0
            let mounted = try mount()
            let after = try ResidentMemory.bytes() ?? 0
            return withExtendedLifetime(mounted) { Double(after - before) }
        }
        switch arguments[0] {
        case "ThemeRuntime": return try growth { try ThemePack(mounting: path) }
        case "ThemeRuntime, resident": return try growth { try ThemePack(mounting: path, mode: .resident) }
        case "GResource": return try growth { try GResourceBundle(path) }
        case "libzip": return try growth { try LibZipArchive(path) }
        default: throw BenchmarkFailure("no library '\(arguments[0])' is measured")
        }
    }
}

/// The resident memory of this process, including mapped files.
enum ResidentMemory {
    static func bytes() throws -> Int? {
        guard let file = fopen("/proc/self/smaps_rollup", "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), file) != nil {
            var kilobytes = 0
            if withUnsafeMutablePointer(to: &kilobytes, { withVaList([$0]) { vsscanf(buffer, "Rss: %ld kB", $0) } })
                == 1
            {
                return kilobytes * 1024
            }
        }
        throw BenchmarkFailure("/proc/self/smaps_rollup has no Rss")
    }
}
