import Testing
import ThemeModel
import ThemePackager
import ThemeRuntime

/// Compiled as a client would be, without `@testable`, without `package` access and without the C modules: if a C type stood
/// in a public signature, this would not compile.
@Suite("The public API is enough, and pure Swift")
struct PublicAPITests {
    /// Everything that a tool of one's own needs in order to verify, plan and write.
    @Test("A project in a file system of one's own can be verified and planned")
    func verifying() throws {
        let project = try Project(at: "/p", in: TwoFolders())
        let verifier = Verifier(project, jobs: 1, progress: { (_: Int, _: Int) in })
        let verification: Verification = try verifier.verifyForPackaging(.everything)
        let findings: [Finding] = verification.findings
        #expect(findings.isEmpty)
        #expect(verification.imageCount == 0)
        let plans = try verification.themes.map { theme throws(PackagingProblem) -> PackPlan in try PackPlan(for: theme)
        }
        #expect(plans.isEmpty)
        let stale = try Distribution(folder: "/absent").stale(
            verification.themes, from: project.fileSystem, date: .fixed)
        #expect(stale == ["/absent/SHA256SUMS"])
        #expect(try project.themeFolders() == [])
    }

    @Test("Bytes that are no pack are a finding of PackVerifier and an error of ThemePack")
    func packs() {
        let bytes = [UInt8](repeating: 0, count: 512)
        let verification = bytes.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "x.zip") }
        #expect(verification.count(.error) == 1)
        #expect(throws: ThemeError.self) { _ = try ThemePack(copying: bytes, path: "x.zip") }
    }

    @Test("Values of the model can be made and compared")
    func values() throws {
        let manifest = ThemeManifest(
            id: try ThemeID("year"), name: "New Year", version: try SemanticVersion("1.2.0"),
            imageNamePrefix: try ImagePrefix("year_"))
        #expect(manifest.extends == .default && manifest.imageNamePrefix.string == "year_")
        #expect(ArchiveDate(secondsSince1970: 0) == .fixed)
        #expect(Distribution(folder: "dist").folder == "dist")
        #expect(Rule.allCases.count == Set(Rule.allCases.map(\.rawValue)).count)
        #expect(Severity.warning < .error)
    }
}

/// `assets/` and `themes/`, both empty.
private struct TwoFolders: FileSystem {
    func entries(of folder: String) throws(FileProblem) -> [FolderEntry] { [] }
    func read(_ path: String, first count: Int?, limit: Int) throws(FileProblem) -> FileContents { throw .missing }
    func destination(of path: String) throws(FileProblem) -> String { path }
    func kind(of path: String) -> FileKind? { path.hasSuffix("s") ? .folder : nil }
}
