import Foundation
import TestSupport
import Testing
import ThemeManagement

/// The folder with the packs of the sample, as the articles name it.
nonisolated(unsafe) var packs = "dist"
/// A folder in which an app can write.
nonisolated(unsafe) var caches = "."

extension PackFolder {
    /// Stands for that of Apple's systems, which would be the folder of the test's program.
    static var appResources: PackFolder { PackFolder(packs) }
}

/// Stands for that of Apple's systems.
struct UserDefaultsStore: ThemeStore {
    private let file = FileStore("\(caches)/choice")

    func load() throws -> String? { try file.load() }
    func save(_ text: String?) throws { try file.save(text) }
}

enum Sample {
    /// Runs the body as an app runs: the working directory is `/`, and the folder of the packs cannot be written. Needs
    /// its own process. Fails if the body has written to one of the two.
    static func asApp(
        preparing prepare: () throws -> Void = {}, _ body: () async throws -> Void
    ) async throws {
        let sandbox = try copy()
        try #require(try Tool.themepack("build", "-q", in: sandbox.path).status == 0)
        packs = "\(sandbox.path)/dist"
        caches = "\(sandbox.path)/caches"
        try FileManager.default.createDirectory(atPath: caches, withIntermediateDirectories: false)
        try prepare()
        setenv("HOME", caches, 1)
        try #require(FileManager.default.changeCurrentDirectoryPath("/"))
        func listing() throws -> [Set<String>] {
            try [packs, "/"].map { Set(try FileManager.default.contentsOfDirectory(atPath: $0)) }
        }
        func protect(_ mode: Int) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: packs)
        }
        let before = try listing()
        try protect(0o555)
        try await body()
        try protect(0o755)
        #expect(try listing() == before)
    }

    /// Runs the body with a copy of the project as working directory and its packs in `dist/`. Needs its own process.
    static func inside(_ body: () async throws -> Void) async throws {
        let sandbox = try copy()
        defer { withExtendedLifetime(sandbox) {} }
        try #require(FileManager.default.changeCurrentDirectoryPath(sandbox.path))
        try #require(try Tool.themepack("build", "-q", in: sandbox.path).status == 0)
        try await body()
    }

    static func copy() throws -> Sandbox {
        let sandbox = try Sandbox()
        for folder in ["assets", "themes", "themepack.json"] {
            try FileManager.default.copyItem(
                atPath: "\(Tool.repository)/\(folder)", toPath: "\(sandbox.path)/\(folder)")
        }
        return sandbox
    }

    static func lines(_ output: [UInt8]) -> [String] {
        String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
