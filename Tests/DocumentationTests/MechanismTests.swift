import Foundation
import TestSupport
import Testing

/// Each thing is done in one place. These tests find a second one, and compare the statements of the documents.
@Suite("One mechanism for each thing")
struct MechanismTests {
    /// A call or other code, and the files and folders that may have it. The reason is a sentence of the documents if
    /// one of them says it.
    struct Rule: Sendable, CustomTestStringConvertible {
        let call: String
        let reason: String
        let files: Set<String>

        var testDescription: String { reason }

        func allows(_ file: String) -> Bool { files.contains { file == $0 || $0.last == "/" && file.hasPrefix($0) } }
    }

    /// The files that make text of bytes which have few combining marks for another reason.
    private static let textsOfBytes: Set = [
        // The gate itself.
        "ThemeModel/Names/InvalidText.swift", "ThemeModel/Names/UTF8Order.swift",
        // Parts of texts.
        "ThemeModel/Names/ImageFileName.swift",
        "ThemeModel/Names/PortablePath.swift",
        "ThemeProject/Survey/ThemedNames.swift", "ThemeReview/Server/AccessRules.swift",
        "ThemeProject/Survey/FileTree.swift",
        // ASCII only: numbers, digits, versions, base64, names of chunks and of signature types.
        "ThemeModel/Values/SemanticVersion.swift", "ThemeModel/Values/ContentDigest.swift",
        "ThemeModel/JSON/JSONScalars.swift", "ThemeTrust/Signature/SSHPublicKey.swift",
        "ThemeExchange/Rendering/Pixels.swift",
        // Four bytes.
        "ThemeProject/Images/PNGChunks.swift", "ThemeExchange/Rendering/ColorProfile.swift",
        // JSON that this program has read or written as a whole.
        "PackFormat/JSON/CanonicalJSON.swift", "ThemeProject/Rules/Baseline.swift",
        "ThemepackCLI/Output/Console.swift", "ThemeReview/Live/LivePreview.swift",
        // A file of this program, which the compiler embeds.
        "ThemeReview/Screens/SampleScreens.swift",
        // Names of at most 255 bytes in folders that a run has read, and names that it has recorded itself. They are
        // paths for system calls, which take the same bytes.
        "ThemePackager/Cache/CacheFolder.swift",
        "ThemePackager/Incremental/KernelEvents.swift", "ThemePackager/Incremental/ChangeWatch.swift",
        "ThemeExchange/Rendering/RunningConversions.swift", "ThemeSystem/Files/AtomicFile.swift",
        // Texts of the C libraries, paths that the system has resolved, and variables of the environment.
        "ThemePackager/Inspect/PNGDecoder.swift", "ThemeUpdates/Transport/CurlLoop.swift",
        "ThemeSystem/Calls/SystemReason.swift", "ThemeSystem/Calls/OpenWithoutLinks.swift",
        "ThemepackCLI/Output/Console.swift",
    ]

