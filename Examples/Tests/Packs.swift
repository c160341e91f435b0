import Foundation
import Testing

/// The sample's packs, which `make example` builds.
enum Packs {
    static let folder = ProcessInfo.processInfo.environment["THEMEPACK_PACKS"] ?? ""

    static func all() throws -> [String] {
        try #require(!folder.isEmpty, "run the tests with `make example`, which builds the sample's packs")
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".themepack.zip") }
            .sorted()
            .map { "\(folder)/\($0)" }
    }

    /// Returns the expected output of an example, from `Expected/`.
    static func expected(_ name: String) throws -> String {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return try String(contentsOf: tests.appendingPathComponent("Expected/\(name)"), encoding: .utf8)
    }
}
