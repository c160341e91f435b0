import Foundation
import ThemeModel
import TestSupport
import Testing

@Suite("The cache of the command")
struct CacheCommandTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Self.soundProject() }

    static let image = "themes/year/common/year_button@2x.png"
    static let pack = "dist/year-1.2.0.themepack.zip"

    private func isUpToDate(_ arguments: String..., environment: [String: String] = [:]) throws -> Bool {
        let result = try Tool.run(Tool.themepack, arguments, in: sandbox.path, environment: environment)
        #expect(result.status == 0, "\(result)")
        return result.errors.hasSuffix("; up to date\n")
    }

    private func stamps() throws -> [String: Date] {
        var stamps: [String: Date] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: sandbox.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.path)/\(name)")
            stamps[name] = attributes[.modificationDate] as? Date
        }
        return stamps
    }

    @Test("A second build is up to date, prints the same and writes no file")
    func again() throws {
        let first = try themepack("build")
        let before = try stamps()
        let second = try themepack("build", "-v")
        #expect(second.status == 0 && second.output == first.output, "\(second)")
        #expect(second.errors.contains("nothing has changed") && second.errors.hasSuffix("; up to date\n"), "\(second)")
        #expect(try stamps() == before)
        #expect(try isUpToDate("verify"))
        #expect(
            try themepack("build", "--format", "json").output
                == themepack("build", "--format", "json", "--no-cache").output)
    }

    @Test("After a change of one image one is decoded, and the pack equals that of a first build")
    func oneChanged() throws {
        _ = try themepack("build")
        try sandbox.write(Self.image, PNGFile(88, 44, shade: 0x33).bytes)
        let result = try themepack("build", "-v")
        #expect(result.errors.contains("decoded 1 of 6 images"), "\(result)")
        let warm = try sandbox.listing(of: "dist")
        #expect(try themepack("build", "--no-cache").status == 0)
        #expect(try sandbox.listing(of: "dist") == warm)
        #expect(try themepack("build", "--check").status == 0)
    }

    @Test("A wrong record of an image fails one build with a hint to build again, which succeeds")
    func wrongDigest() throws {
        _ = try themepack("build")
        let whole = try sandbox.listing(of: "dist")
        // The file has a mark, the images with their digests, and a checksum.
        var images = try sandbox.read(".themepack/images")
        let digest = ContentDigest(of: try sandbox.read(Self.image)).bytes
        let place = try #require(images.firstRange(of: digest), "it has a digest").lowerBound
        images[place] ^= 1
        let mark = try #require(images.firstIndex(of: UInt8(ascii: "\n")), "it has a mark")
        let end = images.count - 4
        let sum = PNGFile.crc32(Array(images[(mark + 1)..<end]))
        for byte in 0..<4 { images[end + byte] = UInt8(truncatingIfNeeded: sum >> (8 * byte)) }
        try sandbox.write(".themepack/images", images)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist")
        for run in try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/.themepack")
        where run.hasPrefix("run") {
            try FileManager.default.removeItem(atPath: "\(sandbox.path)/.themepack/\(run)")
        }
        let refused = try themepack("build")
        #expect(refused.status == 2 && refused.errors.contains("hint: build again"), "\(refused)")
        #expect(try themepack("build").status == 0)
        #expect(try sandbox.listing(of: "dist") == whole)
    }

    @Test("A failed build is not up to date")
    func failed() throws {
        try sandbox.write(Self.image, "no image")
        for command in ["verify", "build"] {
            let first = try themepack(command, "-v")
            let second = try themepack(command, "-v")
            #expect(first.status == 1 && second.status == 1, "\(second)")
            #expect(second.errors.contains("nothing has changed"), "\(second)")
            #expect(!second.errors.contains("up to date"), "\(second)")
        }
    }

    @Test("build does not decode images that verify accepted; verify uses the results of build")
    func shared() throws {
        _ = try themepack("verify")
        #expect(try themepack("build", "-v").errors.contains("decoded 0 of 6 images"))
        #expect(try isUpToDate("verify"))
        #expect(try isUpToDate("build"))
    }

    @Test(
        "A build is up to date only if the packs are unchanged",
        arguments: [
            "touched", "same size and old times", "removed", "no sums", "other sums", "surplus sum", "copied back",
        ])
    func packs(_ change: String) throws {
        _ = try themepack("build")
        #expect(try isUpToDate("build"))
        let built = try sandbox.listing(of: "dist")
        let path = "\(sandbox.path)/\(Self.pack)"
        switch change {
        case "same size and old times":
            let script = """
                cp -p "$0" copy; printf X | dd of="$0" bs=1 seek=9000 conv=notrunc 2>/dev/null
                touch -r copy "$0"; rm copy
                """
            #expect(try Tool.run("/bin/sh", ["-c", script, path], in: sandbox.path).status == 0)
        case "touched": #expect(try Tool.run("/usr/bin/touch", [path]).status == 0)
        case "removed": try FileManager.default.removeItem(atPath: path)
        case "no sums": try FileManager.default.removeItem(atPath: "\(sandbox.path)/dist/SHA256SUMS")
        case "other sums": try sandbox.write("dist/SHA256SUMS", "nothing\n")
        case "surplus sum":
            let line = String(repeating: "0", count: 64) + "  gone.zip\n"
            try sandbox.write("dist/SHA256SUMS", try sandbox.text("dist/SHA256SUMS") + line)
        default:
            #expect(try Tool.run("/bin/sh", ["-c", "cp \"$0\" x; mv x \"$0\"", path], in: sandbox.path).status == 0)
        }
        #expect(try !isUpToDate("build"))
        #expect(try sandbox.listing(of: "dist") == built)
        #expect(try isUpToDate("build"))
    }

    @Test("A build into another folder, with another date or of other themes is not up to date")
    func otherOptions() throws {
        _ = try themepack("build")
        #expect(try !isUpToDate("build", "-o", "elsewhere"))
        #expect(try isUpToDate("build", "-o", "elsewhere"))
        #expect(try !isUpToDate("build", environment: ["SOURCE_DATE_EPOCH": "1700000000"]))
        #expect(try isUpToDate("build", environment: ["SOURCE_DATE_EPOCH": "1700000000"]))
        #expect(try !isUpToDate("build", "year"))
        try sandbox.write("themes/year/config.json", #"{"Color": {"title": "00"}}"#)
        #expect(try !isUpToDate("build"))
        #expect(try themepack("build", "--fail-on", "warning").status == 1)
    }

    @Test("A second run reports the same errors with the same status")
    func errors() throws {
        try sandbox.write(Self.image, PNGFile(90, 44, shade: 9).bytes)
        let first = try themepack("build", "-q")
        let second = try themepack("build", "-q", "-v")
        #expect(first.status == 1 && second.status == 1 && first.output == second.output)
        let findings = try #require(first.errors.split(separator: "verified ").first)
        #expect(second.errors.contains(findings) && second.errors.contains("nothing has changed"), "\(second)")
        #expect(try themepack("verify").output == themepack("verify", "--no-cache").output)
    }

    @Test("--no-cache and --check write no cache")
    func noCache() throws {
        _ = try themepack("build", "--no-cache")
        _ = try themepack("verify", "--no-cache")
        _ = try themepack("build", "--check")
        #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/.themepack"))
    }

    @Test("A copied project does not use the copied cache")
    func copied() throws {
        _ = try themepack("build")
        #expect(
            try Tool.run(
                "/bin/sh", ["-c", "mkdir copy && cp -a assets themes dist .themepack copy/"], in: sandbox.path
            ).status == 0)
        try sandbox.write("copy/\(Self.image)", Array(PNGFile(88, 44, shade: 0x80).bytes.dropLast(20)))
        let result = try themepack("build", in: "copy")
        #expect(result.status == 1 && result.errors.contains("[image-corrupt]"), "\(result)")
    }

    @Test("A moved project uses its cache")
    func moved() throws {
        _ = try themepack("build")
        let place = "\(sandbox.path)/moved"
        let script = "mkdir moved && mv assets themes dist .themepack moved/"
        #expect(try Tool.run("/bin/sh", ["-c", script], in: sandbox.path).status == 0)
        let result = try Tool.themepack("build", in: place)
        #expect(result.status == 0, "\(result)")
    }

    @Test("An unusable .themepack is reported only with -v", arguments: ["a file", "a link"])
    func unusable(_ kind: String) throws {
        if kind == "a file" {
            try sandbox.write(".themepack", "mine")
        } else {
            try FileManager.default.createSymbolicLink(
                atPath: "\(sandbox.path)/.themepack", withDestinationPath: "\(sandbox.path)/assets")
        }
        let result = try themepack("build")
        #expect(result.status == 0 && !result.errors.contains("themepack "), "\(result)")
        #expect(try themepack("build", "-v").errors.contains("\n.themepack cannot be used: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/assets") == ["common"])
    }

    @Test("Git ignores the cache")
    func ignored() throws {
        guard let git = Tool.path(of: "git") else { return }
        _ = try themepack("verify")
        #expect(try Tool.run(git, ["init", "-q"], in: sandbox.path).status == 0)
        let status = try Tool.run(git, ["status", "--porcelain"], in: sandbox.path)
        #expect(status.output == "?? assets/\n?? themes/\n", "\(status)")
    }

    @Test("After random edits a build with cache equals one without")
    func anyEdits() throws {
        let paths =
            ProjectFiles.sound.files.keys.sorted() + ["assets/common/new.png", "themes/year/common/year_new.png"]
        for round in 0..<12 {
            let path = paths[(round * 5 + 2) % paths.count]
            switch round % 4 {
            case 0: try sandbox.write("assets/common/new.png", PNGFile(5 + round, 5, shade: UInt8(round)).bytes)
            case 1: try sandbox.write("themes/year/common/year_new.png", PNGFile(4 + round, 5, shade: 0x70).bytes)
            case 2: try? FileManager.default.removeItem(atPath: "\(sandbox.path)/\(path)")
            default: try sandbox.write(path, ProjectFiles.sound.files[path] ?? PNGFile(7, 5, shade: UInt8(round)).bytes)
            }
            let warm = try themepack("build", "-o", "warm", "--format", "json")
            let cold = try themepack("build", "-o", "cold", "--format", "json", "--no-cache")
            #expect(warm.status == cold.status, "round \(round)")
            #expect(warm.output.replacing("warm/", with: "cold/") == cold.output, "round \(round)")
            let isThere = FileManager.default.fileExists(atPath: "\(sandbox.path)/cold")
            #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/warm") == isThere)
            if isThere { #expect(try sandbox.listing(of: "warm") == sandbox.listing(of: "cold"), "round \(round)") }
        }
    }
}
