import Foundation
import PackFormat
import TestSupport
import Testing

/// Checks packs with other tools. Tests of tools that are not installed are skipped.
@Suite("Other tools read packs")
struct InteropTests {
    static let packName = "year-1.2.0.themepack.zip"

    static let project = ProjectFiles.sound.with { project in
        for name in ["a/é", "图/标", "z z/x-y"] {
            let slash = name.lastIndex(of: "/") ?? name.startIndex
            let themed = name[...slash] + "year_" + name[name.index(after: slash)...]
            project.files["assets/\(name).png"] = PNGFile(3, 2, shade: 1).bytes
            project.files["themes/year/\(themed).png"] = PNGFile(3, 2, shade: 2).bytes
        }
        project["themes/year/theme.json"] =
            #"{"id": "year", "name": "Néw Year", "version": "1.2.0", "#
            + #""imageNamePrefix": "year_", "resources": ["fonts/*"]}"#
        project["themes/year/fonts/a.ttf"] = "font"
    }

    let sandbox: Sandbox
    let pack: String

    init() throws {
        sandbox = try Sandbox()
        try Self.project.write(to: sandbox)
        let result = try Tool.themepack("build", in: sandbox.path)
        try #require(result.status == 0, "\(result)")
        pack = "\(sandbox.path)/dist/\(Self.packName)"
    }

    static let entries = [
        "index", "manifest.json", "config.json", "images/a/year_é.png", "images/common/year_button.png",
        "images/common/year_button@2x.png", "images/common/year_button@3x.png", "images/z z/year_x-y.png",
        "images/图/year_标.png",
        "resources/fonts/a.ttf",
    ]

    @Test("unzip -t finds no errors", .enabled(if: Tool.path(of: "unzip") != nil, "unzip is not installed"))
    func unzip() throws {
        let result = try Tool.run(try #require(Tool.path(of: "unzip")), ["-t", pack])
        #expect(result.status == 0 && result.output.contains("No errors detected"), "\(result)")
    }

    @Test(
        "unzip gives the sources back, byte for byte",
        .enabled(if: Tool.path(of: "unzip") != nil, "unzip is not installed"))
    func unzipFiles() throws {
        let out = try Sandbox()
        let result = try Tool.run(
            try #require(Tool.path(of: "unzip")), ["-q", pack, "-d", out.path],
            environment: ["LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"])
        #expect(result.status == 0, "\(result)")
        #expect(
            try out.read("images/common/year_button@2x.png")
                == Self.project.files["themes/year/common/year_button@2x.png"])
        #expect(try out.read("resources/fonts/a.ttf") == Array("font".utf8))
    }

