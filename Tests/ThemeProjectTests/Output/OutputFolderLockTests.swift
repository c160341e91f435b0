import Dispatch
import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemeProject

@Suite("Folders that one process writes at a time")
struct OutputFolderLockTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private var path: String { "\(sandbox.path)/new" }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private func locked() throws -> OutputFolder {
        try OutputFolder(try OutputPlace(folder: path, for: "files"), containing: "files")
    }

    @Test("New folders stay if they are kept or have files", arguments: [true, false], [true, false])
    func newFolders(isKept: Bool, hasFile: Bool) throws {
        var folder: OutputFolder? = try locked()
        #expect(exists("\(path)/files"))
        if hasFile { try sandbox.write("new/x", "x") }
        if isKept { folder?.keep() }
        folder = nil
        #expect(exists("\(path)/files") == isKept && exists(path) == (isKept || hasFile))
    }

    @Test("An existing folder stays")
    func existing() throws {
        try sandbox.write("new/files/x", "x")
        do { _ = try locked() }
        #expect(exists("\(path)/files/x"))
    }

    @Test("A folder that cannot be created is named, and its new parents are deleted")
    func obstacle() throws {
        try sandbox.write("file", "x")
        for name in ["file", "file/new"] {
            let path = "\(sandbox.path)/\(name)"
            let error = #expect(throws: UserError.self) {
                try OutputFolder(
                    try OutputPlace(folder: path, for: "files"), containing: "files")
            }
            #expect(error?.path == path)
            #expect(
                try Sentences.mismatch(
                    error?.sentence, of: "a folder at \(name), where file is a file", in: "output-folders") == nil)
        }
        #expect(try sandbox.listing() == ["file": Array("x".utf8)])
    }

    /// The number of this process's descriptors of the folder.
    private func openCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.hasSuffix(path) == true
        }
    }

    @Test(
        "Another run waits, and has the folder even if the first one deletes it",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")), arguments: [true, false])
    func waiting(isKept: Bool) throws {
        var first: OutputFolder? = try locked()
        let isFreed = AtomicFlag()
        let isDone = DispatchSemaphore(value: 0)
        let second = Lock<(waited: Bool, excludes: Bool, wrote: Bool)?>(nil)
        DispatchQueue.global().async { [path] in
            let folder = try? OutputFolder(
                try OutputPlace(folder: path, for: "files"), containing: "files")
            let waited = isFreed.isRaised
            let third = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            let excludes = flock(third, LOCK_EX | LOCK_NB) != 0
            close(third)
            let wrote = FileManager.default.createFile(atPath: "\(path)/files/x", contents: nil)
            folder?.keep()
            second.withLock { $0 = (waited, excludes, wrote) }
            isDone.signal()
        }
        try #require(try blockUntil { try openCount() >= 2 })
        if isKept { first?.keep() }
        isFreed.raise()
        first = nil
        isDone.wait()
        let result = try #require(second.withLock { $0 })
        #expect(result == (true, true, true))
        #expect(exists("\(path)/files/x"))
    }
}
