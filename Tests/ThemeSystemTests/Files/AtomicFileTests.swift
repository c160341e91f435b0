import Foundation
import ThemeSystem
import TestSupport
import Testing
import ThemeModel

/// The laws of everything that replaces a file.
@Suite("Files that are replaced in one step")
struct AtomicFileTests {
    let sandbox: Sandbox
    private var path: String { "\(sandbox.path)/file" }

    init() throws { sandbox = try Sandbox() }

    @Test("After a failure of any call the old file is there, and nothing else", arguments: [true, false])
    func failures(replaces: Bool) throws {
        if replaces { try sandbox.write("file", "old") }
        let before = try sandbox.listing()
        let probe = FaultyDisk(.error(ENOSPC), at: 0)
        try AtomicFile.replace(path, with: Array("new".utf8), on: probe.calls)
        #expect(try sandbox.listing() == ["file": Array("new".utf8)])
        // Create, write, synchronize, rename.
        #expect(probe.callCount == 4)
        for number in 1...probe.callCount {
            try? FileManager.default.removeItem(atPath: path)
            if replaces { try sandbox.write("file", "old") }
            let error = #expect(throws: SystemError.self) {
                try AtomicFile.replace(path, with: Array("new".utf8), on: FaultyDisk(.error(ENOSPC), at: number).calls)
            }
            #expect(error?.reason == "No space left on device")
            #expect(try sandbox.listing() == before, "call \(number)")
        }
    }

    @Test("After a loss of power at any call the file is the old one or the new one", arguments: 1...4)
    func stops(number: Int) throws {
        try sandbox.write("file", "old")
        #expect(throws: SystemError.self) {
            try AtomicFile.replace(path, with: Array("new".utf8), on: FaultyDisk(.stop, at: number).calls)
        }
        #expect(try sandbox.text("file") == "old")
        let others = try FileManager.default.contentsOfDirectory(atPath: sandbox.path).filter { $0 != "file" }
        #expect(others.allSatisfy(TemporaryName.matches))
    }

    @Test("A folder, a FIFO and a socket are not replaced", arguments: ["folder", "fifo"])
    func kinds(_ name: String) throws {
        try sandbox.write("folder/kept", "x")
        try #require(mkfifo("\(sandbox.path)/fifo", 0o600) == 0)
        let names = try FileManager.default.subpathsOfDirectory(atPath: sandbox.path)
        let error = #expect(throws: SystemError.self) {
            try AtomicFile.replace("\(sandbox.path)/\(name)", with: [1])
        }
        #expect(try Sentences.mismatch(error?.reason, of: "replacing a \(name)", in: "output-folders") == nil)
        #expect(try FileManager.default.subpathsOfDirectory(atPath: sandbox.path) == names)
    }

    @Test("A link is replaced, and its target stays")
    func link() throws {
        try sandbox.write("target", "kept")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "target")
        try AtomicFile.replace(path, with: Array("new".utf8))
        #expect(try sandbox.listing() == ["target": Array("kept".utf8), "file": Array("new".utf8)])
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil)
    }

    @Test("The permissions of a replaced file stay", arguments: [mode_t(0o600), 0o644, 0o755])
    func permissions(mode: mode_t) throws {
        try sandbox.write("file", "old")
        try #require(chmod(path, mode) == 0)
        try AtomicFile.replace(path, with: [1])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
    }

    // Root may write to every file.
    @Test("A file that is protected against writing stays", .enabled(if: geteuid() != 0))
    func protected() throws {
        try sandbox.write("file", "old")
        try #require(chmod(path, 0o444) == 0)
        #expect(throws: SystemError.self) { try AtomicFile.replace(path, with: [1]) }
        #expect(try sandbox.listing() == ["file": Array("old".utf8)])
    }

    @Test("A file that is freed unfinished is deleted, and so is one whose process is interrupted")
    func unfinished() throws {
        do {
            let file = try AtomicFile(at: path)
            try file.append([1, 2, 3])
        }
        #expect(try sandbox.listing().isEmpty)
        var disk = DiskCalls()
        disk.unfinished = UnfinishedFiles()
        let file = try AtomicFile(at: path, on: disk)
        try file.append([1, 2, 3])
        disk.unfinished.remove { _ in }
        #expect(try sandbox.listing().isEmpty)
        #expect(throws: SystemError.self) { try file.finish() }
        #expect(try sandbox.listing().isEmpty)
    }
}
