import Foundation
import TestSupport
import Testing

@Suite("The steps of the checks", .enabled(if: Tool.python != nil, "python3 is not installed"))
struct StepsTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func start(_ steps: String...) throws -> Tool.Running {
        try Tool.start(
            try #require(Tool.python), ["\(Tool.repository)/Scripts/run_steps.py", "title"] + steps, in: sandbox.path,
            environment: ["THEMEPACK_STEPS": ""])
    }

    @Test("Steps run at the same time, and after those that they name")
    func order() throws {
        let waits = "until [ -e $0 ]; do sleep 0.01; done"
        let result = try start(
            "one=touch 1; bash -c '\(waits)' 2", "two=touch 2; bash -c '\(waits)' 1", "three:one,two=test -e 1 -a -e 2"
        ).result()
        #expect(result.status == 0, "\(result)")
    }

    @Test("A step that crashes fails the run, is reported with the crash, and no step follows")
    func crash() throws {
        try sandbox.write("Makefile", "crash:\n\t@kill -SEGV $$$$\n")
        let result = try start("crash", "next:crash=touch next").result()
        #expect(result.status == 1)
        #expect(result.errors.contains(/crash: FAILED\n  make\S* \*\*\* \[Makefile:2: crash\] Segmentation fault/))
        #expect(try result.errors.contains("next: not run") && sandbox.listing()["next"] == nil, "\(result)")
    }

    @Test("The last lines of a step that fails are reported")
    func lastLines() throws {
        let result = try start("passes=echo fine", "fails:passes=seq 30; echo no such line; false").result()
        #expect(result.errors.contains("fails: FAILED\n  its last lines:\n    17\n    18\n"), "\(result)")
        #expect(result.errors.hasSuffix("    30\n    no such line\n"), "\(result)")
    }

    @Test("A test that fails is named at the end, with or without colors", arguments: ["✘ ", "\u{1b}[91m✘\u{1b}[0m "])
    func failedTest(mark: String) throws {
        let issue = "Test \"A\" recorded an issue at A.swift:7:9: Expectation failed: a == b"
        let end = "\(mark)Test \"A\" failed after 1 seconds."
        try sandbox.write("output", "↳ Version: 1\n\(mark)\(issue)\n↳ a → 1\n\(end)\n")
        let result = try start("tests=cat output; false").result()
        #expect(result.errors.contains("tests: FAILED\n  ✘ \(issue)\n  ↳ a → 1\n"), "\(result)")
    }

    #if os(Linux)
        @Test("What steps have started ends with them", arguments: [false, true])
        func endedPrograms(interrupts: Bool) async throws {
            let run = try start(
                "passed=true", "step:passed=setsid sleep 3000 & echo $! > left; \(interrupts ? "sleep 3000" : "true")")
            let left = "\(sandbox.path)/left"
            var program: Int32?
            let isThere = try await suspendUntil {
                program = (try? String(contentsOfFile: left, encoding: .utf8)).flatMap { Int32($0.dropLast()) }
                return program != nil
            }
            #expect(isThere)
            let number = try #require(program)
            if interrupts { run.process.interrupt() }
            let result = try run.result()
            #expect(result.status == (interrupts ? 130 : 0), "\(result)")
            #expect(result.output.contains(/\npassed +\d+ +0\n/) && result.output.contains("\ntitle "), "\(result)")
            #expect(result.errors.contains("step: interrupted") == interrupts, "\(result)")
            #expect(try sandbox.text(".build-steps.json").contains("\"passed\""))
            #expect(kill(number, 0) == -1)
        }
    #endif
}
