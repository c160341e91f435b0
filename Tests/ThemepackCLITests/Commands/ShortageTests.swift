import Foundation
import TestSupport
import Testing

/// Every command, where memory, descriptors, threads or room for files is refused.
@Suite("Shortage")
struct ShortageTests {
    let sandbox: Sandbox

    struct Row: Sendable {
        let words: String
        /// Whether the command runs until a signal ends it.
        var serves = false
        /// Whether the command refuses to begin if it can open fewer than a dozen files.
        var checksFiles = false

        var command: String { words.split(separator: " ").first.map(String.init) ?? "" }
    }

    /// `OUT` is a new folder for each run, and `NEW` the folder of a new project.
    static let rows = [
        Row(words: "verify --no-cache --report sarif=OUT/x.sarif", checksFiles: true),
        Row(words: "build --no-cache -o OUT --oci OUT/oci", checksFiles: true),
        Row(words: "build --no-cache -o packs", checksFiles: true),
        Row(words: "build -o OUT --watch", serves: true, checksFiles: true),
        Row(words: "report --no-cache -o OUT/x.html"), Row(words: "preview --no-cache --port 0", serves: true),
        Row(words: "inspect OLD"), Row(words: "explain Color.title"), Row(words: "resolve common/button -o OUT/x.png"),
        Row(words: "diff OLD PACK --report json=OUT/x.json"), Row(words: "bump year --base OLD"),
        Row(words: "keys -o OUT/Keys.swift"), Row(words: "list"), Row(words: "clean"), Row(words: "init OUT/new"),
        Row(words: "import xcassets App.xcassets --into OUT"), Row(words: "export android default -o OUT"),
        Row(words: "rules"), Row(words: "schema settings"), Row(words: "delta OLD PACK -o OUT/new.delta"),
        Row(words: "patch OLD year.delta -o OUT/new.zip"), Row(words: "sign -f key PACK"),
        Row(words: "feed packs --first --base-url https://example.com/ -o OUT/feed.json"),
    ]

    struct Limit: Sendable, CustomTestStringConvertible {
        /// The option of `prlimit`.
        let option: String
        /// The words that an error has; empty for those of any error.
        var says = ""
        /// Whether `says` is only what commands say that check how many files they can open.
        var isOfFiles = false
        /// Whether only these commands run.
        var isOnlyForChecks = false
        /// Whether it does not apply to root.
        var needsNobody = false

        var testDescription: String { option }
    }

    static let limits =
        ["--as=40000000", "--as=60000000", "--fsize=0"].map { Limit(option: $0) }
        + (3...12).map { count in
            // With four, there is no descriptor for the text.
            Limit(
                option: "--nofile=\(count)", says: count > 4 ? "more files can be opened" : "", isOfFiles: true,
                isOnlyForChecks: !(4...9).contains(count))
        }
        + (Tool.asNobody.isEmpty ? [] : [noThreads])

    private static let noThreads = Limit(
        option: "--nproc=1", says: "the system refuses another thread: Resource temporarily unavailable",
        needsNobody: true)

    private static let packs = ["OLD": "old/year-1.2.0.themepack.zip", "PACK": "packs/year-1.3.0.themepack.zip"]

    init() throws {
        sandbox = try Sandbox()
        let copied = try Tool.run("/bin/cp", ["-a", "\(Self.template.get().path)/.", sandbox.path])
        try #require(copied.status == 0, "\(copied)")
    }

    /// A project with packs of two versions, a delta between them, and a catalog.
    private static let template = Result { () throws -> Sandbox in
        let sandbox = try Sandbox.untilExit()
        try ProjectFiles.sound.write(to: sandbox)
        try run("build -o old", in: sandbox)
        try sandbox.write("themes/year/theme.json", #"{"id": "year", "version": "1.3.0", "imageNamePrefix": "year_"}"#)
        try run("build -o packs", in: sandbox)
        try run("delta OLD PACK -o year.delta", in: sandbox)
        try run("export xcassets default -o App.xcassets", in: sandbox)
        return sandbox
    }

    private static func arguments(_ words: String, _ out: String = "") -> [String] {
        words.split(separator: " ").map { packs[String($0)] ?? String($0).replacing("OUT", with: out) }
    }

    private static func run(_ words: String, in sandbox: Sandbox) throws {
        let result = try Tool.run(Tool.themepack, arguments(words), in: sandbox.path)
        try #require(result.status == 0, "\(words): \(result)")
    }

    @Test("Each command has a row")
    func commands() { #expect(Set(Self.rows.map(\.command)) == Tool.commands) }

    @Test(
        "Short of memory, descriptors, threads or room, a command ends by itself and leaves no temporary file",
        .enabled(if: Tool.path(of: "prlimit") != nil), arguments: limits)
    func shortage(_ limit: Limit) throws {
        let prlimit = try #require(Tool.path(of: "prlimit"))
        if limit.needsNobody {
            try #require(Tool.run("/bin/chmod", ["-R", "a+rwX", sandbox.path]).status == 0)
        }
        for (number, row) in Self.rows.enumerated() where row.checksFiles || !limit.isOnlyForChecks {
            let out = "out\(number)"
            try FileManager.default.createDirectory(
                atPath: "\(sandbox.path)/\(out)", withIntermediateDirectories: false)
            chmod("\(sandbox.path)/\(out)", 0o777)
            // The limit of file sizes applies to the files of reports too, so a pipe takes the text.
            let words = (limit.needsNobody ? Tool.asNobody : []) + [prlimit, limit.option]
            let mustFail = !limit.says.isEmpty && (row.checksFiles || !limit.isOfFiles)
            // A server that does not have to fail is ended.
            let seconds = row.serves && !mustFail ? 1 : 600
            let script = """
                { timeout -k 300 \(seconds) \(words.joined(separator: " ")) "$0" "$@" 2>&1; echo "status $?"
                } | cat
                """
            let result = try Tool.run(
                "/bin/sh", ["-c", script, Tool.themepack] + Self.arguments(row.words, out), in: sandbox.path)
            let text = result.output
            let status = text.split(separator: " ").last.flatMap { Int($0.dropLast()) }
            // 127 is the dynamic loader's. 124 is that of a server which was ended.
            let expected: Set<Int?> = row.serves ? [2, 124, 127] : [0, 1, 2, 127]
            #expect(expected.contains(status), "\(row.words) \(text)")
            #expect(status != 2 || text.contains("error: "), "\(row.words) \(text)")
            if mustFail {
                #expect(status == 2 && text.contains(limit.says) && text.contains("hint: "), "\(row.words) \(text)")
            }
            #expect(!text.contains("Fatal error") && !text.contains("Signal "), "\(row.words) \(text)")
            let left = try FileManager.default.subpathsOfDirectory(atPath: sandbox.path)
            #expect(left.filter { $0.hasSuffix(".tmp") } == [], "\(row.words)")
        }
    }
}
