import Foundation
import TestSupport
import Testing

/// A report that cannot be finished leaves the one before, whole.
@Suite("Reports without room, and killed ones")
struct ReportFaultTests: ToolTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Self.soundProject()
        for output in ["r.html", "r"] { try #require(themepack("report", "-o", output).status == 0) }
        for number in 0..<30 {
            try sandbox.write("assets/more/\(number).png", PNGFile(60, 60, seed: UInt64(number)).bytes)
        }
    }

    /// Everything that reports consist of; a report in a folder has its images before its page.
    private func pages() throws -> [String: [UInt8]] {
        try sandbox.listing().filter { $0.key.hasSuffix(".html") || $0.key.contains(".tmp") || $0.key.contains(".new") }
    }

    @Test("A limit of the file size is an error, and the report before stays", arguments: ["r.html", "r"])
    func fileSize(_ output: String) throws {
        let before = try pages()
        // POSIX counts blocks of 512 bytes. The limit applies to files of the output too: it goes through a pipe.
        let script = "{ (ulimit -f 16; exec \"$0\" report --no-cache -o \"$1\"); echo \"status $?\"; } 2>&1 | cat"
        let result = try Tool.run("/bin/sh", ["-c", script, Tool.themepack, output], in: sandbox.path)
        #expect(result.output.contains("File too large") && result.output.hasSuffix("status 2\n"), "\(result)")
        #expect(try pages() == before)
        #expect(try themepack("report", "-o", output).status == 0)
        #expect(try pages().filter { before[$0.key] != $0.value }.count == 1)
    }

    @Test("A killed report leaves the page before or the new one", arguments: ["r.html", "r"])
    func killed(_ output: String) throws {
        let page = output == "r" ? "r/index.html" : output
        let old = try sandbox.read(page)
        try #require(themepack("report", "-o", "new-\(output)").status == 0)
        let new = try sandbox.read("new-\(page)")
        var random = SeededRandom(seed: 16)
        for _ in 0..<Soak.rounds(3, soaking: 200) {
            try sandbox.write(page, old)
            let running = try Tool.start(Tool.themepack, ["report", "-o", output], in: sandbox.path)
            usleep(UInt32.random(in: 0...150_000, using: &random))
            kill(running.process.processIdentifier, SIGKILL)
            running.process.waitForEnd()
            let found = try sandbox.read(page)
            #expect(found == old || found == new)
        }
        try #require(themepack("report", "-o", output).status == 0)
        #expect(try sandbox.read(page) == new)
    }
}
