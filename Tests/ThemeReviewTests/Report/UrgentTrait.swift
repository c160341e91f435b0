import Testing

/// Runs the tests of a suite at a high priority. A test in a browser consists of thousands of short steps. Each would
/// wait for a thread as long as all other tests do, and the suite would end last.
struct UrgentTrait: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await Task(priority: .high) { try await function() }.value
        }
    }
}

extension Trait where Self == UrgentTrait {
    static var urgent: Self { Self() }
}
