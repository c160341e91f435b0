import TestSupport
import Testing

@testable import FuzzTargets

/// Under the leak sanitizer these tests find memory that is not freed.
@Suite("A hundred mounts")
struct MountLeakTests {
    @Test("Every valid and every bad pack is mounted, read and released a hundred times")
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
