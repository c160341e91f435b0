import Foundation
import TestSupport
import Testing

@Suite("themepack init")
struct InitCommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Files that cannot be written leave nothing, and a second attempt succeeds", arguments: ["new/er", "."])
    func refused(_ folder: String) throws {
        try sandbox.write("there/file", "x")
        let before = try sandbox.listing()
        // The limit of the file size applies to the files of the output too, so the output goes through a pipe.
        let script = "{ (ulimit -f 0; exec \"$0\" init \"$1\"); echo \"status $?\"; } 2>&1 | cat"
        let result = try Tool.run("/bin/sh", ["-c", script, Tool.themepack, folder], in: sandbox.path)
        #expect(result.output.contains("File too large") && result.output.hasSuffix("status 2\n"), "\(result)")
        #expect(try sandbox.listing() == before)
        #expect(try themepack("init", folder).status == 0)
        #expect(try themepack("build", "-C", folder).status == 0)
    }
}
