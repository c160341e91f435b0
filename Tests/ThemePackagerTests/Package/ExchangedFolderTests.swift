import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeSystem
import ThemeModel

@testable import ThemePackager
@testable import ThemeProject

/// Another process exchanges a folder for a link at each call between a check and the use of what was checked.
@Suite("Folders that become links during a run")
struct ExchangedFolderTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    // MARK: Reading

    /// Every file outside has other bytes than its twin in the project, and there is one that only exists outside.
    private func writeProject() throws -> Set<[UInt8]> {
        var files = ProjectFiles.sound
        files["themes/year/theme.json"] = files["themes/year/theme.json"]?.replacing(
            "\"version\"", with: "\"resources\": [\"fonts/*\"], \"version\"")
        files["themes/year/fonts/a.ttf"] = "a font"
        try files.write(to: sandbox, at: "project")
        var outside: Set<[UInt8]> = []
        for (path, bytes) in files.files {
            let other = path.hasSuffix(".png") ? PNGFile(8, 4, seed: 99).bytes : bytes + Array("\n \n".utf8)
            try sandbox.write("outside/\(path)", other)
            outside.insert(other)
            let folder = String(path.parentFolder)
            let name = "only-outside-\(folder.replacing("/", with: "-")).png"
            try sandbox.write("outside/\(folder)/\(name)", PNGFile(8, 4, seed: 98).bytes)
            outside.formUnion([Array(name.utf8), PNGFile(8, 4, seed: 98).bytes])
        }
        return outside
    }

    /// Verifies and packs the project. Returns the answers that only the files outside give.
    private func leaks(
        _ exchange: FolderExchange, refuses: Bool = true, outside: Set<[UInt8]>
    ) -> Set<[UInt8]> {
        let fileSystem = ExchangingFileSystem(DiskFileSystem(), exchange, refuses: refuses)
        do {
            let project = try Project(at: "\(sandbox.path)/project", in: fileSystem)
            let verification = try ProjectRun(of: project, .everything, jobs: 1).verifyForPackaging()
            let place = try OutputPlace(folder: "\(sandbox.path)/packs", for: "packs")
            _ = try Distribution(in: place).write(verification.themes, from: project.fileSystem, date: .earliest)
        } catch {
            // The run may end with an error.
        }
        exchange.restore()
        return exchange.answers.withLock { $0.intersection(outside) }
    }

    @Test(
        "No byte and no name from outside is read",
        arguments: ["assets", "themes", "themes/year", "themes/year/common"],
        [false, true])
    func reading(_ folder: String, endsAtNextCall: Bool) throws {
        let outside = try writeProject()
        func exchange(at number: Int) -> FolderExchange {
            FolderExchange(
                of: "\(sandbox.path)/project/\(folder)", for: "\(sandbox.path)/outside/\(folder)", at: number,
                endsAtNextCall: endsAtNextCall)
        }
        let probe = exchange(at: 0)
        #expect(leaks(probe, outside: outside) == [])
        #expect(probe.callCount > 20)
        var wouldLeak = false
        for number in 1...probe.callCount {
            #expect(leaks(exchange(at: number), outside: outside) == [], "call \(number)")
            if !wouldLeak { wouldLeak = !leaks(exchange(at: number), refuses: false, outside: outside).isEmpty }
        }
        #expect(wouldLeak)
    }

    @Test("A folder that themepack.json allows is read where its link led at the beginning")
    func allowedLink() throws {
        let outside = try writeProject()
        let (project, path) = ("\(sandbox.path)/project", "themes/year")
        try FileManager.default.moveItem(atPath: "\(project)/\(path)", toPath: "\(sandbox.path)/shared")
        try FileManager.default.createSymbolicLink(
            atPath: "\(project)/\(path)", withDestinationPath: "\(sandbox.path)/shared")
        try sandbox.write("project/themepack.json", "{\"links\": [\"themes/year\"]}")
        func exchange(at number: Int) -> FolderExchange {
            FolderExchange(of: "\(sandbox.path)/shared", for: "\(sandbox.path)/outside/\(path)", at: number)
        }
        let probe = exchange(at: 0)
        #expect(leaks(probe, outside: outside) == [])
        #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/packs/year-1.2.0.themepack.zip"))
        // The first calls find out where the link leads.
        for number in 12...probe.callCount {
            #expect(leaks(exchange(at: number), outside: outside) == [], "call \(number)")
        }
    }

    // MARK: Writing

    /// A way to write into `out`.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let write: @Sendable (_ out: OutputPlace, DiskCalls) throws -> Void
    }

    static let ways = [
        Way(testDescription: "a file") { out, disk in
            let file = try OutputFile(at: try out.file("in/a"), on: disk)
            try file.append([1])
            try file.finish()
        },
        Way(testDescription: "files in new folders") { out, disk in
            try OutputFiles.write(["in/a", "in/kept", "in/new/b"].map { (try out.file($0), [1]) }, on: disk)
        },
        Way(testDescription: "a locked folder") { out, disk in
            let folder = try OutputFolder(
                try out.folder("in"), containing: "more", on: disk)
            folder.keep()
        },
        Way(testDescription: "packs") { out, disk in
            var distribution = Distribution(in: try out.folder("in"))
            distribution.disk = disk
            let packs = try distribution.write(
                try Packs.themes(ProjectFiles.sound), from: MemoryFileSystem(), date: .earliest)
            _ = try distribution.prune(keeping: Array(packs.dropLast()), themes: [])
            _ = try distribution.deletePacks(dryRun: false)
        },
    ]

    @Test("Nothing is written, replaced or deleted outside", arguments: ways, ["out", "out/in"])
    func writing(_ way: Way, _ folder: String) throws {
        func run(at number: Int, endsAtNextCall: Bool = false) throws -> Int {
            for name in ["out", "outside"] { try? FileManager.default.removeItem(atPath: "\(sandbox.path)/\(name)") }
            try sandbox.write("out/in/kept", "inside")
            for folder in ["outside", "outside/in"] {
                for name in ["kept", "SHA256SUMS", "default-1.0.0.themepack.zip", ".themepack-1f.tmp"] {
                    try sandbox.write("\(folder)/\(name)", "outside")
                }
            }
            let before = try sandbox.listing(of: "outside")
            let exchange = FolderExchange(
                of: "\(sandbox.path)/\(folder)", for: "\(sandbox.path)/outside", at: number,
                endsAtNextCall: endsAtNextCall)
            try? way.write(try OutputPlace(folder: "\(sandbox.path)/out", for: "files"), exchange.calls)
            #expect(try sandbox.listing(of: "outside") == before, "call \(number)")
            exchange.restore()
            try? FileManager.default.removeItem(atPath: "\(sandbox.path)/\(folder)-away")
            return exchange.callCount
        }
        let count = try run(at: 0)
        for number in 1..<count + 1 {
            for endsAtNextCall in [false, true] { _ = try run(at: number, endsAtNextCall: endsAtNextCall) }
        }
    }
}
