import ContentHashing
import PackFormat
import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import ThemePackager
@testable import ThemeProject

@Suite("Faults while packs are written")
struct FaultTests {
    let sandbox: Sandbox
    let old: [String: [UInt8]]
    let new: [String: [UInt8]]
    let themes: [VerifiedTheme]

    /// Two packs, of which one has several pieces.
    private static func project(_ shade: UInt8) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            project["themes/year/theme.json"] =
                #"{"id": "year", "version": "1.2.0", "imageNamePrefix": "year_", "resources": ["*.bin"]}"#
            project["themes/year/config.json"] = nil
            for name in 1...4 { project.files["themes/year/\(name).bin"] = [UInt8](repeating: shade, count: 300_000) }
            project.files["assets/common/button.png"] = PNGFile(44, 22, shade: shade).bytes
        }
    }

    init() throws {
        sandbox = try Sandbox()
        let themes = try [1, 2].map { try Packs.themes(Self.project($0)) }
        let listings = try themes.map { themes in
            let sandbox = try Sandbox()
            _ = try Distribution(folder: "\(sandbox.path)/dist").write(
                themes, from: MemoryFileSystem(), date: .earliest)
            return try sandbox.listing(of: "dist")
        }
        (self.themes, old, new) = (themes[1], listings[0], listings[1])
    }

    private func restore(_ files: [String: [UInt8]]) throws {
        try? FileManager.default.removeItem(atPath: "\(sandbox.path)/dist")
        for (name, bytes) in files { try sandbox.write("dist/\(name)", bytes) }
    }

    private func write(on disk: FaultyDisk, inspection: Distribution.PackCheck? = nil) throws {
        var distribution = Distribution(folder: "\(sandbox.path)/dist")
        distribution.disk = disk.calls
        _ = try distribution.write(themes, from: MemoryFileSystem(), date: .earliest, packCheck: inspection)
    }

    /// Expects that `SHA256SUMS` lists no file with another digest than its own.
    private func expectTrueChecksums(_ comment: String, at location: SourceLocation = #_sourceLocation) throws {
        let files = try sandbox.listing(of: "dist")
        for line in String(decoding: files["SHA256SUMS"] ?? [], as: UTF8.self).split(separator: "\n") {
            let (digest, name) = (line.prefix(64), String(line.dropFirst(66)))
            guard let bytes = files[name] else { continue }
            #expect(ContentDigest(of: bytes).description == digest, "\(name), \(comment)", sourceLocation: location)
        }
    }

    private func callCount(_ fault: FaultyDisk.Fault, from before: [String: [UInt8]]) throws -> Int {
        try restore(before)
        let disk = FaultyDisk(fault, at: 0)
        try write(on: disk)
        #expect(try sandbox.listing(of: "dist") == new)
        return disk.callCount
    }

    @Test(
        "A failed call leaves the previous files, and the message gives the reason",
        arguments: [ENOSPC, EIO, EDQUOT, EACCES, EROFS],
        [true, false])
    func errors(_ code: Int32, isFirstBuild: Bool) throws {
        let before = isFirstBuild ? [:] : old
        let calls = try callCount(.error(code), from: before)
        #expect(calls > 12)
        for number in 1...calls {
            try restore(before)
            #expect {
                try write(on: FaultyDisk(.error(code), at: number))
            } throws: { error in
                let problem = error as? UserError
                return problem?.message.contains(String(cString: strerror(code))) == true
                    && problem?.path?.hasPrefix("\(sandbox.path)/dist") == true && problem?.hint != nil
            }
            let left = try sandbox.listing().filter { $0.key != "dist" || isFirstBuild }
            #expect(left == Dictionary(uniqueKeysWithValues: before.map { ("dist/" + $0, $1) }), "call \(number)")
        }
        if Soak.isOn { print("a disk that fails: \(calls) calls") }
    }

    @Test("The disk gets the names in the order in which they fit each other", arguments: [true, false])
    func order(isFirstBuild: Bool) throws {
        try restore(isFirstBuild ? [:] : old)
        let (real, log) = (DiskCalls(), CallLog())
        var distribution = Distribution(folder: "\(sandbox.path)/dist")
        distribution.disk.synchronizeNames = { folder in log.add("sync \(folder.suffix(4))") }
        distribution.disk.rename = { from, to in
            log.add(to.hasSuffix("SHA256SUMS") ? "list" : "pack")
            return real.rename(from, to)
        }
        _ = try distribution.write(themes, from: MemoryFileSystem(), date: .earliest)
        let packs = [String](repeating: "pack", count: themes.count)
        let expected = (isFirstBuild ? [] : ["list", "sync dist"]) + packs + ["sync dist", "list"]
        #expect(Array(log.lines.prefix(expected.count)) == expected)
    }

    private final class CallLog: Sendable {
        private let stored = Lock<[String]>([])

        var lines: [String] { stored.withLock { $0 } }

        func add(_ line: String) { stored.withLock { $0.append(line) } }
    }

    /// A disk that renames `SHA256SUMS` and the first pack. All later renames fail, except those to `.old`.
    private func refusingRenames(exceptOld: Bool = false) -> DiskCalls {
        let real = DiskCalls()
        let count = AtomicInteger(0)
        var disk = DiskCalls()
        disk.rename = { from, to in
            if count.add(1) <= 2 || (exceptOld && to.hasSuffix(".old")) { return real.rename(from, to) }
            errno = EIO
            return -1
        }
        return disk
    }

    @Test("If renames fail for good, the former files are put back by links")
    func renamesFail() throws {
        try restore(old)
        var distribution = Distribution(folder: "\(sandbox.path)/dist")
        distribution.disk = refusingRenames()
        let problem = #expect(throws: UserError.self) {
            try distribution.write(themes, from: MemoryFileSystem(), date: .earliest)
        }
        #expect(problem?.hint == "nothing was changed; check its permissions")
        #expect(try sandbox.listing(of: "dist") == old)
    }

    @Test(
        "A backup that cannot be restored stays, the hint names it, and SHA256SUMS fits", arguments: [true, false])
    func backups(canBeMoved: Bool) throws {
        try restore(old)
        let real = DiskCalls()
        let links = AtomicInteger(0)
        var distribution = Distribution(folder: "\(sandbox.path)/dist")
        distribution.disk = refusingRenames(exceptOld: canBeMoved)
        // The backups are made, but cannot be linked back.
        distribution.disk.link = { from, to in
            if to.hasSuffix(".tmp") { return real.link(from, to) }
            links.add(1)
            errno = EIO
            return -1
        }
        distribution.disk.unlink = { path in
            if !path.hasSuffix(".zip") { return real.unlink(path) }
            errno = EIO
            return -1
        }
        let problem = #expect(throws: UserError.self) {
            try distribution.write(themes, from: MemoryFileSystem(), date: .earliest)
        }
        try expectTrueChecksums("after the failure")
        let left = try sandbox.listing(of: "dist")
        let kept = try #require(left.first { old[$0.key] == nil })
        #expect(
            old.values.contains(kept.value)
                && old[kept.key.replacing(".old", with: "")] == (canBeMoved ? kept.value : nil))
        #expect(problem?.hint?.contains(kept.key) == true)
        #expect(problem?.hint?.contains("before the next build") == !canBeMoved)
        #expect(left.count == old.count + 1)
    }

    @Test("On a disk without hard links the hint lists the replaced files")
    func withoutLinks() throws {
        try restore(old)
        var distribution = Distribution(folder: "\(sandbox.path)/dist")
        distribution.disk = refusingRenames()
        distribution.disk.link = { _, _ in -1 }
        let problem = #expect(throws: UserError.self) {
            try distribution.write(themes, from: MemoryFileSystem(), date: .earliest)
        }
        try expectTrueChecksums("after the failure")
        let changed = try sandbox.listing(of: "dist").filter { old[$0.key] != $0.value }.keys
            .filter { $0 != "SHA256SUMS" }
        #expect(changed.count == 1 && changed.allSatisfy { problem?.hint?.contains($0) == true })
    }

    @Test(
        "A disk that stops at any call has each file old or new, and the next build cleans up",
        arguments: [true, false])
    func deaths(isFirstBuild: Bool) throws {
        let before = isFirstBuild ? [:] : old
        let calls = try callCount(.stop, from: before)
        if Soak.isOn { print("a disk that dies: \(calls) calls") }
        for number in 1...calls {
            try restore(before)
            try? write(on: FaultyDisk(.stop, at: number))
            if FileManager.default.fileExists(atPath: "\(sandbox.path)/dist") {
                try expectTrueChecksums("call \(number)")
                for (name, bytes) in try sandbox.listing(of: "dist") where name.hasSuffix(".zip") {
                    #expect(bytes == before[name] || bytes == new[name], "\(name) after call \(number)")
                }
            }
            try write(on: FaultyDisk(.stop, at: 0))
            #expect(try sandbox.listing(of: "dist") == new, "after call \(number)")
        }
    }

    @Test(
        "A verified source that cannot be read again is an error, and the previous files stay",
        arguments: [
            FileError.missing, .notPermitted, .notRegular("a FIFO"), .system("Input/output error"), .linkLoop,
        ])
    func sources(_ problem: FileError) throws {
        try restore(old)
        let bytes = VerifiedBytes([UInt8](repeating: 7, count: 1000), keeping: MemoryBudget(0))
        var files = MemoryFileSystem()
        files["/x"] = .refused(problem)
        let theme = VerifiedTheme(
            manifest: ThemeManifest(id: ThemeID("year"), name: "", version: try SemanticVersion("1.0.0")),
            settings: nil, contractDigest: bytes.digest, images: [],
            resources: [.init(path: try PortablePath("x.bin"), content: bytes, location: "/x")],
            trees: try Packs.trees())
        let themes = themes + [theme]
        let thrown = #expect(throws: UserError.self) {
            try Distribution(folder: "\(sandbox.path)/dist").write(themes, from: files, date: .earliest)
        }
        #expect(thrown?.message == "its source \(problem.explanation)" && thrown?.hint == problem.hint)
        #expect(thrown?.path?.hasSuffix("x.bin") == true)
        #expect(try sandbox.listing(of: "dist") == old)
    }

    @Test("A pack that fails its check is not renamed")
    func inspection() throws {
        try restore(old)
        let seen = Lock<[String]>([])
        #expect {
            try write(on: FaultyDisk(.stop, at: 0)) { path, contents in
                seen.withLock { $0.append(path) }
                return contents.theme.id.string == "year" ? "it does not please" : nil
            }
        } throws: { error in
            let problem = error as? UserError
            return problem?.path == "\(sandbox.path)/dist/year-1.2.0.themepack.zip"
                && problem?.message == "the written pack cannot be used: it does not please"
        }
        #expect(seen.withLock { $0.count } == 2 && seen.withLock { $0.allSatisfy { $0.hasSuffix(".tmp") } })
        #expect(try sandbox.listing(of: "dist") == old)
    }

    @Test("Temporary files of a killed build are removed, other files are not")
    func leftovers() throws {
        try restore(old)
        for name in [".themepack-1f.tmp", ".themepack-.tmp"] { try sandbox.write("dist/\(name)", "x") }
        let others = [".themepack", "a.tmp", ".themepack-1f.tmp2", "themepack-1f.tmp", ".year.123.tmp"]
        for name in others { try sandbox.write("dist/\(name)", "x") }
        try write(on: FaultyDisk(.stop, at: 0))
        #expect(try sandbox.listing(of: "dist").keys.sorted() == (new.keys + others).sorted())
    }

    @Test("Unfinished files are removed before the process ends")
    func interruption() throws {
        try restore(old)
        let unfinished = UnfinishedFiles()
        var distribution = Distribution(folder: "\(sandbox.path)/dist/new/er", unfinished: unfinished)
        let left = Lock<[String]>([])
        let folder = "\(sandbox.path)/dist"
        distribution.disk.synchronize = { _ in
            unfinished.remove {
                left.withLock { $0 = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? ["?"] }
            }
            return 0
        }
        _ = try? distribution.write(themes, from: MemoryFileSystem(), date: .earliest)
        #expect(left.withLock { $0.sorted() } == old.keys.sorted())
    }

    @Test("A theme of more than four gigabytes is rejected, and the folder does not change")
    func tooLarge() throws {
        let piece = VerifiedBytes([UInt8](repeating: 7, count: 16 << 20), keeping: MemoryBudget(0))
        func theme(_ count: Int) throws -> VerifiedTheme {
            VerifiedTheme(
                manifest: ThemeManifest(id: ThemeID("year"), name: "", version: try SemanticVersion("1.0.0")),
                settings: nil, contractDigest: piece.digest, images: [],
                resources: try (0..<count).map {
                    .init(path: try PortablePath("\(1000 + $0).bin"), content: piece, location: "")
                }, trees: try Packs.trees())
        }
        #expect(try PackPlan(for: theme(255)).length > 255 << 24)
        try restore(old)
        #expect {
            try Distribution(folder: "\(sandbox.path)/dist").write(
                themes + [theme(256)], from: MemoryFileSystem(), date: .earliest)
        } throws: { error in
            let problem = error as? UserError
            return problem?.path == "year" && problem?.hint != nil
                && problem?.message.contains("at most 4294967294 can be packed") == true
        }
        #expect(try sandbox.listing(of: "dist") == old)
    }
}
