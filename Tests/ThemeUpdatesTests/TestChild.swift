import Foundation

/// Another process of this test program, which runs only one test. Its instructions are in a variable.
struct TestChild {
    private static let variable = "THEMEPACK_UPDATE_CHILD"

    let process = Process()
    private let outputPath = NSTemporaryDirectory() + "/themepack-child-\(UUID().uuidString)"

    /// Returns the instructions if this process is the child that runs a test.
    static func instructions(for test: String) -> String? {
        let environment = ProcessInfo.processInfo.environment
        return environment["\(variable)_TEST"] == test ? environment[variable] : nil
    }

    private static let parent = getppid()

    /// Whether the process that started this child still runs.
    static var isWanted: Bool { getppid() == parent }

    init(_ test: String, _ instructions: String, settings: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--testing-library", "swift-testing", "--filter", test]
        var environment = ProcessInfo.processInfo.environment.merging(settings) { _, new in new }
        environment[Self.variable] = instructions
        environment["\(Self.variable)_TEST"] = test
        process.environment = environment
        _ = FileManager.default.createFile(atPath: outputPath, contents: nil)
        process.standardOutput = FileHandle(forWritingAtPath: outputPath)
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func output() throws -> String { try String(contentsOfFile: outputPath, encoding: .utf8) }

    /// Waits for the end. `waitUntilExit` needs a run loop, which an async test does not have.
    func end() async throws {
        while process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
    }
}
