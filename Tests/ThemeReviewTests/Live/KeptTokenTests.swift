import Foundation
import TestSupport
import Testing
import ThemeProject

@testable import ThemeReview

/// The token with which an open tab finds the next preview.
@Suite struct KeptTokenTests {
    private let project: TestProject
    private let folder: String

    init() throws {
        project = try TestProject()
        try project.theme("default")
        folder = project.root + "/run"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func token(_ port: UInt16 = 1, of project: TestProject? = nil) throws -> String {
        try #require(KeptToken(port: port, of: try Project(at: (project ?? self.project).root), in: folder)).token()
    }

    private var path: String { folder + "/themepack-preview-1" }

    @Test("It is the same for a project and a port, and only the user can read it")
    func same() throws {
        let first = try token()
        #expect(first.utf8.count == 32)
        #expect(try token() == first)
        #expect(try token(2) != first)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("A file that others can read, an old one, one of another project and nonsense are replaced")
    func others() throws {
        let other = try TestProject()
        try other.theme("default")
        let first = try token()
        #expect(try token(of: other) != first)
        let second = try token()
        #expect(second != first)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try token() != second)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        for text in ["", "\n\n", "\(lines[0])\n1\n\(lines[2])", "..\n\(lines[1])\n\(lines[2])"] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let new = try token()
            #expect(new != String(lines[0]) && new.utf8.count == 32, "\(text)")
        }
    }

    @Test("A link is not followed, and a folder that others can read is not used")
    func links() throws {
        let target = project.root + "/secret"
        try Data("a".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        _ = try token()
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "a")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        #expect(KeptToken(port: 1, of: try Project(at: project.root), in: folder) == nil)
    }
}
