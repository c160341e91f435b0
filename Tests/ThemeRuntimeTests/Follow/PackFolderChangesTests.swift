import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel

@testable import ThemeRuntime

@Suite("Following a folder of packs", .serialized)
struct PackFolderChangesTests {
    private let packs: VersionedPacks
    private let library = ThemeLibrary()

    init() throws { packs = try VersionedPacks() }

    @Test("The sequence reports the first look, and then every change of the folder", .timeLimit(.minutes(10)))
    func sequence() async throws {
        try packs.put(packs.build("year", "1.0.0", number: 1))
        var reports = library.follow(packs.folder, every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reports.next()?.description == "year 1.0.0 added")
        try packs.put(packs.build("year", "1.1.0", number: 2))
        #expect(await reports.next()?.description == "year 1.0.0 -> 1.1.0")
        // A problem is reported once, and files that are not packs are not reported at all.
        try packs.write([], as: "moon-1.0.0.themepack.zip")
        #expect(await reports.next()?.problems.count == 1)
        try packs.write([], as: "notes.txt")
        try packs.put(packs.build("moon", "1.0.0", number: 3), as: "moon-1.0.0.themepack.zip")
        #expect(await reports.next()?.description == "moon 1.0.0 added")
        #expect(try library.listing() == ["default 0.0.0-0 0", "moon 1.0.0 3", "year 1.1.0 2"])
    }

    @Test("The sequence follows a folder that is deleted and made again", .timeLimit(.minutes(10)))
    func deletedFolder() async throws {
        let path = "\(packs.folder.path)/inner"
        let folder = PackFolder(path)
        var reports = library.follow(folder, every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reports.next()?.problems.first?.path == path)
        try #require(mkdir(path, 0o700) == 0)
        let pack = try packs.build("year", "1.0.0", number: 1)
        try #require(link(pack, "\(path)/year.themepack.zip") == 0)
        var last: PackFolderReport?
        repeat { last = await reports.next() } while last?.changes.isEmpty == true
        #expect(last?.description == "year 1.0.0 added")
    }

    @Test(
        "The sequence mounts a pack when its permissions allow it", .enabled(if: geteuid() != 0),
        .timeLimit(.minutes(10)))
    func permissions() async throws {
        let pack = try packs.build("year", "1.0.0", number: 1)
        try #require(chmod(pack, 0) == 0)
        try packs.put(pack)
        var reports = library.follow(packs.folder, every: .milliseconds(5)).makeAsyncIterator()
        #expect(await reports.next()?.problems.count == 1)
        // A change of the mode leaves size and time as they are.
        try #require(chmod("\(packs.folder.path)/year-1.0.0.themepack.zip", 0o600) == 0)
        #expect(await reports.next()?.description == "year 1.0.0 added")
    }

    @Test("The sequence ends when its task is canceled", .timeLimit(.minutes(10)))
    func canceled() async throws {
        let sequence = library.follow(packs.folder, every: .seconds(3600))
        let task = Task {
            var count = 0
            for await _ in sequence { count += 1 }
            return count
        }
        try await Task.sleep(for: .milliseconds(20))
        task.cancel()
        #expect(await task.value == 0)
    }

    @Test("Threads that read during 1,000 swaps see whole swaps only", .timeLimit(.minutes(10)))
    func swaps() throws {
        let ids = try ["default", "moon", "year"].map { try ThemeID($0) }
        let built = try (0..<2).map { number in
            try ids.map { try packs.build($0.string, "1.\(number).0", number: number) }
        }
        let digests = try built.map { packs in
            try Dictionary(uniqueKeysWithValues: zip(ids, packs.map { try Self.image(of: ThemePack(mounting: $0)) }))
        }
        let names = ids.map { "\($0).themepack.zip" }
        for (pack, name) in zip(built[0], names) { try packs.put(pack, as: name) }
        #expect(library.sync(folder: packs.folder).changes.count == 3)
        let (library, done, group) = (library, Done(), DispatchGroup())
        // Threads, because readers that never pause would keep a task of the writer from running.
        for _ in 0..<3 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                var seen: Set<Int> = []
                while !done.flag.isRaised {
                    do {
                        seen.insert(try Self.number(of: library.snapshot, digests))
                    } catch {
                        Issue.record(error)
                        return
                    }
                }
                #expect(seen == [0, 1])
            }
        }
        for round in 1...1000 {
            for (pack, name) in zip(built[round % 2], names) { try packs.put(pack, as: name) }
            let report = library.sync(folder: packs.folder)
            #expect(report.changes.count == 3 && report.problems.isEmpty, "round \(round): \(report)")
        }
        done.flag.raise()
        group.wait()
    }

    /// Reads every theme of a snapshot, and expects all answers to be those of one number.
    ///
    /// - Parameter digests: those of the image, by number and theme.
    private static func number(of snapshot: ThemeSnapshot, _ digests: [[ThemeID: ContentDigest]]) throws -> Int {
        var numbers: Set<Int> = []
        for id in snapshot.ids {
            let theme = try #require(snapshot.theme(id))
            let number = try Int(#require(try theme.number("number")))
            numbers.insert(number)
            let image = try #require(try theme.image("a", scale: .one))
            #expect(try image.digest == digests[number][id] && image.bytes().count == image.byteCount)
            #expect(theme.version.minor == UInt64(number) && image.origin.theme == id)
        }
        #expect(numbers.count == 1, "a snapshot mixes two states of the folder")
        return try #require(numbers.first)
    }

    /// The digest of the image `a` in a pack.
    private static func image(of pack: ThemePack) throws -> ContentDigest {
        let library = ThemeLibrary()
        try library.updatePacks { packs throws(ThemeError) in packs[pack.theme.id] = pack }
        return try #require(try library.theme(pack.theme.id)?.image("a", scale: .one)).digest
    }

    @Test("Syncs of several threads end with what is in the folder", .timeLimit(.minutes(10)))
    func concurrentSyncs() async throws {
        let built = try (0..<2).map { try packs.build("year", "1.\($0).0", number: $0) }
        try packs.put(built[0], as: "year.themepack.zip")
        let (library, folder) = (library, packs.folder)
        for round in 1...100 {
            await withTaskGroup { group in
                for _ in 0..<4 { group.addTask { _ = library.sync(folder: folder) } }
                _ = try? packs.put(built[round % 2], as: "year.themepack.zip")
                group.addTask { _ = library.sync(folder: folder) }
            }
            #expect(try library.listing().last == "year 1.\(round % 2).0 \(round % 2)", "round \(round)")
        }
    }
}

/// Ends the readers.
private final class Done: Sendable {
    let flag = AtomicFlag()
}
