import Foundation
import TestSupport
import Testing

@Suite("themepack build")
struct BuildCommandTests: ToolTests, SentenceTests {
    static let sentences = "commands-build"
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    @Test("build prints the packs' paths to stdout, findings and summary to stderr")
    func build() throws {
        try sandbox.write("themes/year/config.json", #"{"Color": {"title": "00"}}"#)
        try expect(themepack("build"), 0, "packs and a warning")
        #expect(
            try sandbox.listing(of: "dist").keys.sorted() == [
                "SHA256SUMS", "default-1.0.0.themepack.zip", "year-1.2.0.themepack.zip",
            ])
    }

    @Test("build -o writes one theme to another folder")
    func buildOne() throws {
        let result = try themepack("build", "year", "-o", "out/packs")
        #expect(result.status == 0 && result.output == "out/packs/year-1.2.0.themepack.zip\n", "\(result)")
        #expect(try sandbox.listing(of: "out/packs").keys.sorted() == ["SHA256SUMS", "year-1.2.0.themepack.zip"])
    }

    @Test("After an error nothing is written, and previous packs stay")
    func buildBroken() throws {
        try breakImage()
        var before = try sandbox.listing()
        try expect(themepack("build"), 1, "an error")
        #expect(try sandbox.listing() == before)
        try sandbox.write("dist/year-1.2.0.themepack.zip", "old")
        try sandbox.write("dist/SHA256SUMS", "old")
        before = try sandbox.listing()
        #expect(try themepack("build").status == 1)
        #expect(try themepack("build", "-o", "other").status == 1)
        #expect(try sandbox.listing() == before)
    }

    @Test(
        "An output folder that cannot be written to exits with 2 and is named, and no file stays",
        arguments: ["file", "file/below"])
    func noOutput(_ folder: String) throws {
        try sandbox.write("file", "x")
        let before = try sandbox.listing()
        try expect(themepack("build", "-o", folder), 2, "-o \(folder), which is a file")
        #expect(try sandbox.listing() == before)
    }

    @Test("A FIFO in place of a file is reported before anything is written", .timeLimit(.minutes(10)))
    func fifoInTheWay() throws {
        for name in ["SHA256SUMS", "year-1.2.0.themepack.zip"] {
            let path = "\(sandbox.path)/dist/\(name)"
            try FileManager.default.createDirectory(atPath: "\(sandbox.path)/dist", withIntermediateDirectories: true)
            #expect(mkfifo(path, 0o600) == 0)
            #expect(try themepack("build", "--check").status == 1)
            try expect(themepack("build"), 2, "a FIFO in place of \(name)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/dist") == [name])
            try FileManager.default.removeItem(atPath: path)
        }
    }

    @Test("build --check exits with 1 before a build and after a change, else with 0, and writes nothing")
    func check() throws {
        let before = try sandbox.listing()
        try expect(themepack("build", "--check"), 1, "--check before a build")
        #expect(try sandbox.listing() == before)
        #expect(try themepack("build").status == 0)
        try expect(themepack("build", "--check"), 0, "--check after a build")
        try sandbox.write("themes/year/common/year_button.png", PNGFile(44, 22, shade: 0x77).bytes)
        let built = try sandbox.listing()
        try expect(themepack("build", "--check"), 1, "--check after a change")
        #expect(try sandbox.listing() == built)
    }

    @Test("Builds are equal in any time zone, umask, folder and order of creation")
    func reproducible() throws {
        var packs: Set<[UInt8]> = []
        for (round, (zone, mask)) in [
            ("UTC", "022"), ("Asia/Tokyo", "077"), ("America/St_Johns", "000"), ("EST5EDT", "027"),
        ].enumerated() {
            let other = try Sandbox()
            try ProjectFiles.sound.write(to: other, at: "p\(round)") { round % 2 == 0 ? $0 : $0.reversed() }
            let result = try Tool.run(
                "/bin/sh", ["-c", "umask \(mask) && exec \"$0\" build --jobs \(round + 1)", Tool.themepack],
                in: "\(other.path)/p\(round)",
                environment: ["TZ": zone, "LANG": round == 1 ? "tr_TR.UTF-8" : "C", "HOME": other.path])
            #expect(result.status == 0, "\(result)")
            packs.insert(try other.read("p\(round)/dist/year-1.2.0.themepack.zip"))
        }
        #expect(packs.count == 1)
    }

    @Test("SOURCE_DATE_EPOCH is used in every time zone, and rejected if it is not a number")
    func sourceDate() throws {
        var packs: Set<[UInt8]> = []
        for zone in ["UTC", "Asia/Tokyo"] {
            #expect(try themepack("build", environment: ["SOURCE_DATE_EPOCH": "1700000000", "TZ": zone]).status == 0)
            packs.insert(try sandbox.read("dist/year-1.2.0.themepack.zip"))
        }
        #expect(packs.count == 1)
        // 2023-11-14 22:13:20 as zip's date and time.
        #expect(packs.first.map { Array($0[10..<14]) } == [0xAA, 0xB1, 0x6E, 0x57])
        // 2023-03-26 02:30 in UTC, an hour that clocks in Berlin leave out.
        let leftOut = ["SOURCE_DATE_EPOCH": "1679797800", "TZ": "Europe/Berlin"]
        #expect(try themepack("build", environment: leftOut).status == 0)
        let pack = try sandbox.read("dist/year-1.2.0.themepack.zip")
        #expect(Array(pack[10..<14]) == [0xC0, 0x13, 0x7A, 0x56])
    }

    /// The commands that read the variable: SourceDate is its only reader, as MechanismTests shows.
    @Test(
        "SOURCE_DATE_EPOCH has one grammar in every command",
        arguments: [
            ["build"], ["build", "--check"], ["feed", "dist", "--first", "--base-url", "https://example.com/themes/"],
        ])
    func sourceDateGrammar(_ command: [String]) throws {
        #expect(try themepack("build").status == 0)
        let texts = ["yesterday", "-1", "+1", " 1", "1e9", "0x10", "١", "253402300800", "99999999999999999999"]
        for text in texts {
            let result = try Tool.run(
                Tool.themepack, command, in: sandbox.path, environment: ["SOURCE_DATE_EPOCH": text])
            try expect(result, 2, "SOURCE_DATE_EPOCH is \(text)")
        }
        for text in ["", "0", "0253402214400", "1700000000"] {
            let result = try Tool.run(
                Tool.themepack, command, in: sandbox.path, environment: ["SOURCE_DATE_EPOCH": text])
            #expect(!result.errors.contains("SOURCE_DATE_EPOCH is"), "\(result)")
        }
    }
}
