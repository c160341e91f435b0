import TestSupport
import Testing
import ThemeExchange
import ThemePackager
import ThemeProject

@Suite("Scales rendered from one source")
struct RenderedScaleTests {
    let maker: CatalogMaker

    init() throws { maker = try CatalogMaker() }

    @Test("Limits of a program fit the size of the image, and a message names the scale", .enabled(if: Programs.svg))
    func memory() throws {
        let script = """
            #!/bin/sh
            ulimit -v >> '\(maker.sandbox.path)/limits'
            case "$*" in *"--zoom 3"*) echo "Error rendering SVG: NoMemory" >&2; exit 1;; esac
            exec \(try #require(Tool.path(of: "rsvg-convert"))) "$@"
            """
        try maker.sandbox.writeProgram("bin/rsvg-convert", script)
        try maker.imageSet("s", [#""filename": "s.svg""#])
        try maker.write("s.imageset/s.svg", CatalogMaker.svg(1024, 512))
        let change = try maker.importAll(path: "\(maker.sandbox.path)/bin")
        try change.check("s", are: .inPart)
        #expect(change.line("s").contains("MiB of memory at @3x") && change.line("s").contains("--scales without 3"))
        let limits = try maker.sandbox.text("limits").split(separator: "\n").compactMap { Int($0) }
        #expect(limits.sorted() == [1, 4, 9].map { (1 << 20) + $0 * 32 << 10 }, "in KiB")
    }

    @Test("Scales of one drawing are never another drawing", .enabled(if: Programs.svg))
    func scales() throws {
        let shapes = [
            "M0 0L9.5 5.6L0 11.2z", "M0 0H9.5V11.2H0z", "M9.5 0V11.2L5 6z", "M0 5H9.5V6H0z", "M8 0H9.5V11.2H8z",
        ]
        let sizes = [(9.5, 11.2), (4.1, 4.1), (23.3, 8.7), (16, 16), (3.34, 7.67)]
        for (number, size) in sizes.enumerated() {
            for (index, shape) in shapes.enumerated() {
                let name = "s\(number)\(index)"
                try maker.imageSet(name, [#""filename": "s.svg""#])
                try maker.write(
                    "\(name).imageset/s.svg",
                    "<svg xmlns='http://www.w3.org/2000/svg' width='\(size.0)' height='\(size.1)' "
                        + "viewBox='0 0 9.5 11.2' preserveAspectRatio='none'><path d='\(shape)'/></svg>")
            }
        }
        try maker.importAll()
        let run = ProjectRun(of: try Project(at: maker.project), .everything, jobs: 1)
        let findings = try run.verify().findings.filter { $0.rule == .imageScaleContent }
        #expect(findings.isEmpty, "\(findings.map { "\($0.path) \($0.message)" })")
    }
}
