import Foundation
import TestSupport
import Testing

@testable import FuzzTargets

/// The most memory that the tool takes, by the kernel's count of a tool that waits for changes.
@Suite("Memory of the tool", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
struct MemoryTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    /// Returns the largest resident size, in bytes, of a verification of a project.
    ///
    /// - Parameter result: the end of what it prints.
    private func peak(_ name: String, _ result: String) throws -> Int {
        let watcher = try WatchTests.Watcher(
            ["verify", "--watch", "--no-cache", "--jobs", "1"], in: "\(sandbox.path)/\(name)",
            log: "\(sandbox.path)/\(name).log")
        try #require(blockUntil { watcher.text.hasSuffix("watching for changes, Ctrl-C ends\n") }, "\(watcher.text)")
        #expect(watcher.text.contains(result), "\(watcher.text.suffix(2000))")
        let status = try String(contentsOfFile: "/proc/\(watcher.process.processIdentifier)/status", encoding: .utf8)
        #expect(watcher.interrupt() == 0)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return 1024 * (try #require(Int(line.split(separator: " ").dropLast().last ?? "")))
    }

    /// Returns the same of a project with one more default and an image that replaces it. Only the last bytes of the
    /// two differ.
    private func peak(_ name: String, _ chunk: PNGFile.Chunk, count: Int) throws -> Int {
        try ProjectFiles.sound.with { $0["themepack.json"] = #"{"limits": {"imageMetadataBytes": 100000000}}"# }
            .write(to: sandbox, at: name)
        try sandbox.write("\(name)/assets/large.png", image(chunk, count: count, shade: 1))
        try sandbox.write("\(name)/themes/year/year_large.png", image(chunk, count: count, shade: 2))
        return try peak(name, ": 0 errors, 0 warnings\n")
    }

    /// Returns an image whose rows have eight megabytes, and whose file has some kilobytes.
    private func image(_ shade: Int) -> PNGFile {
        var rows: [UInt8] = []
        for row in 0..<1024 {
            rows.append(0)
            rows += [UInt8](repeating: UInt8(truncatingIfNeeded: row + shade), count: 4 * 2048)
        }
        return PNGFile(chunks: [
            PNGFile.header(2048, 1024), .init("IDAT", InflateTarget.zlib(rows, level: 1)), .init("IEND"),
        ])
    }

    @Test("Images that are damaged after their image data take no more memory than sound ones")
    func damagedEnds() throws {
        // If the rows of one ending were not freed, they would be 32 MB.
        let pairs = Soak.rounds(2, soaking: 5)
        let endings = PNGEnding.all.flatMap { [PNGEnding](repeating: $0, count: pairs) }
        for name in ["sound", "damaged"] { try ProjectFiles.sound.write(to: sandbox, at: name) }
        for (number, ending) in endings.enumerated() {
            for (shade, path) in ["assets/large", "themes/year/year_large"].enumerated() {
                let image = image(2 * number + shade)
                try sandbox.write("sound/\(path)\(number).png", image.bytes)
                try sandbox.write("damaged/\(path)\(number).png", ending.replacing(image))
            }
        }
        let sound = try peak("sound", ": 0 errors")
        let damaged = try peak("damaged", ": \(2 * endings.count { $0.verdict != .sound }) errors")
        if Soak.isOn { print("damaged ends: \(damaged >> 20) MiB, sound ones: \(sound >> 20) MiB") }
        #expect(damaged - sound < 30_000_000, "\(damaged) and \(sound)")
    }

    /// Returns a valid image with many chunks of one kind before its image data.
    private func image(_ chunk: PNGFile.Chunk, count: Int, shade: UInt8) -> [UInt8] {
        let (small, repeated) = (PNGFile(8, 8, shade: shade), chunk.bytes)
        var bytes = PNGFile.signature + small.chunks[0].bytes
        bytes.reserveCapacity(bytes.count + count * repeated.count + 1000)
        for _ in 0..<count { bytes += repeated }
        return bytes + small.chunks[1...].flatMap(\.bytes)
    }

    @Test("Empty IDAT chunks take no memory in addition to the file's bytes")
    func emptyChunks() throws {
        let count = Soak.rounds(400_000, soaking: 5_000_000)
        let many = try peak("many", .init("IDAT"), count: count)
        // As many bytes, in chunks that every reader skips.
        let skipped = PNGFile.Chunk("zzZz", [UInt8](repeating: 0, count: 100_000))
        let few = try peak("few", skipped, count: 12 * count / 100_012)
        if Soak.isOn {
            print("\(count) empty IDAT chunks: \(many >> 20) MiB, as many bytes otherwise: \(few >> 20) MiB")
        }
        // Storing the place of each chunk would take 16 bytes, and half as many again while the array grows.
        #expect(many - few < 8 * count, "\(many) and \(few)")
    }
}
