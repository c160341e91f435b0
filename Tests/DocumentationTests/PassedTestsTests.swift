import Foundation
import TestSupport
import Testing

/// `Scripts/run_tests.py` in a repository of three modules, with a program that prints the options it gets as tests.
@Suite(
    "Tests that have passed with the same files",
    .enabled(if: Tool.python != nil && Tool.path(of: "git") != nil, "python3 or git is not installed"))
struct PassedTestsTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        let script = try String(contentsOfFile: "\(Tool.repository)/Scripts/run_tests.py", encoding: .utf8)
        try sandbox.write("Scripts/run_tests.py", script)
        try sandbox.write(".gitignore", ".build\n")
        for name in ["Base", "Left", "ThemepackCLI"] {
            try sandbox.write("Sources/\(name)/\(name).swift", "")
            try sandbox.write("Tests/\(name)Tests/\(name)Tests.swift", "")
        }
        let targets = [
            "Base": [], "Left": ["Base"], "ThemepackCLI": ["Base"], "BaseTests": ["Base"],
            "LeftTests": ["Left", "Base"], "ThemepackCLITests": ["ThemepackCLI", "Base"],
        ]
        let description = try JSONEncoder().encode(["targetDependencyMap": targets])
        try sandbox.write(".build/debug/description.json", Array(description))
        try #require(Tool.run(try #require(Tool.path(of: "git")), ["init", "-q"], in: sandbox.path).status == 0)
    }

    /// Returns the targets whose tests ran.
    ///
    /// - Parameter builds: whether the files are noted before, as a build does.
    private func run(
        _ options: String..., by program: String = "echo", builds: Bool = true
    ) throws -> Set<String> {
        let all: Set = ["BaseTests", "LeftTests", "ThemepackCLITests"]
        let (python, script) = (try #require(Tool.python), "\(sandbox.path)/Scripts/run_tests.py")
        if builds { try #require(Tool.run(python, [script, "--note"]).status == 0) }
        let result = try Tool.run(python, [script] + options + ["--except", "None", program, "tests"])
        #expect(result.status == (program == "false" ? 1 : 0), "\(result)")
        let printed = result.output.split(separator: "\n").first { $0.hasPrefix("tests") }
        guard let printed else { return program == "false" ? all : [] }
        return all.filter { !printed.contains($0) }
    }

    private let everything: Set = ["BaseTests", "LeftTests", "ThemepackCLITests"]

    @Test("A change runs the tests that can see it, once they have passed")
    func changes() throws {
        #expect(try run() == everything)
        #expect(try run() == [])
        #expect(try run("--all") == everything)
        for (path, seen) in [
            ("Sources/Left/Left.swift", ["LeftTests"]), ("Tests/BaseTests/BaseTests.swift", ["BaseTests"]),
            ("Sources/Left/New.swift", ["LeftTests"]), ("Sources/Base/Base.swift", everything),
            ("README.md", everything), ("Tests/Fixtures/image.json", everything),
        ] as [(String, Set<String>)] {
            try sandbox.write(path, "// changed")
            #expect(try run() == seen, "\(path)")
            #expect(try run() == [], "\(path)")
        }
    }

    @Test("Tests that start the tool or read sources see the changes of those, too")
    func withoutLinking() throws {
        try sandbox.write("Tests/BaseTests/BaseTests.swift", "Tool.themepack")
        #expect(try run() == everything)
        try sandbox.write("Sources/ThemepackCLI/ThemepackCLI.swift", "// changed")
        #expect(try run() == ["BaseTests", "ThemepackCLITests"])
        for text in ["\\(Tool.repository)/Sources\"", "\\(Tool.repository)/Sources/\\(name)", "(\"Sources\")"] {
            try sandbox.write("Tests/BaseTests/BaseTests.swift", text)
            try sandbox.write("Sources/Left/Left.swift", text)
            _ = try run()
            try sandbox.write("Sources/Left/Left.swift", "// changed")
            #expect(try run() == ["BaseTests", "LeftTests"], "\(text)")
        }
        try sandbox.write("Tests/BaseTests/BaseTests.swift", "\\(Tool.repository)/Sources/Left/Left.swift")
        _ = try run()
        try sandbox.write("Sources/ThemepackCLI/ThemepackCLI.swift", "// changed again")
        #expect(try run() == ["ThemepackCLITests"])
    }

    @Test("Tests of files that have changed since the build are run, and not remembered")
    func changedSince() throws {
        #expect(try run() == everything)
        try sandbox.write("Sources/Left/Left.swift", "// newer than the build")
        #expect(try run(builds: false) == ["LeftTests"])
        #expect(try run(builds: false) == ["LeftTests"])
        #expect(try run() == ["LeftTests"])
        #expect(try run() == [])
    }

    @Test("Without the targets of this package, tests see every file, and none is left out")
    func otherPackage() throws {
        for description in [#"{"targetDependencyMap": {"Example": ["Base"]}}"#, nil] {
            if let description {
                try sandbox.write(".build/debug/description.json", description)
            } else {
                try FileManager.default.removeItem(atPath: "\(sandbox.path)/.build/debug/description.json")
            }
            try sandbox.write("Sources/Left/Left.swift", description ?? "")
            #expect(try run() == everything)
            #expect(try run() == [])
            try sandbox.write("Sources/Left/Left.swift", "// changed")
            #expect(try run() == everything)
        }
    }

    @Test("Nothing is remembered of tests that fail, and nothing without git")
    func failures() throws {
        #expect(try run(by: "false") == everything)
        #expect(try run() == everything)
        try FileManager.default.removeItem(atPath: "\(sandbox.path)/.git")
        #expect(try run() == everything)
    }

    #if os(Linux)
        @Test("What tests have started ends with them", arguments: [false, true])
        func endedPrograms(interrupts: Bool) async throws {
            let script = "sleep 600 & echo $! > left; \(interrupts ? "exec sleep 600" : "true")"
            let arguments = ["--except", "None", "bash", "-c", script]
            let run = try Tool.start(
                try #require(Tool.python), ["\(sandbox.path)/Scripts/run_tests.py"] + arguments, in: sandbox.path)
            let left = "\(sandbox.path)/left"
            var program: Int32?
            for _ in 0..<4000 where program == nil {
                try await Task.sleep(for: .milliseconds(5))
                program = (try? String(contentsOfFile: left, encoding: .utf8)).flatMap { Int32($0.dropLast()) }
            }
            let number = try #require(program)
            if interrupts { run.process.terminate() }
            #expect(try run.result().status == (interrupts ? 143 : 0))
            #expect(kill(number, 0) == -1)
        }
    #endif
}
