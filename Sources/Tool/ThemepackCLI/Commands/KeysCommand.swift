import ArgumentParser
import ThemeKeys
import ThemeProject

struct KeysCommand: ToolCommand {
    @Option(
        help: ArgumentHelp(
            """
            A project, the default theme's pack, or a folder with themepack-keys.json. \
            (default: the project of this folder)
            """, valueName: "path"), completion: .file())
    var from: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The Swift file; standard output by default.", valueName: "file"),
        completion: .file(extensions: ["swift"]))
    var output: String?

    @Option(help: "The access level of the keys.")
    var access: KeyAccess?

    @Flag(help: "Write nothing. Exit with 1 if the file is not up to date.")
    var check = false

    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard from?.isEmpty != true else { throw ValidationError("--from takes a file or a folder; its path is empty") }
        guard output?.isEmpty != true else { throw ValidationError("-o takes a file; its path is empty") }
        if check, output == nil { throw ValidationError("--check needs the file to check: -o FILE") }
    }

    func perform() throws {
        let place = try output.flatMap { check ? nil : try OutputPlace(file: $0, for: "keys", replacing: .keys) }
        let (source, configured) = try read()
        let file = try KeyFile(of: source, access: access ?? configured ?? .internal)
        guard let output else { return Console.print(file.text) }
        if let place {
            let isWritten = try file.write(to: place)
            Console.note("\(output): \(isWritten ? "written" : "up to date")")
        } else if !file.isCurrent(at: output) {
            Console.printError(
                UserError(path: output, "is not up to date", hint: "run the command without --check").text)
            throw ExitCode(1)
        }
    }

    private func read() throws -> (KeySource, KeyAccess?) {
        guard let from else { return (try KeySource(of: ThemeArguments.nearestProject()), nil) }
        guard DiskFileSystem().kind(of: from) == .folder else {
            return (try KeySource(ofPack: from, rules: KeyRules(file: TargetConfiguration.fileName)), nil)
        }
        guard KeyTarget.isConfigured(from) else { return (try KeySource(of: Project(at: from)), nil) }
        let target = try KeyTarget(at: from)
        return (try target.source(isBuilding: false), target.access)
    }
}

extension KeyAccess: ExpressibleByArgument {}
