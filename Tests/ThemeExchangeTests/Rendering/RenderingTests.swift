import ThemeSystem
import Foundation
import TestSupport
import Testing
@testable import ThemeExchange
import ThemeModel
import ThemePackager
import ThemeProject

/// Programs that the Makefile installs for tests.
enum Programs {
    static let svg = Tool.path(of: "rsvg-convert") != nil
    static let pdf = Tool.path(of: "pdftocairo") != nil
    static let jpeg = Tool.path(of: "djpeg") != nil && Tool.path(of: "cjpeg") != nil
    static let heic = Tool.path(of: "heif-convert") != nil && Tool.path(of: "heif-enc") != nil
    static let webp = Tool.path(of: "dwebp") != nil && Tool.path(of: "cwebp") != nil
}

@Suite("Files that are no PNG")
struct RenderingTests {
    let maker: CatalogMaker

    init() throws { maker = try CatalogMaker() }

    @Test("Vector images are rendered at every scale", .enabled(if: Programs.svg && Programs.pdf))
    func drawings() throws {
        try maker.imageSet("s", [#""filename": "s.svg""#], properties: #""preserves-vector-representation": true"#)
        try maker.write("s.imageset/s.svg", CatalogMaker.svg(8, 6))
        try maker.imageSet("p", [#""filename": "p.pdf", "scale": "1x""#, #""scale": "2x""#])
        try maker.write("p.imageset/p.pdf", CatalogMaker.pdf(9.5, 6))
        let change = try maker.importAll()
        try change.check("s", "p", are: .changed)
        for (scale, suffix) in [(1, ""), (2, "@2x"), (3, "@3x")] {
            #expect(try maker.size("assets/s\(suffix).png") == "\(8 * scale)x\(6 * scale)")
            let width = [10, 19, 29][scale - 1]
            #expect(try maker.size("assets/p\(suffix).png") == "\(width)x\(6 * scale)")
        }
    }

    @Test("Without the program, a sentence says what to install, and the rest is taken")
    func missing() throws {
        let template = #""template-rendering-intent": "template""#
        try maker.imageSet("s", [#""filename": "s.svg""#], properties: template)
        try maker.write("s.imageset/s.svg", CatalogMaker.svg(8, 6))
        try maker.imageSet("a", [#""filename": "a.png""#])
        try maker.write("a.imageset/a.png", PNGFile(8, 4).bytes)
        let change = try maker.importAll(path: "/nonexistent:relative")
        try change.check("s", are: .notTaken)
        #expect(change.line("a") == "taken")
        #expect(!change.paths.contains("themes/default/config.json"), "a setting of an image that was not taken")
    }

    @Test(
        "JPEG and WebP are converted by what they are, not by their names",
        .enabled(if: Programs.jpeg && Programs.webp))
    func pixels() throws {
        let ppm = Array("P6\n6 4\n255\n".utf8) + [UInt8](repeating: 200, count: 72)
        try maker.sandbox.write("in.ppm", ppm)
        let gray = Array("P5\n6 4\n255\n".utf8) + [UInt8](repeating: 90, count: 24)
        try maker.sandbox.write("in.pgm", gray)
        try maker.run("cjpeg", "-outfile", "in.jpg", "in.ppm")
        try maker.run("cjpeg", "-outfile", "gray.jpg", "in.pgm")
        try maker.run("cwebp", "-quiet", "-lossless", "in.ppm", "-o", "in.webp")
        for (name, file) in [("j", "in.jpg"), ("g", "gray.jpg"), ("w", "in.webp")] {
            try maker.imageSet(name, [#""filename": "x.png", "scale": "2x""#])
            try maker.write("\(name).imageset/x.png", try maker.sandbox.read(file))
        }
        let change = try maker.importAll()
        try change.check("j", "g", "w", are: .changed)
        for name in ["j", "g", "w"] { #expect(try maker.size("assets/\(name)@2x.png") == "6x4") }
    }

    @Test("A complaint of a program that ends with 0 is a problem of the item", .enabled(if: Programs.pdf))
    func complaints() throws {
        try maker.imageSet("p", [#""filename": "p.pdf""#])
        let pdf = CatalogMaker.pdf(8, 6).replacingOccurrences(of: "4 4 re f     ", with: "4 4 re f nan ")
        try maker.write("p.imageset/p.pdf", pdf)
        let cache = ImportCache()
        let change = try ProjectChange(
            of: try maker.read(), in: try maker.target(), isForced: false,
            converter: CatalogMaker.converter(cache: cache), jobs: 2)
        let line = change.line("p")
        // The next import has to say it again.
        #expect(cache.images.isEmpty)
        #expect(line.hasPrefix("in part; rendered from PDF; 'p.pdf': pdftocairo reports: Syntax Error"))
        #expect(line.hasSuffix("Unknown operator 'nan'"), "\(line)")
    }

    @Test("Sizes of pages are rounded within a hundredth of a point, and up beyond it", .enabled(if: Programs.pdf))
    func fractionalPages() throws {
        let pages = [("tiny", 24.000015, 24), ("hundredth", 24.009, 24), ("more", 24.02, 25), ("less", 23.995, 24)]
        for (name, side, _) in pages {
            try maker.imageSet(name, ["\"filename\": \"p.pdf\""])
            try maker.write("\(name).imageset/p.pdf", CatalogMaker.pdf(side, 8.5))
        }
        try maker.importAll()
        for (name, _, width) in pages { #expect(try maker.size("assets/\(name).png") == "\(width)x9") }
        #expect(try maker.size("assets/tiny@3x.png") == "72x26" && maker.size("assets/tiny@2x.png") == "48x17")
    }

    @Test("A program that waited too long runs again when the others have ended", .enabled(if: Programs.svg))
    func waitingPrograms() throws {
        let path = maker.sandbox.path
        let script = """
            #!/bin/sh
            [ -e '\(path)/waited' ] || { : > '\(path)/waited'; exec /bin/sleep 300; }
            exec \(try #require(Tool.path(of: "rsvg-convert"))) "$@"
            """
        try maker.sandbox.writeProgram("bin/rsvg-convert", script)
        try maker.sandbox.write("s.svg", CatalogMaker.svg(8, 6))
        var converter = CatalogMaker.converter(path: "\(path)/bin")
        converter.clockSeconds = 1
        let source = SourceImage("\(path)/s.svg", .vector(zoom: 1))
        let alone = Result { () throws(ImageConverter.Failure) in try converter.convert(source) }
        #expect(#expect(throws: ImageConverter.Failure.self) { try alone.get() }?.cause == .clockTime)
        // On a busy machine, it has not begun by then, and an image takes seconds.
        try? FileManager.default.removeItem(atPath: "\(path)/waited")
        converter.clockSeconds = 30
        let results = converter.convert([source], jobs: 1)
        #expect(try results[0].get().size.description == "8x6")
    }

    @Test("A source that takes too long at one scale is taken at none", .enabled(if: Programs.svg))
    func slowPrograms() throws {
        // It lowers the limit that it has, so that the test does not take as long.
        let script = """
            #!/bin/sh
            ulimit -t >> '\(maker.sandbox.path)/limits'
            case "$*" in *"--zoom 3"*) ulimit -t 1; while :; do :; done;; esac
            exec \(try #require(Tool.path(of: "rsvg-convert"))) "$@"
            """
        try maker.sandbox.writeProgram("bin/rsvg-convert", script)
        try maker.imageSet("s", [#""filename": "s.svg""#])
        try maker.write("s.imageset/s.svg", CatalogMaker.svg(8, 6))
        let change = try maker.importAll(path: "\(maker.sandbox.path)/bin")
        try change.check("s", are: .notTaken)
        #expect(try Set(maker.sandbox.text("limits").split(separator: "\n")) == ["10"])
        #expect(change.paths.isEmpty)
    }

    @Test("Further pages are reported", .enabled(if: Programs.pdf))
    func pages() throws {
        try maker.imageSet("p", [#""filename": "p.pdf""#])
        try maker.write("p.imageset/p.pdf", CatalogMaker.pdf(8, 6, pages: 12))
        try maker.importAll().check("p", are: .inPart)
        #expect(try maker.size("assets/p@3x.png") == "24x18")
    }

    @Test("An SVG's styles, fonts and files from elsewhere are reported", .enabled(if: Programs.svg))
    func styles() throws {
        let files = [
            ("import", "<style>@import 'x.css';</style>", ExchangeItem.Outcome.inPart),
            ("url", "<rect fill='url( \"http://127.0.0.1/x#a\")' width='4' height='4'/>", .inPart),
            (
                "inner", "<defs><linearGradient id='g'/></defs><rect fill='url(#g)' width='4' height='4'/>", .changed
            ),
            ("foreign", "<foreignObject width='8' height='8'/>", .inPart), ("text", "<text>x</text>", .changed),
        ]
        for (name, content, _) in files {
            try maker.imageSet(name, [#""filename": "s.svg""#])
            try maker.write("\(name).imageset/s.svg", CatalogMaker.svg(8, 8, content))
        }
        let change = try maker.importAll()
        for (name, _, outcome) in files { try change.check(name, are: outcome) }
    }

    @Test("An interruption ends the processes and deletes the folders")
    func interruption() throws {
        let folder = try Sandbox()
        let running = RunningConversions()
        let work = try #require(running.createFolder(in: folder.path))
        let process = BoundedProcess(folder: work, fileBytes: 1000, running: running)
        let started = "\(work)/started"
        let thread = Thread { _ = try? process.run("/bin/sh", ["-c", ": > '\(started)'; exec /bin/sleep 3000"]) }
        thread.start()
        try #require(blockUntil { FileManager.default.fileExists(atPath: started) })
        running.end()
        try #require(blockUntil { thread.isFinished })
        #expect(try folder.listing().isEmpty)
        #expect(running.createFolder(in: folder.path) == nil)
        #expect(throws: ImageConverter.Failure.self) { try process.run("/bin/true", []) }
    }

    @Test("An animated WebP is a defect", .enabled(if: Programs.webp && Tool.path(of: "img2webp") != nil))
    func animation() throws {
        let folder = maker.sandbox.path
        for shade in [UInt8(1), 2] { try maker.sandbox.write("\(shade).png", PNGFile(8, 8, shade: shade).bytes) }
        _ = try Tool.run(
            try #require(Tool.path(of: "img2webp")), ["-lossless", "1.png", "2.png", "-o", "a.webp"], in: folder)
        try maker.imageSet("a", [#""filename": "a.webp""#])
        try maker.write("a.imageset/a.webp", try maker.sandbox.read("a.webp"))
        try maker.importAll().check("a", are: .notTaken)
    }

    @Test("HEIC is converted", .enabled(if: Programs.heic))
    func heic() throws {
        try maker.sandbox.write("in.png", PNGFile(48, 32, .rgb).bytes)
        let folder = maker.sandbox.path
        _ = try Tool.run(try #require(Tool.path(of: "heif-enc")), ["in.png", "-o", "in.heic"], in: folder)
        try maker.imageSet("h", [#""filename": "photo.heic", "scale": "2x""#])
        try maker.write("h.imageset/photo.heic", try maker.sandbox.read("in.heic"))
        try maker.importAll().check("h", are: .changed)
        #expect(try maker.size("assets/h@2x.png") == "48x32")
    }

    @Test(
        "An SVG reads no file, no entity and no address, and runs no script", .enabled(if: Programs.svg),
        arguments: ["", "<!DOCTYPE svg [<!ENTITY xxe SYSTEM 'file:///etc/passwd'>]>"])
    func outside(_ documentType: String) throws {
        let secret = CatalogMaker.svg(8, 8, "<rect width='8' height='8' fill='#00ff00'/>")
        try maker.sandbox.write("secret.svg", secret)
        try maker.write("s.imageset/secret.svg", secret)
        let server = try Listener()
        let path = maker.sandbox.path
        let content = """
            <image href='\(path)/secret.svg' width='8' height='8'/>\
            <image href='file://\(path)/secret.svg' width='8' height='8'/>\
            <image href='../secret.svg' width='8' height='8'/><image href='secret.svg' width='8' height='8'/>\
            <image xlink:href='http://127.0.0.1:\(server.port)/a.png' width='8' height='8'/>\
            <xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='\(path)/secret.svg'/>\
            <script>document.documentElement.innerHTML = ''</script>\(documentType.isEmpty ? "" : "<text>&xxe;</text>")
            """
        let svg = documentType + CatalogMaker.svg(8, 8, content)
        try maker.imageSet("s", [#""filename": "s.svg""#])
        try maker.write("s.imageset/s.svg", svg)
        let change = try maker.importAll()
        #expect(server.connectionCount == 0)
        let line = change.line("s")
        if line.hasPrefix("in part") {
            if documentType.isEmpty { try change.check("s") }
            let png = try maker.sandbox.read("project/assets/s.png")
            let empty = try render(CatalogMaker.svg(8, 8, ""))
            #expect(png == empty, "something was drawn")
        } else {
            #expect(line.hasPrefix("not taken"))
        }
    }

    private func render(_ svg: String) throws -> [UInt8] {
        let other = try CatalogMaker()
        try other.imageSet("e", [#""filename": "e.svg""#])
        try other.write("e.imageset/e.svg", svg)
        try other.importAll()
        return try other.sandbox.read("project/assets/e.png")
    }

    @Test(
        "Huge pages and bombs end with an error", .timeLimit(.minutes(10)),
        .enabled(if: Programs.svg && Programs.pdf && Programs.jpeg && Programs.webp))
    func bombs() throws {
        let files: [(String, [UInt8])] = [
            ("page.pdf", Array(CatalogMaker.pdf(1_000_000_000, 1_000_000_000).utf8)),
            ("wide.svg", Array(CatalogMaker.svg(2_000_000_000, 2_000_000_000).utf8)),
            ("nested.svg", Array(Self.nestedUses.utf8)), ("bomb.jpg", Self.jpegBomb), ("bomb.webp", Self.webpBomb),
        ]
        for (name, bytes) in files {
            try maker.imageSet(name, ["\"filename\": \"\(name)\", \"scale\": \"1x\""])
            try maker.write("\(name).imageset/\(name)", bytes)
        }
        let change = try maker.importAll()
        for (name, _) in files {
            #expect(change.line(name).hasPrefix("not taken; '\(name)' "), "\(change.line(name))")
            #expect(change.item(name)?.notes.contains(where: \.isDefect) == true)
        }
    }

    /// 10 to the 10th copies of a circle.
    private static var nestedUses: String {
        var content = "<defs><circle id='a0' r='1'/>"
        for level in 1...10 {
            let uses = (0..<10).map { _ in "<use href='#a\(level - 1)'/>" }.joined()
            content += "<g id='a\(level)'>\(uses)</g>"
        }
        return CatalogMaker.svg(8, 8, content + "</defs><use href='#a10'/>")
    }

    /// A JPEG whose header says 65,500 x 65,500 pixels. The data end at once, and the decoder fills in gray.
    private static var jpegBomb: [UInt8] {
        let size: [UInt8] = [0xFF, 0xDC, 0xFF, 0xDC]
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        bytes += [0xFF, 0xC0, 0, 11, 8] + size + [1, 1, 0x11, 0]
        let lengths: [UInt8] = [0, 1] + [UInt8](repeating: 0, count: 14)
        for table in [UInt8(0), 0x10] { bytes += [0xFF, 0xC4, 0, 20, table] + lengths + [0] }
        return bytes + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [0, 0, 0, 0, 0xFF, 0xD9]
    }

    /// A lossless WebP whose header says 16,384 x 16,384 pixels.
    private static var webpBomb: [UInt8] {
        let data: [UInt8] = [0x2F, 0xFF, 0xFF, 0xFF, 0x0F] + [UInt8](repeating: 0, count: 27)
        let chunk = Array("VP8L".utf8) + [UInt8(data.count), 0, 0, 0] + data
        return Array("RIFF".utf8) + [UInt8(chunk.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunk
    }

    @Test(
        "An image of an earlier import is not made again, unless its source or its size differs",
        .enabled(if: Programs.svg))
    func remembered() throws {
        try maker.write("remembered/s.svg", CatalogMaker.svg(8, 6))
        try maker.write("remembered/other.svg", CatalogMaker.svg(8, 7))
        func convert(_ name: String, zoom: Int = 1, _ cache: ImportCache) throws -> [UInt8] {
            let converter = ImageConverter(
                tools: ProgramFolders("/usr/bin:/usr/local/bin:/opt/homebrew/bin"), limits: ProjectLimits(),
                temporaryFolder: FileManager.default.temporaryDirectory.path, cache: cache)
            return try converter.convert(SourceImage("\(maker.catalog)/remembered/\(name)", .vector(zoom: zoom))).png
        }
        let first = ImportCache()
        let made = try convert("s.svg", first)
        #expect(Array(first.images.values) == [made])
        // Another image in its place shows that no program ran.
        let planted = PNGFile(3, 3).bytes
        let second = ImportCache(first.images.mapValues { _ in planted })
        #expect(try convert("s.svg", second) == planted)
        #expect(second.images == first.images.mapValues { _ in planted })
        #expect(try convert("s.svg", zoom: 2, second) != planted)
        #expect(try convert("other.svg", second) != planted)
        let damaged = ImportCache(first.images.mapValues { Array($0.dropLast(20)) })
        #expect(try convert("s.svg", damaged) == made)
    }

    @Test("No temporary folder stays behind", .enabled(if: Programs.svg))
    func temporaryFolders() throws {
        try maker.imageSet("s", [#""filename": "s.svg""#])
        try maker.write("s.imageset/s.svg", CatalogMaker.svg(8, 6))
        let folder = try Sandbox()
        let converter = ImageConverter(
            tools: ProgramFolders("/usr/bin:/usr/local/bin:/opt/homebrew/bin"), limits: ProjectLimits(),
            temporaryFolder: folder.path)
        let change = try ProjectChange(
            of: try maker.read(), in: try maker.target(), isForced: false, converter: converter,
            jobs: 2)
        #expect(change.item("s")?.isTaken == true)
        #expect(try folder.listing().isEmpty)
    }
}
