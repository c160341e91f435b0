import Foundation
import PackFormat
import TestSupport
import Testing
import ThemeSystem
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Packs that cannot be renamed")
struct FailedRenameTests {
    let packs: ReplacedPacks

    init() throws { packs = try ReplacedPacks() }

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
        try packs.restore(packs.old)
        var distribution = try Distribution(in: OutputPlace(folder: "\(packs.sandbox.path)/dist", for: "packs"))
        distribution.disk = refusingRenames()
        let problem = #expect(throws: UserError.self) {
            try distribution.write(packs.themes, from: MemoryFileSystem(), date: .earliest)
        }
        #expect(
            try Sentences.mismatch(problem?.sentence, of: "renames that fail for good", in: "output-folders") == nil)
        #expect(try packs.sandbox.listing(of: "dist") == packs.old)
    }

    @Test(
        "A backup that cannot be restored stays, the hint names it, and SHA256SUMS fits", arguments: [true, false])
    func backups(canBeMoved: Bool) throws {
        try packs.restore(packs.old)
        let real = DiskCalls()
        let links = AtomicInteger(0)
        var distribution = try Distribution(in: OutputPlace(folder: "\(packs.sandbox.path)/dist", for: "packs"))
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
            try distribution.write(packs.themes, from: MemoryFileSystem(), date: .earliest)
        }
        try packs.expectTrueChecksums("after the failure")
        let left = try packs.sandbox.listing(of: "dist")
        let kept = try #require(left.first { packs.old[$0.key] == nil })
        #expect(
            packs.old.values.contains(kept.value)
                && packs.old[kept.key.replacing(".old", with: "")] == (canBeMoved ? kept.value : nil))
        #expect(problem?.hint?.contains(kept.key) == true)
        let sentence = problem?.sentence.replacing(kept.key, with: "BACKUP")
        #expect(
            try Sentences.mismatch(
                sentence, of: "a backup that cannot be \(canBeMoved ? "linked" : "restored")", in: "output-folders")
                == nil)
        #expect(left.count == packs.old.count + 1)
    }

    @Test("On a disk without hard links the hint lists the replaced files")
    func withoutLinks() throws {
        try packs.restore(packs.old)
        var distribution = try Distribution(in: OutputPlace(folder: "\(packs.sandbox.path)/dist", for: "packs"))
        distribution.disk = refusingRenames()
        distribution.disk.link = { _, _ in -1 }
        let problem = #expect(throws: UserError.self) {
            try distribution.write(packs.themes, from: MemoryFileSystem(), date: .earliest)
        }
        try packs.expectTrueChecksums("after the failure")
        let changed = try packs.sandbox.listing(of: "dist").filter { packs.old[$0.key] != $0.value }.keys
            .filter { $0 != "SHA256SUMS" }
        #expect(changed.count == 1 && changed.allSatisfy { problem?.hint?.contains($0) == true })
    }
}
