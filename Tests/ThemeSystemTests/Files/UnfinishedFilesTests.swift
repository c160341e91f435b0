import Dispatch
import Foundation
import ThemeSystem
import TestSupport
import Testing

@testable import ThemeModel

@Suite("Unfinished files")
struct UnfinishedFilesTests {
    @Test("Removing waits for files that are being created, and deletes them")
    func creation() throws {
        let sandbox = try Sandbox()
        let unfinished = UnfinishedFiles()
        let began = DispatchSemaphore(value: 0)
        var disk = DiskCalls()
        disk.create = { [create = disk.create] path in
            began.signal()
            usleep(50_000)
            return create(path)
        }
        let path = "\(sandbox.path)/slow"
        let isDone = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { [disk] in
            close(unfinished.create(path, on: disk))
            isDone.signal()
        }
        began.wait()
        var isLeft: Bool?
        unfinished.remove { _ in isLeft = FileManager.default.fileExists(atPath: path) }
        #expect(isLeft == false)
        isDone.wait()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("No folder is created while a removal ends the process")
    func folders() throws {
        let sandbox = try Sandbox()
        let unfinished = UnfinishedFiles()
        let outer = "\(sandbox.path)/outer"
        for folder in [outer, "\(outer)/inner"] { #expect(unfinished.createFolder(folder) == 0) }
        let isDone = DispatchSemaphore(value: 0)
        unfinished.remove { _ in
            #expect(!FileManager.default.fileExists(atPath: outer))
            DispatchQueue.global().async {
                _ = unfinished.createFolder(outer)
                isDone.signal()
            }
            #expect(isDone.wait(timeout: .now() + .milliseconds(50)) == .timedOut)
        }
        isDone.wait()
        #expect(FileManager.default.fileExists(atPath: outer))
    }

    @Test("Threads create files at the same time")
    func threads() throws {
        let sandbox = try Sandbox()
        let unfinished = UnfinishedFiles()
        let paths = (0..<200).map { "\(sandbox.path)/\($0)" }
        DispatchQueue.concurrentPerform(iterations: paths.count) { close(unfinished.create(paths[$0])) }
        unfinished.keep(Array(paths.prefix(50)))
        unfinished.remove { _ in }
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: sandbox.path)) == Set((0..<50).map(String.init)))
    }

    #if os(Linux)
        @Test("Files that were replaced are deleted, also if a large one takes the last descriptor", arguments: [0, 1])
        func replaced(failures: Int) throws {
            let sandbox = try Sandbox()
            let names = ["small", "large", "other", "larger"]
            for name in names {
                try sandbox.write(name, [UInt8](repeating: 1, count: name.hasPrefix("l") ? 2 << 20 : 1))
            }
            let files = try names.map { try AtomicFile(resolved: "\(sandbox.path)/\($0)") }
            for file in files {
                try file.append([2])
                file.close()
            }
            var disk = DiskCalls()
            let left = AtomicInteger(failures)
            disk.unlink = { [unlink = disk.unlink] path in
                let isLarge = (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int ?? 0 > 1
                guard isLarge, left.add(-1) >= 0 else { return unlink(path) }
                errno = EMFILE
                return -1
            }
            try UnfinishedFiles.ofProcess.finish([files], on: disk)
            #expect(try sandbox.listing() == Dictionary(uniqueKeysWithValues: names.map { ($0, [2]) }))
            let isClosed = try blockUntil {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").allSatisfy {
                    let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                    return file?.contains(sandbox.path) != true
                }
            }
            #expect(isClosed)
        }
    #endif
}
