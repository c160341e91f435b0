import TestSupport
import Testing
import ThemeProject

@testable import ThemeReview

@Suite("Waste")
struct WasteTests {
    private static func waste(_ change: (inout ProjectFiles) -> Void) throws -> (ReviewedWaste, ReviewFacts) {
        let facts = try ProjectFactsTests.facts(of: ProjectFiles.sound.with(change))
        return (try #require(facts.themes.first { $0.id == "year" }).waste, facts)
    }

    private static let button = "themes/year/common/year_button.png"

    @Test(
        "Chunks that no renderer reads are waste, others are not",
        arguments: [
            ("tEXt", true), ("zTXt", true), ("iTXt", true), ("tIME", true), ("prVW", true), ("gAMA", false),
            ("cHRM", false), ("sRGB", false), ("pHYs", false), ("eXIf", false), ("iDOT", false), ("npTc", false),
        ])
    func chunks(_ name: String, _ isWaste: Bool) throws {
        let chunk = PNGFile.Chunk(name, Array("k\u{0}\u{0}\u{0}\u{0}\u{0}abc".utf8))
        let data: [UInt8] =
            switch name {
            case "gAMA": [0, 0, 0xB1, 0x8F]
            case "sRGB": [0]
            case "tIME": [7, 0xE0, 1, 1, 1, 1, 1]
            case "pHYs": [0, 0, 0, 1, 0, 0, 0, 1, 0]
            case "cHRM": [UInt8](repeating: 0, count: 32)
            default: chunk.data
            }
        let image = PNGFile(44, 22, shade: 0x80).inserting(PNGFile.Chunk(name, data), before: "IDAT")
        let (waste, facts) = try Self.waste { $0.files[Self.button] = image.bytes }
        try #require(!facts.files.contains { !$0.isSound }, "\(facts.findings)")
        let items = waste.items.filter { $0.kind == .unreadChunks }
        #expect(items.map(\.chunks) == (isWaste ? [[name]] : []))
        #expect(items.map(\.byteCount) == (isWaste ? [12 + data.count] : []))
        #expect(items.allSatisfy { $0.files.map { facts.files[$0].path } == [Self.button] })
    }

    @Test("A copy of the default counts as a whole; images under several names are a fact, and no waste")
    func identical() throws {
        let text = PNGFile.Chunk("tEXt", Array("a\u{0}b".utf8))
        let copy = PNGFile(10, 10, shade: 5).inserting(text, before: "IDAT").bytes
        let (waste, facts) = try Self.waste { project in
            for name in ["a", "b", "c"] {
                project.files["assets/\(name).png"] = PNGFile(10, 10, shade: 1).bytes
                project.files["themes/year/year_\(name).png"] = copy
            }
            project.files[Self.button] = PNGFile(44, 22, shade: 0x40).inserting(text, before: "IDAT").bytes
        }
        let found = waste.items.map { item in
            "\(item.kind.rawValue) \(item.byteCount): " + item.files.map { facts.files[$0].path }.joined(separator: " ")
        }
        let whole = PNGFile(44, 22, shade: 0x40).inserting(text, before: "IDAT").bytes.count
        #expect(
            found == [
                "identical \(whole): assets/common/button.png \(Self.button)",
                "unread-chunks 15: themes/year/year_a.png",
            ])
        let all = facts.files.filter { $0.owner == "year" }.compactMap(\.byteCount).reduce(0, +)
        #expect(waste.packByteCount == all && waste.byteCount == whole + 15)
        #expect(waste.share == Double(waste.byteCount) / Double(all))
        let ofDefaults = try #require(facts.themes.first).waste
        #expect(ofDefaults.items.isEmpty && ofDefaults.repeated.map(\.count) == [3])
        #expect(
            waste.repeated.map { $0.map { facts.files[$0].path } }
                == [["themes/year/year_a.png", "themes/year/year_b.png", "themes/year/year_c.png"]])
    }

    @Test("A copy of the default that hides a parent's image is no waste", arguments: [true, false])
    func hidesParent(isParentsOwn: Bool) throws {
        let (image, other) = (PNGFile(10, 10, shade: 1).bytes, PNGFile(10, 10, shade: 2).bytes)
        let facts = try ProjectFactsTests.facts(
            of: ProjectFiles.sound.with { project in
                project.files["assets/a.png"] = image
                project.files["themes/year/year_a.png"] = isParentsOwn ? other : image
                project.files["themes/neon/theme.json"] = Array(
                    #"{"id": "neon", "version": "1.0.0", "extends": "year", "imageNamePrefix": "neon_"}"#.utf8)
                project.files["themes/neon/neon_a.png"] = image
            })
        let waste = try #require(facts.themes.first { $0.id == "neon" }).waste
        #expect(waste.items.map(\.kind) == (isParentsOwn ? [] : [.identical]))
    }

    /// An image of random pixels, with alpha and low bytes as given.
    private static func image(
        _ type: PNGFile.ColorType, depth: Int, alpha: UInt8? = nil, low: Bool = false, transparency: [UInt8] = []
    ) -> PNGFile {
        var random = SeededRandom(seed: 5)
        var rows: [UInt8] = []
        for _ in 0..<20 {
            rows.append(0)
            for _ in 0..<20 {
                for channel in 0..<type.channels {
                    let isAlpha = channel == type.channels - 1 && (type == .rgba || type == .grayAlpha)
                    let byte = isAlpha ? alpha ?? 9 : UInt8(truncatingIfNeeded: random.next())
                    rows += depth == 16 ? [byte, low ? byte ^ 1 : byte] : [byte]
                }
            }
        }
        var file = PNGFile(chunks: [PNGFile.header(20, 20, type, depth: depth)])
        if type == .palette { file.chunks.append(PNGFile.Chunk("PLTE", [UInt8](repeating: 7, count: 768))) }
        if !transparency.isEmpty { file.chunks.append(PNGFile.Chunk("tRNS", transparency)) }
        file.chunks += [PNGFile.Chunk("IDAT", PNGFile.zlib(rows)), PNGFile.Chunk("IEND")]
        return file
    }

    @Test(
        "An opaque alpha channel and 16 bits that hold 8 are waste, in proportion",
        arguments: [
            (image(.rgba, depth: 8, alpha: 255), 0.01..<0.25, 0..<0),
            (image(.rgba, depth: 8, alpha: 254), 0..<0, 0..<0),
            (image(.grayAlpha, depth: 8, alpha: 255), 0.01..<0.5, 0..<0), (image(.rgb, depth: 8), 0..<0, 0..<0),
            (image(.rgb, depth: 16), 0..<0, 0.1..<0.6), (image(.rgb, depth: 16, low: true), 0..<0, 0..<0),
            (image(.rgba, depth: 16, alpha: 255), 0.001..<0.25, 0.1..<0.6),
            (image(.rgba, depth: 16, alpha: 255, low: true), 0..<0, 0..<0),
            (image(.gray, depth: 16), 0..<0, 0.1..<0.6),
        ] as [(PNGFile, Range<Double>, Range<Double>)])
    func pixels(_ image: PNGFile, _ alpha: Range<Double>, _ wide: Range<Double>) throws {
        let waste = WasteItem.items(of: image.bytes, limits: ProjectLimits())
        let data = Double(image.chunks.first { $0.type == "IDAT" }?.data.count ?? 0)
        for (bytes, share) in [(waste.bytes(.opaqueAlpha), alpha), (waste.bytes(.wideSamples), wide)] {
            #expect(share.isEmpty ? bytes == 0 : share.contains(Double(bytes) / data), "\(bytes) of \(data)")
        }
    }

    @Test("A tRNS chunk that makes nothing transparent is waste as it is")
    func transparency() {
        func waste(_ image: PNGFile) -> [WasteItem] { WasteItem.items(of: image.bytes, limits: ProjectLimits()) }
        let opaque = waste(Self.image(.palette, depth: 8, transparency: [255, 255]))
        #expect(opaque.bytes(.opaqueAlpha) == 14 && !opaque.contains(where: \.isEstimate))
        let clear = [UInt8](repeating: 0, count: 256)
        #expect(waste(Self.image(.palette, depth: 8, transparency: clear)).bytes(.opaqueAlpha) == 0)
        #expect(waste(PNGFile(2, 2, interlaced: true)).bytes(.opaqueAlpha) == 0)
    }

    @Test("The inspection of a project finds the waste that reading its images finds")
    func inspection() throws {
        let files = ProjectFiles.sound.with { project in
            let images = [
                Self.image(.rgba, depth: 8, alpha: 255), Self.image(.rgba, depth: 8),
                Self.image(.rgba, depth: 16, low: true), Self.image(.grayAlpha, depth: 16, alpha: 255),
                Self.image(.palette, depth: 8, transparency: [255, 255]), PNGFile(20, 20, interlaced: true),
            ]
            for (number, image) in images.enumerated() { project.files["assets/common/\(number).png"] = image.bytes }
        }
        let project = try Project(at: ProjectFiles.root, in: files.memory)
        let memory = ImageMemory()
        let facts = try ReviewFacts(of: project, jobs: 2, memory: memory)
        var gone = project
        gone.fileSystem = MemoryFileSystem()
        let found = memory.waste(of: facts.files, jobs: 1, ReviewReader(gone))
        #expect(found == ImageMemory().waste(of: facts.files, jobs: 1, ReviewReader(project)))
        for kind in [WasteItem.Kind.opaqueAlpha, .wideSamples] {
            #expect(found.contains { $0?.bytes(kind) ?? 0 > 0 })
        }
    }

    @Test("Looking again at the same files reads none of them")
    func memory() throws {
        let files = try ProjectFactsTests.facts(of: .sound).files
        let project = try Project(at: ProjectFiles.root, in: ProjectFiles.sound.memory)
        let memory = ImageMemory()
        let first = memory.waste(of: files, jobs: 2, ReviewReader(project))
        var gone = project
        gone.fileSystem = MemoryFileSystem()
        #expect(memory.waste(of: files, jobs: 2, ReviewReader(gone)) == first)
        #expect(ImageMemory().waste(of: files, jobs: 2, ReviewReader(gone)).allSatisfy { $0 == nil })
    }
}

extension [WasteItem] {
    fileprivate func bytes(_ kind: WasteItem.Kind) -> Int { first { $0.kind == kind }?.byteCount ?? 0 }
}
