import TestSupport
import Testing

@testable import FuzzTargets
@testable import ThemePackager

/// Under the address sanitizer, whatever is not freed here is told when the process ends.
@Suite("A hundred mounts")
struct MountLeakTests {
    @Test("Every sound pack and every bad one is mounted, asked for everything and let go, a hundred times")
    func mounts() throws {
        var packs = try PackSeeds.packs()
        let sound = try BadPack.sound.get()
        for bad in BadPackTests.all {
            var forge = sound
            try bad.spoil(&forge)
            packs.append(forge.bytes)
        }
        for pack in packs {
            for _ in 0..<Soak.rounds(1, soaking: 100) { try MountTarget.run([0] + pack) }
        }
    }
}
