import Foundation
import TestSupport
import Testing

enum Sample {
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
        for folder in ["assets", "themes"] {
            try FileManager.default.copyItem(
                atPath: "\(Tool.repository)/\(folder)", toPath: "\(sandbox.path)/\(folder)")
        }
        return sandbox
    }

    static func lines(_ output: [UInt8]) -> [String] {
        String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
