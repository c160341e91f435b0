import ArgumentParser
import ThemePackager
import ThemeProject
import ThemePublishing
import ThemeTrust

struct SignCommand: ParsableCommand {
    static let configuration = CommandConfiguration(help: "sign")

    @Argument(help: "Packs, and feeds (*.json).", completion: .file())
    var files: [String] = []

    @Option(
        name: [.customShort("f"), .customLong("key")],
        help: ArgumentHelp(
            "The private key, or the public one of a key in the agent. (default: THEMEPACK_SIGNING_KEY)",
            valueName: "key"),
        completion: .file())
    var key: String?

    @OptionGroup var folderOptions: FolderOptions

    func run() throws {
        try folderOptions.enter()
        guard let key = key ?? ProcessEnvironment.variable("THEMEPACK_SIGNING_KEY"), !key.isEmpty else {
            throw ValidationError("name the key with -f, or in THEMEPACK_SIGNING_KEY")
        }
        let files = try files.isEmpty ? BuiltPacks.ofProject().signedFiles() : files
        // All are checked before the first is signed.
        let namespaces = try files.map(Self.namespace)
        let unfinished = UnfinishedFiles()
        try InterruptionHandler.install(removing: unfinished)
        let program = SigningProgram(key: key, environment: ProcessEnvironment.variables)
        for (file, namespace) in zip(files, namespaces) {
            let folder = try OutputPlace(folder: String(file.parentFolder), for: "a signature")
            let signature = try program.signature(of: file, namespace: namespace)
            var outputs = [(try folder.file("\(file.lastPathComponent).sig"), signature)]
            if namespace == ThemeFeed.namespace, let compressed = try FeedSite.compressed(file, signature: signature) {
                outputs.insert((try folder.file(compressed.name), compressed.bytes), at: 0)
            }
            try OutputFiles(unfinished: unfinished).write(outputs)
            Console.print(Console.printable(Console.relative(file + ".sig")) + "\n")
        }
    }

    /// Returns the purpose of the signature. Throws if the file is neither a pack nor a feed.
    private static func namespace(of file: String) throws(UserError) -> String {
        guard file.hasSuffix(".json") else {
            _ = try PackReader.contents(of: file, limits: ThemeArguments.packLimits())
            return VerifiedPack.namespace
        }
        guard try FeedSite.feed(at: file) != nil else {
            throw UserError(path: file, "does not exist", hint: "'themepack feed' writes it")
        }
        return ThemeFeed.namespace
    }
}

struct SignatureOptions: ParsableArguments {
    @Option(
        name: .customLong("signed-by"),
        help: ArgumentHelp(
            "Report packs without a valid signature (FILE.sig) by one of the signers that this file lists.",
            valueName: "file"),
        completion: .file())
    var signers: String?

    @Option(help: ArgumentHelp("The identity that the signer must have.", valueName: "name"))
    var identity: String?

    @Option(
        help: ArgumentHelp("A file of public keys that are not trusted any more, one per line.", valueName: "file"),
        completion: .file())
    var revoked: String?

    func validate() throws {
        guard signers != nil || identity == nil && revoked == nil else {
            throw ValidationError("--identity and --revoked need --signed-by")
        }
    }

    func trustedSigners() throws(UserError) -> TrustedSigners? {
        guard let signers else { return nil }
        do throws(TrustError) {
            return try TrustedSigners(contentsOf: signers, revoked: revoked)
        } catch {
            throw UserError(path: error.path, error.reason, hint: error.hint)
        }
    }

    /// Returns the finding about the signature of a pack; `nil` if a trusted signer signed it.
    func finding(_ path: String, _ file: MappedFile, _ signers: TrustedSigners) -> Finding? {
        do throws(TrustError) {
            let signature = try SSHSignature(contentsOf: path + ".sig")
            _ = try file.withBytes { bytes throws(TrustError) in
                try signers.verify(signature, of: bytes, namespace: VerifiedPack.namespace, identity: identity)
            }
            return nil
        } catch {
            return Finding(.packSignature, path: error.path ?? path, error.reason, hint: error.hint)
        }
    }
}

/// The time in the variable SOURCE_DATE_EPOCH, which makes a result reproducible.
/// https://reproducible-builds.org/specs/source-date-epoch/
enum SourceDate {
    /// Returns `nil` if the variable is not set, or is empty.
    static func moment() throws(UserError) -> Moment? {
        guard let text = ProcessEnvironment.variable("SOURCE_DATE_EPOCH"), !text.isEmpty else { return nil }
        guard text.utf8.allSatisfy(\.isASCIIDigit), let seconds = Int64(text),
            let moment = Moment(secondsSince1970: seconds)
        else {
            throw UserError(
                "SOURCE_DATE_EPOCH is '\(text)'",
                hint: "expected: seconds since 1970, up to the year 9999, as `date +%s` prints them")
        }
        return moment
    }
}
