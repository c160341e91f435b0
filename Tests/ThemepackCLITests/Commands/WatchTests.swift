import Foundation
import TestSupport
import Testing

@Suite("Watching")
struct WatchTests {
    final class Watcher {
        let process = Process()
        private let log: String

        init(_ arguments: [String], in folder: String, log: String) throws {
            self.log = log
            _ = FileManager.default.createFile(atPath: log, contents: nil)
            process.executableURL = URL(fileURLWithPath: Tool.themepack)
            process.arguments = arguments
            process.currentDirectoryURL = URL(fileURLWithPath: folder)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle(forWritingAtPath: log)
            try process.run()
        }

        deinit { if process.isRunning { process.terminate() } }

        var text: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

        var runs: Int { text.components(separatedBy: "\nverified ").count - 1 + (text.hasPrefix("verified ") ? 1 : 0) }

        func interrupt() -> Int32 {
            process.interrupt()
            process.waitForEnd()
            return process.terminationStatus
        }
    }

    let sandbox: Sandbox
    static let image = "themes/year/common/year_button@2x.png"
    static let pack = "dist/year-1.2.0.themepack.zip"

    init() throws {
        sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
    }

    private func watch(_ arguments: String...) throws -> Watcher {
        let watcher = try Watcher(arguments, in: sandbox.path, log: "\(sandbox.path)/log")
        try #require(blockUntil { watcher.text.contains("watching for changes") }, "\(watcher.text)")
        return watcher
    }

    private func coldPack() throws -> [UInt8] {
        let result = try Tool.themepack("build", "--no-cache", "-o", "cold", in: sandbox.path)
        #expect(result.status == 0, "\(result)")
        return try sandbox.read("cold/year-1.2.0.themepack.zip")
    }

    @Test("verify --watch says which file has changed and which findings are gone")
    func fixed() throws {
        try sandbox.write(Self.image, PNGFile(90, 44, shade: 0x31).bytes)
        let watcher = try watch("verify", "--watch")
        try sandbox.write(Self.image, PNGFile(88, 44, shade: 0x31).bytes)
        let lines = ["changed: \(Self.image)\n", "fixed: \(Self.image) [image-dimensions]\n"]
        try #require(blockUntil { lines.allSatisfy(watcher.text.contains) }, "\(watcher.text)")
        #expect(!watcher.text.contains("\u{1B}"))
        #expect(watcher.interrupt() == 0)
    }

    @Test("build --watch: a change is built, an error leaves the last good pack, Ctrl-C ends it with 0")
    func build() throws {
        let watcher = try watch("build", "--watch")
        let first = try sandbox.read(Self.pack)
        try sandbox.write(Self.image, PNGFile(88, 44, shade: 0x31).bytes)
        try #require(try blockUntil { try sandbox.read(Self.pack) != first }, "\(watcher.text)")
        let second = try sandbox.read(Self.pack)
        #expect(try second == coldPack())

        try sandbox.write(Self.image, PNGFile(90, 44, shade: 0x31).bytes)
        try #require(blockUntil { watcher.text.contains("[image-dimensions]") }, "\(watcher.text)")
        #expect(try sandbox.read(Self.pack) == second)

        try sandbox.write("themepack.json", "{")
        try #require(blockUntil { watcher.text.contains("themepack.json:1:") }, "\(watcher.text)")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/themepack.json")
        try sandbox.write(Self.image, PNGFile(88, 44, shade: 0x32).bytes)
        try #require(try blockUntil { try sandbox.read(Self.pack) != second }, "\(watcher.text)")
        #expect(watcher.interrupt() == 0)
        #expect(try sandbox.read(Self.pack) == coldPack())
    }

    @Test("verify --watch: added and removed files and folders are noticed")
    func verify() throws {
        let watcher = try watch("verify", "--watch")
        func expect(_ problem: String, sourceLocation: SourceLocation = #_sourceLocation, _ change: () throws -> Void)
            throws
        {
            let runs = watcher.runs
            try change()
            try #require(
                blockUntil { watcher.runs > runs && watcher.text.hasSuffix(problem + "\n") }, "\(watcher.text)",
                sourceLocation: sourceLocation)
        }
        try expect(": 1 error, 0 warnings") { try sandbox.write("assets/new/deep/a.txt", "no image") }
        try expect(": 2 errors, 0 warnings") { try sandbox.write("assets/new/deep/b.txt", "no image") }
        try expect(": 0 errors, 0 warnings") {
            try FileManager.default.removeItem(atPath: "\(sandbox.path)/assets/new")
        }
        try expect("; up to date") {
            _ = try Tool.run("/usr/bin/touch", ["\(sandbox.path)/themes/year"])
        }
        #expect(watcher.interrupt() == 0)
    }

