import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Faults while packs are written")
struct FaultTests {
    let packs: ReplacedPacks

    init() throws { packs = try ReplacedPacks() }

    private func callCount(_ fault: FaultyDisk.Fault, from before: [String: [UInt8]]) throws -> Int {
        try packs.restore(before)
        let disk = FaultyDisk(fault, at: 0)
        try packs.write(on: disk)
        #expect(try packs.sandbox.listing(of: "dist") == packs.new)
        return disk.callCount
    }

    @Test(
        "A failed call leaves the previous files, and the message gives the reason",
        arguments: [ENOSPC, EIO, EDQUOT, EACCES, EROFS],
        [true, false])
    func errors(_ code: Int32, isFirstBuild: Bool) throws {
        let before = isFirstBuild ? [:] : packs.old
        let calls = try callCount(.error(code), from: before)
        #expect(calls > 12)
        for number in 1...calls {
            try packs.restore(before)
            #expect {
                try packs.write(on: FaultyDisk(.error(code), at: number))
            } throws: { error in
                let problem = error as? UserError
                return problem?.message.contains(String(cString: strerror(code))) == true
                    && problem?.path?.hasPrefix("\(packs.sandbox.path)/dist") == true && problem?.hint != nil
            }
            let left = try packs.sandbox.listing().filter { $0.key != "dist" || isFirstBuild }
            #expect(left == Dictionary(uniqueKeysWithValues: before.map { ("dist/" + $0, $1) }), "call \(number)")
        }
        if Soak.isOn { print("a disk that fails: \(calls) calls") }
    }

    @Test("The disk gets the names in the order in which they fit each other", arguments: [true, false])
    func order(isFirstBuild: Bool) throws {
        try packs.restore(isFirstBuild ? [:] : packs.old)
        let (real, log) = (DiskCalls(), CallLog())
        var distribution = try Distribution(in: OutputPlace(folder: "\(packs.sandbox.path)/dist", for: "packs"))
        distribution.disk.synchronizeNames = { folder in log.add("sync \(folder.suffix(4))") }
        distribution.disk.rename = { from, to in
            log.add(to.hasSuffix("SHA256SUMS") ? "list" : "pack")
            return real.rename(from, to)
        }
        _ = try distribution.write(packs.themes, from: MemoryFileSystem(), date: .earliest)
        let names = [String](repeating: "pack", count: packs.themes.count)
        let expected = (isFirstBuild ? [] : ["list", "sync dist"]) + names + ["sync dist", "list"]
        #expect(Array(log.lines.prefix(expected.count)) == expected)
    }

    private final class CallLog: Sendable {
        private let stored = Lock<[String]>([])

        var lines: [String] { stored.withLock { $0 } }

        func add(_ line: String) { stored.withLock { $0.append(line) } }
    }

    @Test(
        "A disk that stops at any call has each file old or new, and the next build cleans up",
        arguments: [true, false])
    func deaths(isFirstBuild: Bool) throws {
        let before = isFirstBuild ? [:] : packs.old
        let calls = try callCount(.stop, from: before)
        if Soak.isOn { print("a disk that dies: \(calls) calls") }
        for number in 1...calls {
            try packs.restore(before)
            try? packs.write(on: FaultyDisk(.stop, at: number))
            if FileManager.default.fileExists(atPath: "\(packs.sandbox.path)/dist") {
                try packs.expectTrueChecksums("call \(number)")
                for (name, bytes) in try packs.sandbox.listing(of: "dist") where name.hasSuffix(".zip") {
                    #expect(bytes == before[name] || bytes == packs.new[name], "\(name) after call \(number)")
                }
            }
            try packs.write(on: FaultyDisk(.stop, at: 0))
            #expect(try packs.sandbox.listing(of: "dist") == packs.new, "after call \(number)")
        }
    }

    @Test("Temporary files of a killed build are removed, other files are not")
    func leftovers() throws {
        try packs.restore(packs.old)
        for name in [".themepack-1f.tmp", ".themepack-.tmp"] { try packs.sandbox.write("dist/\(name)", "x") }
        let others = [".themepack", "a.tmp", ".themepack-1f.tmp2", "themepack-1f.tmp", ".year.123.tmp"]
        for name in others { try packs.sandbox.write("dist/\(name)", "x") }
        try packs.write(on: FaultyDisk(.stop, at: 0))
        #expect(try packs.sandbox.listing(of: "dist").keys.sorted() == (packs.new.keys + others).sorted())
    }

    @Test("Unfinished files are removed before the process ends")
    func interruption() throws {
        try packs.restore(packs.old)
        let unfinished = UnfinishedFiles()
        var distribution = try Distribution(
            in: OutputPlace(folder: "\(packs.sandbox.path)/dist/new/er", for: "packs"))
        distribution.disk.unfinished = unfinished
        let left = Lock<[String]>([])
        let folder = "\(packs.sandbox.path)/dist"
        distribution.disk.synchronize = { _ in
            unfinished.remove { _ in
                left.withLock { $0 = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? ["?"] }
            }
            return 0
        }
        _ = try? distribution.write(packs.themes, from: MemoryFileSystem(), date: .earliest)
        #expect(left.withLock { $0.sorted() } == packs.old.keys.sorted())
    }
}
