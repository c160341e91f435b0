import FuzzTargets
import TestSupport
import Testing

@Suite("Growth of the work")
struct GrowthTests {
    @Test("Work grows as the input, or the budget pays for it", arguments: GrowingProject.all)
    func linear(_ kind: GrowingProject) throws {
        for round in 0..<Soak.rounds(1, soaking: 5) { try GrowthTarget.check(kind, size: 25 << round) }
    }
}