    static let rules = [
        Rule(
            call: #"@_exported"#, reason: "what a module exports again stands in its Exports.swift",
            files: Set(
                ["Management", "Packager", "Project", "Runtime", "System", "Trust", "Updates"]
                    .map { "Theme\($0)/Exports.swift" })),
        Rule(
            call: #"Data\(contentsOf"#, reason: "files are read by a FileSystem or a MappedFile",
            // A file of a target's sources, which SwiftPM's plugin has written.
            files: ["ThemeKeys/Output/KeyFile.swift"]),
        Rule(
            call: #"O_CREAT"#, reason: "files are created by AtomicFile",
            files: [
                "ThemeSystem/Files/DiskCalls.swift",
                // Passes on the flags of its caller.
                "CThemeSystem/CThemeSystem.c",
                // Adds to a file that a service names.
                "ThemeProject/Output/OutputPlace.swift",
            ]),
        Rule(
            call: #"O_WRONLY|O_RDWR"#, reason: "opening a file to write it waits for the reader of a pipe",
            files: [
                "ThemeSystem/Files/DiskCalls.swift", "ThemeProject/Output/OutputPlace+Writing.swift",
                // /dev/null.
                "ThemeSystem/Programs/Program.swift",
            ]),
        Rule(
            call: #"\.write\(to: URL"#, reason: "files are replaced by AtomicFile", files: []),
        Rule(
            call: #"AtomicFile\("#, reason: "commands write through OutputPlace, which asks the project",
            files: [
                "ThemeSystem/Files/AtomicFile.swift", "ThemeProject/Output/OutputFiles.swift",
                // Their places are checked when they are made.
                "ThemePackager/Package/Distribution.swift", "ThemePackager/Cache/CacheFolder.swift",
                // Files of an app, in a folder that it names.
                "ThemeTrust/Packs/VerifiedPack.swift", "ThemeUpdates/Store/UpdateStore.swift",
            ]),
        Rule(
            call: #"AtomicFile\.replace\("#, reason: "commands write through OutputPlace",
            files: ["ThemeManagement/Store/FileStore.swift"]),
        Rule(
            call: #"\bflock\("#, reason: "folders are locked by FolderLock",
            files: ["ThemeSystem/Files/FolderLock.swift"]),
        Rule(
            call: #"\breaddir\(|\.d_name"#, reason: "names can be longer and records shorter than declared",
            files: ["ThemeSystem/Calls/FolderEntries.swift"]),
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
                "ThemeSystem/Concurrency/Workers.swift",
                // Apps run these; the tool does not link them.
                "ThemeManagementTesting/StoreLaws.swift", "ThemeManagement/Bind/Bindings.swift",
                "ThemeUpdates/Update/Fetcher.swift", "ThemeUpdates/Transport/URLSessionTransport.swift",
                "ThemeUpdates/Update/ThemeUpdater.swift", "ThemeUpdates/Update/UpdateSchedule.swift",
                "ThemeUI/AppKit/SystemStyle+AppKit.swift", "ThemeUI/UIKit/SystemStyle+UIKit.swift",
                "ThemeUI/CoreGraphics/MemoryWarning.swift",
            ]),
        Rule(
            call: #"\.agrees\(at:"#, reason: "what a chain answers is written in ThemeModel/Chain",
            files: [
                "ThemeModel/Chain/ImageLookup.swift",
                // Announces a later finding of verification.
                "ThemeExchange/Project/ProjectChange.swift",
                // Within the project's tolerance.
                "ThemePackager/Verify/ThemeComparison.swift", "ThemeReview/Facts/ReviewInput.swift",
                // Scales of other sizes are not compared.
                "ThemePackager/Verify/DrawingCheck.swift",
            ]),
        Rule(
            call: #"radix: 16|0123456789ABCDEF|0123456789abcdef"#, reason: "digits are written by hexadecimal(digits:)",
            files: [
                "ThemeModel/Text/Hexadecimal.swift",
                // Reads numbers.
                "ThemeModel/XML/XMLReader.swift",
            ]),
        Rule(
            call: #"base64Enc|ABCDEFGHIJKLMNOP"#, reason: "base64 is read and written by Base64",
            files: [
                "ThemeModel/Text/Base64.swift",
                // A sample for tests of apps, by Foundation.
                "ThemeManagementTesting/StorageLaws.swift",
            ]),
        Rule(
            call: #"XMLParser|XMLDocument|PropertyListDecoder|PropertyListSerialization"#,
            reason: "XML is read by XMLReader, a property list by PropertyListReader", files: []),
        Rule(
            call: #"SOURCE_DATE_EPOCH\""#, reason: "the variable is read by SourceDate",
            files: ["ThemepackCLI/Commands/SourceDate.swift"]),
        Rule(
            call: #"gmtime|timegm|mktime|DateFormatter|ISO8601|\bCalendar\("#,
            reason: "times are read and written by Moment",
            files: [
                "ThemeModel/Values/Moment.swift",
                // Zip's times, in years that Moment does not have.
                "PackFormat/Archive/ZipHeader.swift",
                // Times in the zone of the system, as OpenSSH reads them.
                "ThemeTrust/Signers/SignerLine.swift",
            ]),
        Rule(
            call: #"posix_spawn\(|\bfork\(|\bexecv|\bpopen\("#, reason: "Only `ThemeSystem/Programs` starts programs",
            files: ["ThemeSystem/Programs/Program.swift"]),
        Rule(
            call: #"\b(print|debugPrint|[fv]?printf|f?puts|exit|getenv)\("#
                + #"|FileHandle\.standard|processInfo\.environment"#,
            reason: "Only the programs, `ThemepackCLI` and `ThemeKeysTool`, print, exit or read the environment",
            files: ["ThemepackCLI/", "ThemeKeysTool/"]),
        Rule(call: #"import Synchronization"#, reason: "No module imports `Synchronization`", files: []),
        Rule(
            // Indented imports are those for Apple's systems, and of what stands for FoundationEssentials there.
            call: #"(?m)^(public )?import Foundation$"#,
            reason: "No module imports all of Foundation on Linux", files: []),
        Rule(
            call: #"import (FoundationNetworking|CCurlShim|Network)\b|\bURLSession\(|\bgetaddrinfo\b"#,
            reason: "Only `ThemeUpdates` opens connections to other machines", files: ["ThemeUpdates/"]),
        Rule(
            call: #"import Crypto\b"#, reason: "Only `ThemeTrust` imports swift-crypto",
            files: ["ThemeTrust/Signature/"]),
        Rule(
            call: #"SYS_openat2|O_NOFOLLOW_ANY"#, reason: "Only `openWithoutLinks` opens such a path",
            files: ["ThemeSystem/Calls/OpenWithoutLinks.swift", "CThemeSystem/CThemeSystem.c"]),
        Rule(
            call: #"\bsetjmp\("#, reason: "The C target `CPNGShim` contains the only `setjmp`",
            files: ["CPNGShim/CPNGShim.c"]),
        Rule(
            call: #"\bJSON(Serialization|Decoder|Encoder)\b"#,
            reason: "Only `UpdateState` uses Foundation's coders",
            files: ["ThemeUpdates/Store/UpdateState.swift"]),
        Rule(
            call: #"\\\\u(?!\{)"#, reason: "JSON's escapes are read by JSONReader and written by CanonicalJSON",
            files: [
                "ThemeModel/JSON/JSONScalars.swift", "PackFormat/JSON/CanonicalJSON.swift",
                // Translates the escapes of JSON5 to JSON.
                "ThemeExchange/Contents/JSON5.swift",
                // Escapes characters that a terminal or GitHub's runner would obey, in text of CanonicalJSON.
                "ThemepackCLI/Output/Console.swift",
                // An example in a hint.
                "ThemeProject/Text/SourceDocument.swift",
            ]),
        Rule(
            call: #""[\[{](\\n *)?\\""#, reason: "JSON is written by CanonicalJSON, not as literals",
            // Examples in hints.
            files: ["ThemeKeys/Source/KeyTarget.swift", "ThemeReview/Screens/SampleScreensReader.swift"]),
        Rule(
            call: #"(struct|class|enum|actor) \w*(JSON|Json)\w*(Read|Scan|Pars|Lex|Decod|Writ|Encod)\w*"#,
            reason: "JSON is read by JSONReader", files: ["ThemeModel/JSON/JSONReader.swift"]),
        Rule(
            call: #"String\((decoding:|validating|cString:|bytes:|data:|utf8String:|contentsOf|unsafeUninitialized)"#,
            reason: "bytes of others become text by String(checking:), String(validUTF8:) or String(repairing:)",
            files: textsOfBytes),
        Rule(
            call: #"try\? (Project|OutputPlace|OutputCheck)\b"#,
            reason: "an error about what is allowed must not become a yes",
            files: []),
    ]

