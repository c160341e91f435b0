import Foundation
import TestSupport
import Testing

/// Each promise about files is kept by one mechanism. These tests find a second one.
@Suite("One mechanism for each promise")
struct MechanismTests {
    /// A call, and the files that may make it, with the reason.
    struct Rule: Sendable, CustomTestStringConvertible {
        let call: String
        let reason: String
        let files: Set<String>

        var testDescription: String { call }
    }

    static let rules = [
        Rule(
            call: #"O_CREAT"#, reason: "files are created by AtomicFile",
            files: [
                "ThemeModel/Files/DiskCalls.swift",
                // Appends to a file that GitHub's runner names.
                "ThemepackCLI/Output/GitHubReport.swift",
                // Copies for other programs, in a new folder that is deleted.
                "ThemeExchange/Rendering/WorkFolder.swift",
            ]),
        Rule(
            call: #"\.write\(to: URL"#, reason: "files are replaced by AtomicFile", files: []),
        Rule(
            call: #"AtomicFile\("#, reason: "commands write through OutputPlace, which asks the project",
            files: [
                "ThemeModel/Files/AtomicFile.swift", "ThemeProject/Output/OutputFile.swift",
                "ThemeProject/Output/OutputFiles.swift",
                // Their places are checked when they are made.
                "ThemePackager/Package/Distribution.swift", "ThemePackager/Incremental/CacheFolder.swift",
                // Stores of an app, in folders that it names.
                "ThemeTrust/Packs/VerifiedPack.swift", "ThemeUpdates/Store/UpdateStore.swift",
            ]),
        Rule(
            call: #"AtomicFile\.replace\("#, reason: "commands write through OutputPlace",
            files: ["ThemeManagement/Store/FileStore.swift", "ThemeUpdates/Store/UpdateStore.swift"]),
        Rule(
            call: #"\bflock\("#, reason: "folders are locked by FolderLock",
            files: ["ThemeModel/Files/FolderLock.swift"]),
        Rule(
            call: #"\breaddir\(|\.d_name"#, reason: "names can be longer and records shorter than declared",
            files: ["SystemCalls/FolderEntries.swift"]),
        Rule(
            call: #"try\?.*encod\w*\(.*\?\? \[\]"#, reason: "a failure to encode must not become an empty file",
            files: []),
        Rule(
            call: #"fields\["[a-z]"#, reason: "heads of answers are parsed once",
            files: ["ThemeUpdates/Transport/AnswerHead.swift"]),
        Rule(
            call: #"DispatchQueue|DispatchSource|OperationQueue|concurrentPerform|pthread_create"#
                + #"|Task\.detached|TaskGroup|\bTask \{|\bThread\b|\basync let\b|\bProcess\("#,
            reason: "threads are started by SystemThread, which reports a refusal",
            files: [
                "ThemeModel/Concurrency/SystemThread.swift",
                // Apps run these; the tool does not link them.
                "ThemeManagementTesting/StoreLaws.swift", "ThemeManagement/Bind/Sweep.swift",
                "ThemeUpdates/Update/Fetcher.swift", "ThemeUpdates/Transport/URLSessionTransport.swift",
                "ThemeUI/AppKit/SystemStyle+AppKit.swift", "ThemeUI/CoreGraphics/MemoryWarning.swift",
            ]),
        Rule(
            call: #"\.agrees\(at:"#, reason: "what a chain answers is written in ThemeModel/Chain",
            files: [
                "ThemeModel/Chain/ImageVariants.swift",
                // Announces a later finding of verification.
                "ThemeExchange/Project/ProjectChange.swift",
                // Within the project's tolerance.
                "ThemePackager/Judge/ThemeComparison.swift", "ThemeReview/Facts/ReviewInput+Images.swift",
            ]),
        Rule(
            call: #"radix: 16|0123456789ABCDEF|0123456789abcdef"#, reason: "digits are written by hexadecimal(digits:)",
            files: [
                "ThemeModel/Text/Hexadecimal.swift",
                // Reads a reference of XML.
                "ThemeExchange/Android/XMLElement.swift",
            ]),
        Rule(
            call: #"base64Enc|ABCDEFGHIJKLMNOP"#, reason: "base64 is read and written by Base64",
            files: [
                "ThemeModel/Text/Base64.swift",
                // A sample for tests of apps, by Foundation.
                "ThemeManagementTesting/StorageLaws.swift",
            ]),
        Rule(
            call: #"SOURCE_DATE_EPOCH\""#, reason: "the variable is read by SourceDate",
            files: ["ThemepackCLI/Commands/SourceDate.swift"]),
        Rule(
            call: #"gmtime|timegm|mktime|DateFormatter|ISO8601|\bCalendar\("#,
            reason: "times are read and written by Moment",
            files: [
                // Zip's times, in years that Moment does not have.
                "PackFormat/Archive/ArchiveDate.swift",
                // Times in the zone of the system, as OpenSSH reads them.
                "ThemeTrust/Signers/SignerTime.swift",
            ]),
        Rule(
            call: #"try\? (Project|OutputPlace|OutputCheck)\b"#,
            reason: "an error about what is allowed must not become a yes",
            files: []),
    ]

    @Test("Only these files make a call that a mechanism is for", arguments: rules)
    func callers(_ rule: Rule) throws {
        let call = try Regex(rule.call)
        let sources = "\(Tool.repository)/Sources"
        var found: Set<String> = []
        for case let file as String in FileManager.default.enumerator(atPath: sources) ?? .init() {
            guard file.hasSuffix(".swift") else { continue }
            let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            if code.contains(where: { $0.contains(call) }) { found.insert(file) }
        }
        #expect(found == rule.files, "\(rule.reason)")
    }
}
