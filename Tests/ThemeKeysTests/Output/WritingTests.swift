import Foundation
import TestSupport
import Testing
import ThemeProject

@testable import ThemeKeys

@Suite("Writing keys")
struct WritingTests {
    private static func keys(_ name: String = "a") throws -> KeyFile { try ProjectFiles.project([name]).keys() }

    @Test("A file is written only if it changes")
    func onlyIfChanged() throws {
        let folder = try Sandbox()
        let path = "\(folder.path)/Keys.swift"
        #expect(try Self.keys().write(to: OutputPlace(file: path, for: "keys", replacing: .keys)))
        let stamp = DiskFileSystem().stamp(of: path)
        #expect(try !Self.keys().write(to: OutputPlace(file: path, for: "keys", replacing: .keys)))
        #expect(DiskFileSystem().stamp(of: path) == stamp)
        #expect(try Self.keys("b").write(to: OutputPlace(file: path, for: "keys", replacing: .keys)))
        #expect(try Self.keys("b").isCurrent(at: path) && !Self.keys().isCurrent(at: path))
        #expect(try folder.listing().keys.sorted() == ["Keys.swift"])
    }

    @Test("A link stays a link")
    func link() throws {
        let folder = try Sandbox()
        try folder.write("Real.swift", "")
        _ = try Tool.run("/bin/ln", ["-s", "Real.swift", "Keys.swift"], in: folder.path)
        try Self.keys().write(to: OutputPlace(file: "\(folder.path)/Keys.swift", for: "keys", replacing: .keys))
        #expect(try folder.text("Real.swift") == Self.keys().text)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/Keys.swift") == "Real.swift")
    }

    @Test("An output that cannot be written is an error with the reason", arguments: ["missing/Keys.swift", ""])
    func unwritable(_ name: String) throws {
        let folder = try Sandbox()
        let error = #expect(throws: UserError.self) {
            try Self.keys().write(to: OutputPlace(file: "\(folder.path)/\(name)", for: "keys", replacing: .keys))
        }
        #expect(error?.message.contains(" written") == true && error?.hint != nil)
        #expect(try folder.listing().isEmpty)
    }

    @Test("A FIFO is not replaced, and not waited for")
    func fifo() throws {
        let folder = try Sandbox()
        let path = "\(folder.path)/Keys.swift"
        _ = try Tool.run("/usr/bin/mkfifo", [path], in: folder.path)
        let error = #expect(throws: UserError.self) {
            try Self.keys().write(to: OutputPlace(file: path, for: "keys", replacing: .keys))
        }
        #expect(try Sentences.mismatch(error?.sentence, of: "a FIFO in place of the file of keys", in: "keys") == nil)
        #expect(DiskFileSystem().kind(of: path) == .other("a FIFO"))
    }

    // Root may write to every file.
    @Test("A write-protected file stays as it is", .enabled(if: geteuid() != 0))
    func protected() throws {
        let folder = try Sandbox()
        let path = "\(folder.path)/Keys.swift"
        try folder.write("Keys.swift", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        #expect(throws: UserError.self) {
            try Self.keys().write(to: OutputPlace(file: path, for: "keys", replacing: .keys))
        }
        #expect(try folder.text("Keys.swift") == "old")
    }
}
