import Foundation
import TestSupport
import Testing
import ThemeModel

@testable import PackFormat
@testable import ThemePackager
@testable import ThemeProject

@Suite("Observations of a run")
struct ObservationsTests {
    let sandbox: Sandbox
    let disk = DiskFileSystem()

    init() throws { sandbox = try Sandbox() }

    private func observe(_ folder: String, _ paths: [String]) throws -> Observations {
        let observing = ObservingFileSystem(disk, root: sandbox.path)
        // Younger stamps have not settled.
        Thread.sleep(forTimeInterval: 0.05)
        _ = try observing.entries(of: folder)
        for path in paths { try #require(observing.stamp(of: path) != nil) }
        return try #require(observing.finish())
    }

    private func isCurrent(_ observations: Observations, jobs: Int = 2) -> Bool {
        observations.compare(in: disk, root: sandbox.path, jobs: jobs).areCurrent
    }

    @Test("A folder's stamps are those of its files; links and folders have none")
    func stamps() throws {
        for name in ["a", "b", "é"] { try sandbox.write("folder/\(name)", Array(name.utf8)) }
        try sandbox.write("folder/inner/c", [1])
        let folder = "\(sandbox.path)/folder"
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "a")
        let entries = try disk.stampedEntries(of: folder)
        #expect(try entries.map(\.entry) == disk.entries(of: folder))
        let stamped = entries.filter { $0.stamp != nil }.map { String(decoding: $0.entry.name, as: UTF8.self) }
        #expect(stamped.sorted() == ["a", "b", "é"])
        for (entry, stamp) in entries {
            #expect(disk.stamp(of: "\(folder)/\(String(decoding: entry.name, as: UTF8.self))") == stamp)
        }
        for path in ["missing", "a/b", "", "missing/a"] { #expect(disk.stamp(of: "\(folder)/\(path)") == nil) }
    }

    @Test("Each file of a folder of any size is observed")
    func everyFileCounts() throws {
        let elsewhere = try Sandbox()
        let names = (0..<600).map { "assets/large/\($0).png" }
        for name in names { try sandbox.write(name, Array(name.utf8)) }
        let others = ["\(sandbox.path)/themepack.json", "\(elsewhere.path)/shared/x.png"]
        for number in [0, 255, 256, 599] {
            try sandbox.write("themepack.json", [1])
            try elsewhere.write("shared/x.png", [2])
            try expectThatCounts(names[number], besides: others, and: others[number % 2])
        }
    }

    /// Changes the first file and deletes the last one.
    private func expectThatCounts(_ name: String, besides others: [String], and other: String) throws {
        let folder = "\(sandbox.path)/assets/large"
        let observations = try observe(folder, others)

        var writer = ByteWriter()
        observations.write(to: &writer)
        var reader = CacheReader(writer.bytes)
        let read = try Observations(from: &reader)
        #expect(reader.isAtEnd)
        for jobs in [1, 3] { #expect(isCurrent(read, jobs: jobs)) }

        try sandbox.write(name, Array("another".utf8))
        #expect(!isCurrent(read), "\(name)")
        let rest = try observe(folder, others)
        #expect(isCurrent(rest))
        try FileManager.default.removeItem(atPath: other)
        #expect(!isCurrent(rest), "\(other)")
    }

    @Test("A file that is read is observed, in a listed folder by the folder's answer")
    func reading() throws {
        for isListed in [false, true] {
            try sandbox.write("folder/a", [1])
            let path = "\(sandbox.path)/folder/a"
            let observing = ObservingFileSystem(disk, root: sandbox.path)
            Thread.sleep(forTimeInterval: 0.05)
            if isListed { _ = try observing.entries(of: "\(sandbox.path)/folder") }
            #expect(try observing.read(path, limit: 1) == [1])
            let observations = try #require(observing.finish())
            #expect(isCurrent(observations))
            try sandbox.write("folder/a", [2])
            #expect(!isCurrent(observations))
        }
    }

    @Test("A run repeats the answers of the comparison before it, except stamps that had not settled")
    func remembering() throws {
        let folder = "\(sandbox.path)/folder"
        for name in ["a", "b"] { try sandbox.write("folder/\(name)", [1]) }
        let observations = try observe(folder, [])
        let (isSame, listings) = observations.compare(in: disk, root: sandbox.path, jobs: 1)
        #expect(isSame)
        let known = try #require(disk.stamp(of: "\(folder)/a"))

        let image = KnownImage(
            stamp: known, facts: ImageFacts(size: PixelSize(width: 1, height: 1), hasAlpha: false), isSound: true)
        let observing = ObservingFileSystem(
            disk, root: sandbox.path, known: try KnownImages([image]), listings: listings)
        for name in ["a", "new"] { try sandbox.write("folder/\(name)", [1, 2]) }
        func records() throws -> [String: Int32?] {
            let entries = try observing.entries(of: folder).map { ($0.name, $0.record) }
            return Dictionary(uniqueKeysWithValues: entries.map { (String(decoding: $0, as: UTF8.self), $1) })
        }
        #expect(try records() == ["a": 0, "b": nil])
        #expect(try records() == ["a": nil, "b": nil, "new": nil])
        #expect(observing.record(of: "\(folder)/a") == nil)

        // Its stamp would settle after an hour.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: "\(folder)/new")
        #expect(observations.compare(in: disk, root: sandbox.path, jobs: 1).listings.isEmpty)
        _ = try records()
        #expect(observing.finish() == nil)
    }

    @Test("After a change the other folders are still read", arguments: [1, 2])
    func folders(jobs: Int) throws {
        let folders = (0..<20).map { "\(sandbox.path)/folder\($0)" }
        for number in folders.indices { try sandbox.write("folder\(number)/a", [1]) }
        let observing = ObservingFileSystem(disk, root: sandbox.path)
        Thread.sleep(forTimeInterval: 0.05)
        for folder in folders { _ = try observing.entries(of: folder) }
        let observations = try #require(observing.finish())
        try sandbox.write("folder0/new", [2])
        Thread.sleep(forTimeInterval: 0.05)
        let (isSame, listings) = observations.compare(in: disk, root: sandbox.path, jobs: jobs)
        #expect(!isSame && Set(listings.keys) == Set(folders))
        #expect(try listings[folders[0]]?.entries.get().count == 2)
    }

    @Test("What settles while it is listed or read is asked for again at once, and observed")
    func slowAnswers() throws {
        let files = ClockedFileSystem()
        let observing = ObservingFileSystem(files, root: ProjectFiles.root)
        files.slowDown(by: 2 * FileStamp.usualSettlingDelay)
        files.write("assets/new.png", [1])
        _ = try observing.entries(of: "\(ProjectFiles.root)/assets")
        files.write("themepack.json", [2])
        _ = try observing.read("\(ProjectFiles.root)/themepack.json", first: nil, limit: 9)
        #expect(files.takeLists() == ["assets", "assets"])
        #expect(files.takeReads() == ["themepack.json", "themepack.json"])
        #expect(observing.finish() != nil)
    }
}
