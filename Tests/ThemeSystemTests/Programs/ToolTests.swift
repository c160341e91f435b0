import Foundation
import TestSupport
import Testing

@Suite("Programs that tests start")
struct ToolTests {
    @Test(
        "Their files are closed, for a run of all tests starts many",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "only Linux lists open files here"))
    func files() throws {
        #expect(try Tool.run("/bin/sh", ["-c", "echo here"]).output == "here\n")
        let manager = FileManager.default
        let open = try manager.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap { try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
        #expect(open.filter { $0.contains("themepack-tool-") && $0.hasSuffix("(deleted)") } == [])
    }
}
