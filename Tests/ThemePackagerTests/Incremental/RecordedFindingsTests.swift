import PackFormat
import Testing

@testable import ThemePackager
@testable import ThemeProject

@Suite("Findings in the cache")
struct RecordedFindingsTests {
    private static let whole: Finding = {
        var finding = Finding(
            .imageDimensions, severity: .warning, theme: "year", path: "themes/year/a.png", key: "Color.title",
            position: SourcePosition(line: 3, column: 7), "has 1x1 px", expected: "2x2 px", actual: "1x1 px",
            hint: "export it 👩‍👩‍👧", related: Finding.Related(path: "assets/a.png", message: "the default is here"),
            remedy: .rename(to: "themes/year/b.png"))
        finding.alias = "Color.alias"
        finding.themes = ["year", "dark"]
        finding.cause = Finding.Cause(rule: .themeManifest, path: "themes/year/theme.json", key: "id")
        return finding
    }()

    private static let removal = Finding(
        .nameClash, path: "b", "is a copy", remedy: .remove(equalTo: "a", with: ["b@2x", "b@3x"]))

    private func decoded(_ bytes: [UInt8]) throws -> [Finding] {
        var reader = CacheReader(bytes)
        return try RecordedFindings(from: &reader).decoded()
    }

    private func encoded(_ findings: [Finding]) -> [UInt8] {
        var writer = ByteWriter()
        RecordedFindings(findings).write(to: &writer)
        return writer.bytes
    }

    @Test(
        "A finding comes back with all that it has",
        arguments: [[], [whole], [removal], [removal, whole, Finding(.configSyntax, path: "", "")]])
    func roundTrip(_ findings: [Finding]) throws {
        #expect(try decoded(encoded(findings)) == findings)
    }

    @Test("The sample has every member, so that none is forgotten")
    func members() {
        for member in Mirror(reflecting: Self.whole).children where member.label != "roots" {
            let value = Mirror(reflecting: member.value)
            #expect(value.displayStyle != .optional || !value.children.isEmpty, "\(member.label ?? "")")
            #expect(value.displayStyle != .collection || !value.children.isEmpty, "\(member.label ?? "")")
        }
    }

    @Test("A rule book uses up the roots, which are not stored")
    func roots() {
        var finding = Self.whole
        finding.roots = [RootCause(at: "themes", "", "", hint: "", candidates: 2)]
        let judged = RuleBook(WorkBudget()).judge([finding, finding], isComplete: false)
        #expect(judged.allSatisfy { $0.roots.isEmpty })
    }

    @Test("Findings that are cut, or followed by other bytes, are no findings")
    func damaged() throws {
        let bytes = Array(encoded([Self.whole, Self.removal]).dropFirst(8))
        for count in bytes.indices {
            var writer = ByteWriter()
            writer.add(UInt64(count))
            #expect(throws: InvalidCache.self) { try decoded(writer.bytes + bytes.prefix(count)) }
        }
        // Any other bytes are findings or none, and end no process.
        for offset in bytes.indices {
            for flip: UInt8 in [1, 0x80, 0xFF] {
                var writer = ByteWriter()
                writer.add(UInt64(bytes.count))
                var changed = bytes
                changed[offset] ^= flip
                let findings = try? decoded(writer.bytes + changed)
                #expect(findings.map { $0 != [Self.whole, Self.removal] } ?? true)
            }
        }
        var longer = ByteWriter()
        longer.add(UInt64(bytes.count + 1))
        #expect(throws: InvalidCache.self) { try decoded(longer.bytes + bytes + [0]) }
    }
}
