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

    private func observe(_ paths: [String]) throws -> Observations {
        let observing = ObservingFileSystem(disk, root: sandbox.path)
        // Younger stamps have not settled.
        Thread.sleep(forTimeInterval: 0.05)
        for path in paths { try #require(observing.stamp(of: path) != nil) }
        return try #require(observing.finish())
    }

    @Test("A folder's stamps are those of its files; links and folders have none")
    func stamps() throws {
        for name in ["a", "b", "é"] { try sandbox.write("folder/\(name)", Array(name.utf8)) }
        try sandbox.write("folder/inner/c", [1])
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/folder/link", withDestinationPath: "a")
        let names = ["b", "missing", "é", "inner", "link", "a", "inner/c", ""]
        for folder in ["\(sandbox.path)/folder", "\(sandbox.path)/missing", "\(sandbox.path)/folder/a"] {
            #expect(disk.stamps(of: names, in: folder) == names.map { disk.stamp(of: "\(folder)/\($0)") })
        }
        let found = disk.stamps(of: names, in: "\(sandbox.path)/folder").map { $0 != nil }
        #expect(found == [true, false, true, false, false, true, true, false])
    }

    @Test("Each file of a folder of any size is observed")
    func everyFileCounts() throws {
        let elsewhere = try Sandbox()
        let names = (0..<600).map { "assets/large/\($0).png" }
        for name in names { try sandbox.write(name, Array(name.utf8)) }
        let paths = names.map { "\(sandbox.path)/\($0)" }
        let others = ["\(sandbox.path)/themepack.json", "\(elsewhere.path)/shared/x.png"]
        for number in [0, 255, 256, 599] {
            try sandbox.write("themepack.json", [1])
            try elsewhere.write("shared/x.png", [2])
            try expectThatCounts(names[number], of: paths + others, and: others[number % 2])
        }
    }

    /// Changes the first file and deletes the second one.
    private func expectThatCounts(_ name: String, of paths: [String], and other: String) throws {
        let observations = try observe(paths)

        var writer = ByteWriter()
        observations.write(to: &writer)
        var reader = CacheReader(writer.bytes)
        let read = try Observations(from: &reader)
        #expect(reader.isAtEnd)
        for jobs in [1, 3] { #expect(read.areCurrent(in: disk, root: sandbox.path, jobs: jobs)) }

        try sandbox.write(name, Array("another".utf8))
        #expect(!read.areCurrent(in: disk, root: sandbox.path, jobs: 2), "\(name)")
        let rest = try observe(paths)
        #expect(rest.areCurrent(in: disk, root: sandbox.path, jobs: 2))
        try FileManager.default.removeItem(atPath: other)
        #expect(!rest.areCurrent(in: disk, root: sandbox.path, jobs: 2), "\(other)")
    }

    @Test("A run repeats the answers that it has, except stamps that had not settled")
    func remembering() throws {
        let folder = "\(sandbox.path)/folder"
        for name in ["a", "b"] { try sandbox.write("folder/\(name)", [1]) }
        Thread.sleep(forTimeInterval: 0.05)
        try sandbox.write("folder/young", [1])
        // Its stamp would settle after some milliseconds.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 3600)], ofItemAtPath: "\(folder)/young")
        let (earlier, observing) = (
            ObservingFileSystem(disk, root: sandbox.path), ObservingFileSystem(disk, root: sandbox.path)
        )
        let before = disk.stamps(of: ["a", "young"], in: folder)
        let entries = try earlier.entries(of: folder)
        #expect(earlier.stamps(of: ["a", "young"], in: folder) == [before[0], nil])
        #expect(observing.answersLike(try #require(earlier.finish()), jobs: 1))

        for name in ["young", "a", "b", "new"] { try sandbox.write("folder/\(name)", [1, 2]) }
        Thread.sleep(forTimeInterval: 0.05)
        let after = observing.stamps(of: ["a", "b", "young"], in: folder)
        #expect(after == [before[0]] + disk.stamps(of: ["b", "young"], in: folder))
        #expect(before[0] != disk.stamp(of: "\(folder)/a"))
        #expect(try observing.entries(of: folder) == entries)
        #expect(try observing.entries(of: folder).count == entries.count + 1)
        _ = observing.finish()
        #expect(observing.stamps(of: ["a"], in: folder) == disk.stamps(of: ["a"], in: folder))
    }
}
