import ArgumentParser
import ThemePackager
import ThemePublishing
import ThemeTrust

struct SignCommand: ToolCommand {
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

    func perform() throws {
        guard let key = key ?? ProcessEnvironment.variable("THEMEPACK_SIGNING_KEY"), !key.isEmpty else {
            throw ValidationError("name the key with -f, or in THEMEPACK_SIGNING_KEY")
        }
        let files = try files.isEmpty ? BuiltPacks.ofProject().signedFiles() : files
        // All are checked before the first is signed.
        let namespaces = try files.map(Self.namespace)
        let program = SigningProgram(key: key, environment: ProcessEnvironment.variables)
        let signed = ProgressLine.counting("signed", "files")
        for (index, (file, namespace)) in zip(files, namespaces).enumerated() {
            // Nothing replaces the file before its signature is there.
            let folder = try OutputFolder(try OutputPlace(folder: String(file.parentFolder), for: "a signature"))
            let signature = try program.signature(of: file, namespace: namespace)
            try folder.place.file("\(file.lastPathComponent).sig").write(signature)
            Console.print(Console.printable(Console.relative(file + ".sig")) + "\n")
            signed?(index + 1, files.count)
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
