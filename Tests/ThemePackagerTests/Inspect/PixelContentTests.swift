import TestSupport
import Testing
import ThemeModel
import ThemeProject

@testable import ThemePackager

@Suite("Contents of images")
struct PixelContentTests {
    static let limits = ProjectLimits()

    private static func content(_ bytes: [UInt8], wantsGrid: Bool = true) throws -> PixelContent {
        let decoded = try PNGDecoder.decode(PNGStructure(bytes), limits: limits, WorkBudget(), wantsGrid: wantsGrid)
        return try #require(
            decoded.content ?? PixelContent(decoding: bytes, limits: limits, wantsGrid: wantsGrid))
    }

    @Test(
        "Opaque, transparent and flat are those of the pixels, for every kind of PNG",
        arguments: ValidImageTests.allKinds, [false, true])
    func kinds(_ kind: (PNGFile.ColorType, Int), interlaced: Bool) throws {
        for variant in 0..<5 {
            var grid = PixelGrid(9, 7, kind.0, depth: kind.1, seed: UInt64(variant))
            let channels = kind.0.channels
            let full = UInt16(truncatingIfNeeded: 1 << kind.1 - 1)
            if variant == 1 { grid.samples = grid.samples.map { _ in full } }
            if variant == 2, channels % 2 == 0 {
                for index in grid.samples.indices where index % channels == channels - 1 { grid.samples[index] = 0 }
            }
            if variant == 3, channels % 2 == 0 {
                for index in grid.samples.indices where index % channels == channels - 1 { grid.samples[index] = full }
            }
            if variant == 4, kind.0 == .palette { grid.transparency = [0, 128] }
            // The color of a transparent pixel cannot be seen.
            let pixels = grid.pixels.map { $0.w == 0 ? .zero : $0 }
            for wantsGrid in [false, true] {
                let found = try Self.content(grid.png(interlaced: interlaced).bytes, wantsGrid: wantsGrid)
                #expect(found.isOpaque == pixels.allSatisfy { $0.w == .max }, "variant \(variant)")
                #expect(found.isTransparent == pixels.allSatisfy { $0.w == 0 }, "variant \(variant)")
                #expect(found.isFlat == pixels.allSatisfy { $0 == pixels[0] }, "variant \(variant)")
                #expect((found.grid != nil) == wantsGrid)
                let strongest = pixels.map { UInt8($0.w >> 8) }.max() ?? 0
                #expect(found.strongest == strongest || min(found.strongest, strongest) >= PixelContent.strongAlpha)
            }
        }
    }

    @Test("The quick check and libpng see the same pixels behind every filter", arguments: ValidImageTests.allKinds)
    func filters(_ kind: (PNGFile.ColorType, Int)) throws {
        for (width, height) in [(4, 4), (5, 9), (33, 17), (64, 64), (301, 12)] {
            for isFiltered in [false, true] {
                let grid = PixelGrid(width, height, kind.0, depth: kind.1, seed: UInt64(width))
                let bytes = grid.png(isFiltered: isFiltered).bytes
                for wantsGrid in [false, true] {
                    let looked = try PNGDecoder.decode(
                        PNGStructure(bytes), limits: Self.limits, WorkBudget(), wantsGrid: wantsGrid)
                    let decoded = PixelContent(decoding: bytes, limits: Self.limits, wantsGrid: wantsGrid)
                    #expect(decoded != nil && looked.content == decoded, "\(width)x\(height), \(isFiltered)")
                    #expect(decoded?.grid?.bytes.count == (wantsGrid ? ColorGrid.byteCount : nil))
                }
            }
        }
    }

    @Test(
        "The first rows have a checksum of their pixels, whatever their encoding", arguments: ValidImageTests.allKinds)
    func starts(_ kind: (PNGFile.ColorType, Int)) throws {
        for (width, height) in [(5, 9), (64, 64), (301, 12)] {
            let grid = PixelGrid(width, height, kind.0, depth: kind.1, seed: UInt64(width))
            var rgba = PixelGrid(width, height, .rgba, depth: max(8, kind.1), seed: 0)
            rgba.samples = grid.pixels.flatMap { pixel in (0..<4).map { kind.1 == 16 ? pixel[$0] : pixel[$0] >> 8 } }
            let start = try Self.content(grid.png().bytes, wantsGrid: false).start
            #expect(try Self.content(grid.png(interlaced: true).bytes).start == start)
            #expect(try Self.content(rgba.png().bytes).start == start)
            let head = ImageStart(ofHead: grid.png().bytes).checksum
            #expect(head == (kind.1 == 16 ? nil : start))
            // The checksum is known as soon as the bytes of these rows are.
            for length in [40, 100, 400, 1_000, 4_096] {
                let part = ImageStart(ofHead: Array(grid.png().bytes.prefix(length))).checksum
                #expect(part == nil || part == start, "\(width)x\(height), \(length)")
            }
            let other = PixelGrid(width, height, kind.0, depth: kind.1, seed: 1_000)
            #expect(try Self.content(other.png().bytes, wantsGrid: false).start != start)
        }
    }

    @Test("An image with fewer pixels than cells has no grid")
    func small() throws {
        let grid = try Self.content(PNGFile(3, 9).bytes).grid
        #expect(grid == ColorGrid([]) && grid?.difference(from: ColorGrid([])) == nil)
    }

    // MARK: - Rules

    /// A frame of `shade` around a hole.
    private static func frame(_ width: Int, _ height: Int, hole: UInt16 = 0, shade: UInt16 = 200) -> [UInt8] {
        var grid = PixelGrid(width, height, seed: 1)
        for y in 0..<height {
            for x in 0..<width {
                let isInner = (width / 4..<width * 3 / 4).contains(x) && (height / 4..<height * 3 / 4).contains(y)
                let alpha = isInner ? hole : 255
                grid.samples.replaceSubrange(
                    (y * width + x) * 4..<(y * width + x) * 4 + 4, with: [shade, isInner ? 9 : 40, 40, alpha])
            }
        }
        return grid.png().bytes
    }

    private static func project(_ change: (inout ProjectFiles) -> Void) -> ProjectFiles {
        ProjectFiles.sound.with { project in
            for scale in 1...3 {
                let suffix = scale == 1 ? "" : "@\(scale)x"
                project.files["assets/common/button\(suffix).png"] = frame(44 * scale, 22 * scale)
                project.files["themes/year/common/year_button\(suffix).png"] =
                    frame(44 * scale, 22 * scale, shade: 90)
            }
            change(&project)
        }
    }

    @Test(
        "Every scale and theme shows its drawing: no finding", arguments: [ThemeScope.everything, .folders(["year"])])
    func sound(_ scope: ThemeScope) throws {
        #expect(try Self.project { _ in }.verify(scope).map(\.line) == [])
    }

    @Test("RR1 An image whose channel is opaque everywhere lacks the holes of its default", arguments: [true, false])
    func opaque(isEverything: Bool) throws {
        let scope: ThemeScope = isEverything ? .everything : .folders(["year"])
        let image = Self.frame(44, 22, hole: 255, shade: 90)
        let findings = try Self.project { $0.files[BadInput.imagePath] = image }.verify(scope)
        // Its other scales have the hole.
        #expect(findings.map(\.rule) == [.imageAlpha, .imageScaleContent], "\(findings.map(\.line))")
        #expect(try Sentences.mismatch(findings.first?.sentence, of: "an opaque image", in: "images") == nil)
        // A default without holes asks for none.
        let both = Self.project {
            $0.files[BadInput.imagePath] = image
            $0.files["assets/common/button.png"] = Self.frame(44, 22, hole: 255)
        }
        #expect(try !both.verify(scope).contains { $0.rule == .imageAlpha })
    }

    @Test(
        "RR1 A blank image is reported, unless its default is blank",
        arguments: [0, 255] as [UInt16])
    func blank(_ alpha: UInt16) throws {
        var grid = PixelGrid(44, 22, seed: 3)
        for index in grid.samples.indices {
            // Colors under alpha 0 cannot be seen.
            if index % 4 == 3 { grid.samples[index] = alpha } else if alpha > 0 { grid.samples[index] = 90 }
        }
        let image = grid.png().bytes
        for scope in [ThemeScope.everything, .folders(["year"])] {
            let findings = try Self.project { $0.files[BadInput.imagePath] = image }.verify(scope)
            let found = findings.filter { $0.rule == .imageBlank }
            #expect(found.count == 1, "\(findings.map(\.line))")
            #expect(
                try Sentences.mismatch(
                    found.first?.sentence, of: "an image whose pixels have the alpha \(alpha)", in: "images") == nil)
            #expect(found.first?.severity == .warning && found.first?.hint != nil)
            let both = Self.project {
                $0.files[BadInput.imagePath] = image
                $0.files["assets/common/button.png"] = PNGFile(44, 22, shade: 7).bytes
            }
            #expect(try !both.verify(scope).contains { $0.rule == .imageBlank })
        }
    }

    @Test(
        "RR1 An image is faint from 64 steps below its default's strongest pixel on, wherever that is",
        arguments: [ThemeScope.everything, .folders(["year"])])
    func faint(_ scope: ThemeScope) throws {
        func image(_ strongest: UInt16, base: UInt16) -> [UInt8] {
            var grid = PixelGrid(44, 220, seed: 3)
            for index in grid.samples.indices where index % 4 == 3 { grid.samples[index] = base + UInt16(index % 8) }
            grid.samples[grid.samples.count - 1] = strongest
            return grid.png().bytes
        }
        for (themed, other, isFound) in [(136, 200, true), (137, 200, false), (191, 255, true), (192, 255, false)] {
            let findings = try ProjectFiles.sound.with { project in
                project.files = project.files.filter { !$0.key.hasSuffix("x.png") }
                project.files["assets/common/button.png"] = image(UInt16(other), base: 193)
                project.files[BadInput.imagePath] = image(UInt16(themed), base: 90)
            }.verify(scope)
            #expect(findings.map(\.rule) == (isFound ? [.imageFaint] : []), "\(themed): \(findings.map(\.line))")
        }
    }

    @Test("A scale with another drawing is reported, in themes and in the defaults")
    func scales() throws {
        let other = PNGFile(88, 44, shade: 255).bytes
        for path in ["themes/year/common/year_button@2x.png", "assets/common/button@2x.png"] {
            let findings = try Self.project { $0.files[path] = other }.allFindings()
            let found = findings.filter { $0.rule == .imageScaleContent }
            #expect(found.map(\.path) == [path], "\(findings.map(\.line))")
            #expect(try Sentences.mismatch(found.first?.sentence, of: "another drawing: \(path)", in: "images") == nil)
        }
    }

    @Test("RR1 Two exchanged files name each other, even if the drawings are similar")
    func exchanged() throws {
        func icon(_ scale: Int, mark: Int) -> [UInt8] {
            var grid = PixelGrid(24 * scale, 24 * scale, seed: 1)
            for y in 0..<24 * scale {
                for x in 0..<24 * scale {
                    let isMark = x / scale / 6 == mark && y / scale / 6 == 1
                    let at = (y * 24 * scale + x) * 4
                    grid.samples.replaceSubrange(
                        at..<at + 4, with: isMark ? [250, 250, 250, 255] : [40, 90, 200, 255])
                }
            }
            return grid.png().bytes
        }
        func findings(exchanging: Bool) throws -> [Finding] {
            try ProjectFiles.sound.with { project in
                for (name, mark) in [("home", 1), ("list", 2)] {
                    for scale in 1...2 {
                        let shown = exchanging && scale == 2 ? 3 - mark : mark
                        let suffix = scale == 1 ? "" : "@2x"
                        project.files["assets/tab/\(name)\(suffix).png"] = icon(scale, mark: shown)
                    }
                }
            }.verify().filter { $0.rule == .imageScaleContent }
        }
        #expect(try findings(exchanging: false).isEmpty)
        let found = try findings(exchanging: true)
        #expect(found.map(\.path) == ["assets/tab/home@2x.png"])
        #expect(found.first?.related?.path == "assets/tab/list@2x.png")
        #expect(try Sentences.mismatch(found.first?.sentence, of: "two exchanged files", in: "images") == nil)
    }

    @Test("A run with a cache finds what the first run found, also after a scale was added")
    func cached() throws {
        let sandbox = try Sandbox()
        try Self.project {
            $0.files["themes/year/common/year_button@2x.png"] = nil
            $0.files["themes/year/common/year_button@3x.png"] = nil
            $0.files["assets/common/button@2x.png"] = nil
            $0.files["assets/common/button@3x.png"] = nil
            $0.files[BadInput.imagePath] = Self.frame(44, 22, hole: 255, shade: 90)
        }.write(to: sandbox)
        func rules() throws -> [Rule] {
            let project = try Project(at: sandbox.path)
            let cached = try ProjectRun(of: project, jobs: 1, cache: ProjectCache(of: project, tool: "t"))
                .verify()
            #expect(try ProjectRun(of: project, jobs: 1).verify().findings == cached.findings)
            return cached.findings.map(\.rule)
        }
        #expect(try rules() == [.imageAlpha])
        try sandbox.write("themes/year/config.json", "{ }")
        #expect(try rules() == [.imageAlpha])
        try sandbox.write("assets/common/button@2x.png", PNGFile(88, 44, shade: 255).bytes)
        #expect(try rules().contains(.imageScaleContent))
    }
}
