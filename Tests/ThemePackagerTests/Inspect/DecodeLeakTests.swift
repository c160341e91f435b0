import TestSupport
import Testing
import ThemeProject

@testable import FuzzTargets
@testable import ThemePackager

/// Under the leak sanitizer these tests find memory that is not freed.
@Suite("A hundred decoded images")
struct DecodeLeakTests {
    @Test("Every valid and every damaged image is decoded, looked at and released a hundred times")
    func images() throws {
        let damages = BadImageTests.damages + BadImageTests.trailingData
        var images = damages.compactMap { ProjectFiles.sound.with($0.spoil).files[BadInput.imagePath] }
        for (type, depth) in ValidImageTests.allKinds {
            for interlaced in [false, true] {
                let image = PNGFile(33, 9, type, depth: depth, interlaced: interlaced)
                images += PNGEnding.all.map { $0.replacing(image) }
            }
        }
        for bytes in images {
            for _ in 0..<Soak.rounds(1, soaking: 100) {
                try PNGTarget.check(bytes)
                guard let structure = try? PNGStructure(bytes) else { continue }
                _ = try? PNGDecoder.decode(structure, limits: ProjectLimits(), WorkBudget(), wantsGrid: true)
            }
        }
    }
}
