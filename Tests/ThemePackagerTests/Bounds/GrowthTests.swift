import FuzzTargets
import TestSupport
import Testing

/// Serialized, because visits are those of all threads. Sorting a few elements takes their square.
@Suite("Growth of the work", .serialized)
struct GrowthTests {
    @Test("Work grows as the input, or the budget pays for it", arguments: GrowingProject.all)
    func linear(_ kind: GrowingProject) throws {
        for round in 0..<Soak.rounds(1, soaking: 5) { try GrowthTarget.check(kind, size: 50 << round) }
    }
}
