import ArgumentParser
import ThemeModel

/// A command, which works in the folder that `-C` names. `help.txt` has its texts under its name: `verify` for
/// `VerifyCommand`.
protocol ToolCommand: ParsableCommand {
    var folderOptions: FolderOptions { get }

    func perform() throws
}

extension ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(help: "\(Self.self)".dropLast("Command".count).lowercased())
    }

    func run() throws {
        try InterruptionHandler.install()
        try folderOptions.enter()
        defer { ProgressLine.erase() }
        try perform()
    }
}

extension CommandConfiguration {
    /// Takes the texts about a command from `help.txt`, which the compiler embeds. There, the command's name follows
    /// `# `, then come a line that says what it does, and the discussion. A backslash continues a line.
    init(help command: String, version: String = "", groupedSubcommands: [CommandGroup] = []) {
        let text = (Self.texts[command] ?? "").dropLast(2)
        let abstract = text.prefix { $0 != "\n" }
        self.init(
            commandName: command, abstract: String(abstract),
            discussion: String(text.dropFirst(abstract.count).drop { $0 == "\n" }), version: version,
            groupedSubcommands: groupedSubcommands)
    }

    /// By command. Each ends with two line feeds.
    private static let texts = {
        var texts: [String: String] = [:]
        var command = ""
        let file = String(validUTF8: PackageResources.help_txt) ?? ""
        for line in file.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.starts(with: "# ".utf8) {
                command = String(line.dropFirst(2)) ?? ""
            } else {
                let isContinued = line.last == UInt8(ascii: "\\")
                texts[command, default: ""] += Substring(isContinued ? line.dropLast() : line)
                if !isContinued { texts[command, default: ""] += "\n" }
            }
        }
        return texts
    }()
}