    @Test("Only these files have code that a mechanism is for", arguments: rules)
    func callers(_ rule: Rule) throws {
        // Many times faster than `Regex`.
        let call = try NSRegularExpression(pattern: rule.call)
        let found = try #require(Self.sources).filter { _, code in
            call.firstMatch(in: code, range: NSRange(code.startIndex..., in: code)) != nil
        }.keys
        #expect(found.filter { !rule.allows($0) }.sorted() == [])
        let unused = rule.files.filter { file in !found.contains { $0 == file || $0.hasPrefix(file) } }
        #expect(unused.sorted() == [])
    }

    @Test("Each sentence of the documents that says that only one place does something is a rule")
    func statements() throws {
        let decisions = try FileManager.default.contentsOfDirectory(atPath: "\(Tool.repository)/docs/decisions")
        let documents = ["ARCHITECTURE.md", "SECURITY.md", "docs/style.md"] + decisions.map { "docs/decisions/\($0)" }
        let statement = /[Oo]nly (the \w+, )?`\w*[A-Z]|^No module\s|the only `/
        let sentences = try documents.flatMap { path in
            try Documents.text(of: path).components(separatedBy: "\n\n").flatMap { paragraph in
                paragraph.replacing(/\n(- )?|\|\s/, with: { $0.1 == nil ? " " : ". " })
                    .replacing(/\s+/, with: " ").split(separator: /[.:;]\s/)
                    .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ".:; ")) }
            }
        }
        let stated = Set(sentences.filter { $0.contains(statement) })
        let rules = Set(Self.rules.map(\.reason).filter { $0.contains(statement) })
        #expect(stated.count >= 8 && stated.subtracting(rules) == [])
        #expect(rules.subtracting(stated) == [])
    }

    @Test("Every public error describes itself")
    func errors() throws {
        let lines = try #require(Self.sources).flatMap { file, code in code.split(separator: "\n").map { (file, $0) } }
        let types = lines.filter { $1.contains("public ") && ($1.contains(" enum ") || $1.contains(" struct ")) }
        for (file, line) in types { #expect(!line.contains(": Error,"), "\(file): \(line)") }
        #expect(types.count { $1.contains(": DescribedError") } == 10)
    }

    /// The code of each file in Swift and C, without comments.
    private static let sources = try? {
        let folder = "\(Tool.repository)/Sources"
        var sources: [String: String] = [:]
        for case let file as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
            guard [".swift", ".c", ".h"].contains(where: file.hasSuffix) else { continue }
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            let code = text.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
            // Without the floor.
            let name = String(file.drop { $0 != "/" }.dropFirst())
            sources[name] = code.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        }
        return sources
    }()
}
