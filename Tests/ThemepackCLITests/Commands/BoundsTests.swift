import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Small inputs that once took more than ten seconds or a gigabyte: each kind, for each command that reads it.
@Suite("Bounds of the tool")
struct BoundsTests: ToolTests {
    let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(
        "Small inputs take neither minutes nor gigabytes", .enabled(if: Soak.isOn && Tool.path(of: "prlimit") != nil),
        arguments: GrowingInput.all)
    func bounded(_ input: GrowingInput) throws {
        try input.write(sandbox, input.bound)
        // A debug build takes some ten times what a release build does.
        let prlimit = try #require(Tool.path(of: "prlimit"))
        let limits = ["--cpu=120", "--data=3000000000"]
        for command in input.commands {
            let words = command.split(separator: " ").map(String.init)
            let result = try Tool.run(prlimit, limits + [Tool.themepack] + words, in: sandbox.path)
            #expect([0, 1, 2].contains(result.status), "\(command): \(result.status), \(result.errors.prefix(500))")
        }
    }

    /// `make growth` runs it.
    @Test(
        "The work of each command grows as its input", .enabled(if: GrowthTarget.countsVisits),
        arguments: GrowingInput.all.filter { $0.small != nil })
    func linear(_ input: GrowingInput) throws {
        let small = try #require(input.small)
        let sizes = [("small", small), ("large", small * GrowthTarget.factor)]
        for (folder, size) in sizes {
            let inner = try Sandbox()
            try input.write(inner, size)
            try FileManager.default.moveItem(atPath: inner.path, toPath: "\(sandbox.path)/\(folder)")
        }
        let paid = input.project.map { GrowthTarget.paidVisits($0, size: sizes[1].1) } ?? 0
        for command in input.commands {
            let profiles = try sizes.map { folder, _ in
                let path = "\(sandbox.path)/\(folder).profraw"
                let result = try Tool.run(
                    Tool.themepack, command.split(separator: " ").map(String.init), in: "\(sandbox.path)/\(folder)",
                    environment: ["LLVM_PROFILE_FILE": path, "SWIFT_DETERMINISTIC_HASHING": "1"])
                #expect([0, 1, 2].contains(result.status), "\(command): \(result)")
                return try Self.visits(inProfile: path)
            }
            let regions = GrowthTarget.excess(profiles[0], profiles[1], allowing: paid)
            #expect(regions.isEmpty, "\(command)")
        }
    }

    /// Returns how often a program ran each region of its code. https://llvm.org/docs/InstrProfileFormat.html#header
    private static func visits(inProfile path: String) throws -> [UInt64] {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        func word(_ offset: Int) -> UInt64 { bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        let header = (0..<16).map { Int(truncatingIfNeeded: word(8 * $0)) }
        try #require(header[1] & 0xFF == 10, "the profile has another version")
        let start = 8 * header.count + header[2] + 64 * header[3] + header[4]
        return (0..<header[5]).map { word(start + 8 * $0) }
    }

    @Test("SECURITY.md names the kinds of inputs that have rows")
    func kinds() throws {
        let kinds = Set(InputKind.allCases)
        #expect(Set(GrowingInput.all.map(\.kind)) == kinds)
        let text = try String(contentsOfFile: "\(Tool.repository)/SECURITY.md", encoding: .utf8)
            .replacing(#/\n */#, with: " ")
        let list = try #require(text.firstMatch(of: #/for each of these kinds: ([^.]*)\./#)).1
        #expect(Set(list.split(separator: ", ").map(String.init)) == Set(kinds.map(\.rawValue)))
    }
}