    /// Adds a file to a folder of the project, and expects a run that reports it.
    private func expectNotice(
        _ watcher: Watcher, of path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ends = [": 0 errors, 0 warnings\n", "; up to date\n", "Ctrl-C ends\n"]
        let isQuiet = { ends.contains(where: watcher.text.hasSuffix) }
        try #require(blockUntil(isQuiet), "\(watcher.text)", sourceLocation: sourceLocation)
        // The watches are set before the run that was just reported.
        try sandbox.write("\(path)/stray.txt", "no image")
        try #require(
            blockUntil { watcher.text.hasSuffix(": 1 error, 0 warnings\n") }, "\(watcher.text)",
            sourceLocation: sourceLocation)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/\(path)/stray.txt")
        try #require(
            blockUntil { watcher.text.hasSuffix(": 0 errors, 0 warnings\n") }, "\(watcher.text)",
            sourceLocation: sourceLocation)
    }

    private func move(_ from: String, _ to: String) throws {
        try FileManager.default.moveItem(atPath: "\(sandbox.path)/\(from)", toPath: "\(sandbox.path)/\(to)")
    }

    @Test("A link in place of a tree or a theme that is switched is noticed", arguments: ["assets", "themes/year"])
    func switchedLink(_ folder: String) throws {
        let path = "\(sandbox.path)/\(folder)"
        try move(folder, "one")
        try FileManager.default.copyItem(atPath: "\(sandbox.path)/one", toPath: "\(sandbox.path)/two")
        let back = folder == "assets" ? "" : "../"
        #expect(symlink("\(back)one", path) == 0)
        let watcher = try watch("verify", "--watch")
        try expectNotice(watcher, of: "one")
        try sandbox.write("two/stray.txt", "no image")
        #expect(symlink("\(back)two", path + ".new") == 0 && rename(path + ".new", path) == 0)
        try #require(blockUntil { watcher.text.hasSuffix(": 1 error, 0 warnings\n") }, "\(watcher.text)")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/two/stray.txt")
        try expectNotice(watcher, of: "two")
        #expect(watcher.interrupt() == 0)
    }

    @Test("A folder above a tree that is deleted and made again is noticed")
    func parents() throws {
        try sandbox.write("design/a", "x")
        try move("assets", "design/assets")
        try sandbox.write("themepack.json", #"{"assets": "design/assets"}"#)
        let watcher = try watch("verify", "--watch")
        try expectNotice(watcher, of: "design/assets")
        try move("design", "saved")
        try #require(blockUntil { watcher.text.contains("design/assets: error: does not exist") }, "\(watcher.text)")
        try sandbox.write("design/b", "x")
        Thread.sleep(forTimeInterval: 0.2)
        try move("saved/assets", "design/assets")
        try expectNotice(watcher, of: "design/assets")
        #expect(watcher.interrupt() == 0)
    }

    @Test("A project that is deleted and made again is noticed")
    func project() throws {
        try ProjectFiles.sound.write(to: sandbox, at: "inner")
        let watcher = try Watcher(
            ["verify", "--watch", "-C", "inner"], in: sandbox.path, log: "\(sandbox.path)/log")
        try #require(blockUntil { watcher.text.contains("watching for changes") }, "\(watcher.text)")
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/inner")
        try #require(blockUntil { watcher.text.contains("no project here") }, "\(watcher.text)")
        try ProjectFiles.sound.write(to: sandbox, at: "inner")
        try expectNotice(watcher, of: "inner/assets")
        #expect(watcher.interrupt() == 0)
    }

    @Test("The baseline is watched in any folder, even if themepack.json begins to name it")
    func baseline() throws {
        let accepting = """
            {"version": 1, "findings": [{"rule": "image-dimensions", "path": "\(Self.image)", "actual": "90x44"},
              {"rule": "image-scale", "path": "\(Self.image)", "actual": "90x44"}]}
            """
        try sandbox.write(Self.image, PNGFile(90, 44, shade: 9).bytes)
        let watcher = try watch("verify", "--watch")
        try sandbox.write("themepack.json", #"{"baseline": "ci/main/baseline.json"}"#)
        try #require(blockUntil { watcher.text.hasSuffix(": 1 error, 1 warning\n") }, "\(watcher.text)")
        for text in [accepting, #"{"version": 1, "findings": []}"#, accepting] {
            try sandbox.write("ci/main/baseline.json", text)
            let end = text == accepting ? ": 0 errors, 0 warnings\n" : ": 1 error, 0 warnings\n"
            try #require(blockUntil { watcher.text.hasSuffix(end) }, "\(watcher.text)")
        }
        #expect(watcher.interrupt() == 0)
    }

    @Test("A burst of changes is one run, which waits for half-written files")
    func burst() throws {
        let watcher = try watch("verify", "--watch")
        let runs = watcher.runs
        let path = "\(sandbox.path)/\(Self.image)"
        let bytes = PNGFile(88, 44, shade: 0x81).bytes
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try #require(FileHandle(forWritingAtPath: path))
        for piece in [bytes.prefix(100), bytes.dropFirst(100)] {
            try file.write(contentsOf: Data(piece))
            Thread.sleep(forTimeInterval: 0.1)
        }
        try file.close()
        try #require(
            blockUntil { watcher.runs > runs && watcher.text.hasSuffix(": 0 errors, 0 warnings\n") }, "\(watcher.text)")
        Thread.sleep(forTimeInterval: 0.3)
        // A run may still be under way.
        try #require(blockUntil { watcher.text.hasSuffix(": 0 errors, 0 warnings\n") }, "\(watcher.text)")
        #expect(watcher.runs <= runs + 2, "\(watcher.text)")
        #expect(watcher.interrupt() == 0)
    }

    @Test(
        "Packs and --check cannot be watched",
        arguments: [["build", "--check", "--watch"], ["verify", "--watch", "log.zip"]])
    func usage(_ arguments: [String]) throws {
        try sandbox.write("log.zip", "x")
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path)
        #expect(result.status == 64 && result.errors.contains("--watch"), "\(result)")
    }
}