    @Test(
        "zipinfo: stored, mode 0644, 1980, no comment, no extra fields",
        .enabled(if: Tool.path(of: "zipinfo") != nil, "zipinfo is not installed"))
    func zipinfo() throws {
        let tool = try #require(Tool.path(of: "zipinfo"))
        let short = try Tool.run(tool, ["-T", "-s", pack])
        let lines = short.output.split(separator: "\n").filter { $0.hasPrefix("-rw-r--r--") }
        #expect(lines.count == Self.entries.count)
        #expect(lines.allSatisfy { $0.contains(" stor ") && $0.contains("19800101.000000") }, "\(short.output)")
        let long = try Tool.run(tool, ["-v", pack])
        #expect(
            long.status == 0 && !long.output.contains("extra field:  yes")
                && long.output.contains("There is no zipfile comment"))
    }

    @Test(
        "bsdtar lists and extracts the entries in their order",
        .enabled(if: Tool.path(of: "bsdtar") != nil, "bsdtar is not installed"))
    func bsdtar() throws {
        let tool = try #require(Tool.path(of: "bsdtar"))
        let listed = try Tool.run(tool, ["-tf", pack], environment: ["LC_ALL": "C.UTF-8"])
        #expect(
            listed.status == 0 && listed.output.split(separator: "\n").map(String.init) == Self.entries, "\(listed)")
        let out = try Sandbox()
        #expect(try Tool.run(tool, ["-xf", pack, "-C", out.path], environment: ["LC_ALL": "C.UTF-8"]).status == 0)
        #expect(try out.read("images/图/year_标.png") == PNGFile(3, 2, shade: 2).bytes)
    }

    @Test(
        "sha256sum -c accepts SHA256SUMS", .enabled(if: Tool.path(of: "sha256sum") != nil, "sha256sum is not installed")
    )
    func sums() throws {
        let result = try Tool.run(
            try #require(Tool.path(of: "sha256sum")), ["--strict", "-c", "SHA256SUMS"], in: "\(sandbox.path)/dist")
        #expect(
            result.status == 0 && result.output == "default-1.0.0.themepack.zip: OK\n\(Self.packName): OK\n",
            "\(result)")
    }

    private func python(_ script: String, _ arguments: String...) throws -> Tool.Result {
        try Tool.run(try #require(Tool.python), ["-c", script] + arguments, environment: ["PYTHONUTF8": "1"])
    }

    @Test("Python's zipfile checks and reads a pack", .enabled(if: Tool.python != nil, "python3 is not installed"))
    func zipfile() throws {
        let result = try python(
            """
            import sys, zipfile
            archive = zipfile.ZipFile(sys.argv[1])
            assert archive.testzip() is None
            for info in archive.infolist():
                assert info.compress_type == zipfile.ZIP_STORED and info.date_time == (1980, 1, 1, 0, 0, 0), info
                assert info.external_attr >> 16 == 0o100644 and not info.extra and not info.comment, info
                print(info.filename)
            """, pack)
        #expect(
            result.status == 0 && result.output.split(separator: "\n").map(String.init) == Self.entries, "\(result)")
    }

    @Test(
        "Python's json reads what --format json, inspect and the manifest write",
        .enabled(if: Tool.python != nil, "python3 is not installed"))
    func json() throws {
        try sandbox.write("assets/\u{1F}\"\\é\u{2028}👍.png", PNGFile(1, 1).bytes)
        #expect(try Tool.themepack("verify", "--report", "json=report.json", in: sandbox.path).status == 1)
        let inspected = try Tool.themepack("inspect", pack, "--format", "json", in: sandbox.path)
        try sandbox.write("inspect.json", inspected.output)
        let result = try python(
            """
            import json, sys, zipfile
            report = json.load(open(sys.argv[1]))
            assert [f["rule"] for f in report["findings"]] == ["name-portable"], report
            assert report["findings"][0]["path"] == 'assets/\\x1f"\\\\é\\u2028👍.png', report
            assert json.load(open(sys.argv[2]))["theme"]["name"] == "Néw Year"
            manifest = json.loads(zipfile.ZipFile(sys.argv[3]).read("manifest.json"))
            assert [i["name"] for i in manifest["images"]][0] == "a/é", manifest
            """, "\(sandbox.path)/report.json", "\(sandbox.path)/inspect.json", pack)
        #expect(result.status == 0, "\(result)")
    }

    static let reader = "\(Tool.repository)/Tests/InteropTests/Readers/read_index.py"

    @Test(
        "A second implementation finds every image by its name, with the right bytes",
        .enabled(if: Tool.python != nil, "python3 is not installed"))
    func secondReader() throws {
        let result = try Tool.run(
            try #require(Tool.python),
            [Self.reader, pack, "common/button", "a/é", "common/absent", "", "common/Button"],
            environment: ["PYTHONUTF8": "1"])
        #expect(result.status == 0, "\(result)")
        let report = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let found = try #require(report["found"] as? [String: Any])
        #expect((found["common/button"] as? [[String: Any]])?.map { $0["width"] as? Int } == [44, 88, 132])
        #expect((found["a/é"] as? [[String: Any]])?.count == 1)
        for name in ["common/absent", "", "common/Button"] { #expect(found[name] is NSNull) }
    }

    @Test(
        "The second implementation reads every pack of the sample",
        .enabled(if: Tool.python != nil, "python3 is not installed"))
    func sample() throws {
        let built = try Tool.themepack("build", "-C", Tool.repository, "-o", "\(sandbox.path)/sample", in: sandbox.path)
        #expect(built.status == 0, "\(built)")
        let packs = try sandbox.listing(of: "sample").keys.filter { $0.hasSuffix(".zip") }
        #expect(packs.count == 8)
        for name in packs {
            let result = try Tool.run(
                try #require(Tool.python), [Self.reader, "\(sandbox.path)/sample/\(name)"],
                environment: ["PYTHONUTF8": "1"])
            #expect(result.status == 0, "\(name): \(result)")
        }
    }

    @Test(
        "The second implementation notices a flipped byte in an image",
        .enabled(if: Tool.python != nil, "python3 is not installed"))
    func secondReaderNotices() throws {
        var bytes = try sandbox.read("dist/\(Self.packName)")
        let image = PNGFile(88, 44, shade: 0x80).bytes
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: image) })
        bytes[start + 100] ^= 1
        try sandbox.write("dist/\(Self.packName)", bytes)
        #expect(try Tool.run(try #require(Tool.python), [Self.reader, pack]).status == 1)
    }

    @Test(
        "sarif-tools reads the SARIF report and counts the same findings",
        .enabled(
            if: Tool.pythonHas("sarif"), "sarif-tools is not installed (THEMEPACK_PYTHON may name a Python that has it)"
        ))
    func sarifTools() throws {
        try sandbox.write("themes/year/common/year_button@2x.png", PNGFile(90, 44).bytes)
        try sandbox.write("themes/year/config.json", "{\"Color\": {\"title\": \"00\"}}")
        #expect(try Tool.themepack("verify", "--report", "sarif=report.sarif", in: sandbox.path).status == 1)
        let tool = try #require(Tool.python)
        let summary = try Tool.run(tool, ["-m", "sarif", "summary", "\(sandbox.path)/report.sarif"])
        #expect(summary.status == 0 && summary.output.contains("error: 1"), "\(summary)")
        let listed = try Tool.run(
            tool, ["-m", "sarif", "csv", "-o", "\(sandbox.path)/report.csv", "\(sandbox.path)/report.sarif"])
        #expect(listed.status == 0, "\(listed)")
        let table = try sandbox.text("report.csv")
        #expect(
            table.contains("image-dimensions") && table.contains("themes/year/common/year_button%402x.png")
                || table.contains("year_button@2x.png"))
        #expect(
            try Tool.run(tool, ["-m", "sarif", "--check", "error", "summary", "\(sandbox.path)/report.sarif"]).status
                == 1)
    }

    @Test(
        "Python's xxhash agrees at every length around a step",
        .enabled(
            if: Tool.pythonHas("xxhash"),
            "the Python module xxhash is not installed (THEMEPACK_PYTHON may name a Python that has it)"))
    func xxhash() throws {
        let result = try python(
            """
            import xxhash
            for size in list(range(130)) + [1000, 4096, 65537]:
                print(xxhash.xxh64(bytes((7 * i + size) % 256 for i in range(size)), seed=size * size).intdigest())
            """)
        let hashes = result.output.split(separator: "\n").map { UInt64($0) }
        for (size, hash) in zip(Array(0..<130) + [1000, 4096, 65537], hashes) {
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: 7 * $0 + size) }
            #expect(bytes.withUnsafeBytes { XXHash64.hash($0, seed: UInt64(size * size)) } == hash, "\(size) bytes")
        }
        #expect(hashes.count == 133)
    }
}
