import TestSupport
import Testing
import ThemeModel
import ThemeProject
import ThemeReview

@Suite("Next versions")
struct VersionStepTests {
    @Test(
        "Each step has its next version",
        arguments: [
            ("1.2.3", "1.2.4", "1.3.0", "2.0.0"), ("0.2.3", "0.2.4", "0.2.4", "0.3.0"),
            ("2.0.0-beta.1", "2.0.0", "2.0.0", "2.0.0"), ("1.3.0-rc.1", "1.3.0", "1.3.0", "2.0.0"),
            ("1.3.1-rc.1", "1.3.1", "1.4.0", "2.0.0"), ("1.2.3+build.5", "1.2.4", "1.3.0", "2.0.0"),
            ("0.0.0", "0.0.1", "0.0.1", "0.1.0"),
        ])
    func steps(_ version: String, _ patch: String, _ minor: String, _ major: String) throws {
        let version = try SemanticVersion(version)
        #expect(version.following(by: .none) == version)
        for (step, expected) in [(VersionStep.patch, patch), (.minor, minor), (.major, major)] {
            let next = try #require(version.following(by: step))
            #expect(next.description == expected && next > version && next.prerelease.isEmpty && next.build.isEmpty)
        }
    }

    @Test("The largest version has no next one")
    func overflow() throws {
        let version = try SemanticVersion("\(UInt64.max).0.0")
        #expect(version.following(by: .major) == nil && version.following(by: .minor) != nil)
    }

    static let manifests = [
        #"{"id": "year", "version": "1.2.0"}"#,
        "{\"version\":\"1.2.0\"}",
        "\u{FEFF}{\n\t\"név\": \"é\", \"version\" :\t\"1.2.0\"\r\n}\n\n",
        "{\"é\": 1,\"version\": \"1\\u002E2.0\", \"name\": \"version\"}",
        "{\n\n  \"name\": \"1.2.0\",\n  \"version\"\n:\n\"1.2.0\" , \"resources\": [\"1.2.0\"]}",
        "{\"inner\": {\"version\": \"9.9.9\"}, \"version\": \"\"}",
    ]

    @Test("Setting the version changes no other byte", arguments: manifests)
    func edits(_ text: String) throws {
        let bytes = Array(text.utf8)
        let version = try SemanticVersion("10.20.30-x.1")
        let edited = try ManifestEdit.bytes(of: bytes, at: "t", settingVersion: version, limits: ProjectLimits())
        let start = zip(bytes, edited).prefix { $0 == $1 }.count
        let end = zip(bytes.reversed(), edited.reversed()).prefix { $0 == $1 }.count
        // Without the equal bytes at both ends, only the version is left.
        #expect(bytes.count - start - end <= "1\\u002E2.0".utf8.count)
        let read = try SourceDocument.read(edited, fileName: "theme.json", limits: ProjectLimits()).value
        var members = try SourceDocument.read(bytes, fileName: "theme.json", limits: ProjectLimits()).value.object
        members?["version"] = .string("10.20.30-x.1")
        #expect(read.object == members)
        let back = try ManifestEdit.bytes(
            of: edited, at: "t", settingVersion: SemanticVersion("10.20.30-x.1"), limits: ProjectLimits())
        #expect(back == edited)
    }

    @Test(
        "A file without a version, or with two, is an error",
        arguments: [
            "{", "[]", "{}", #"{"version": 1}"#, #"{"version": "1.0.0", "version": "1.0.0"}"#,
        ])
    func refused(_ text: String) throws {
        let error = #expect(throws: UserError.self) {
            _ = try ManifestEdit.bytes(
                of: Array(text.utf8), at: "t", settingVersion: SemanticVersion("1.0.0"), limits: ProjectLimits())
        }
        #expect(error?.path == "t")
    }
}
