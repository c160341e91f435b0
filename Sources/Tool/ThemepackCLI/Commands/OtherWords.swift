import ThemeProject

/// Commands and options of other tools, and what they are called here.
enum OtherWords {
    private static let commands: [String: String] = [
        "check": "verify", "lint": "verify", "test": "verify", "validate": "verify", "watch": "verify --watch",
        "fix": "verify --fix", "format": "verify --fix", "pack": "build", "package": "build", "make": "build",
        "serve": "preview", "server": "preview", "open": "preview --open", "html": "report", "compare": "diff",
        "status": "list", "ls": "list", "themes": "list", "get": "resolve", "which": "explain", "why": "explain",
        "show": "inspect", "unzip": "inspect", "new": "init", "create": "init", "release": "bump", "publish": "feed",
        "version": "--version", "codegen": "keys",
    ]

    /// An option of one command, or after `*` of any.
    private static let options: [String: String] = [
        "build --dry-run": "--check builds in memory and writes nothing",
        "build --fix": "'themepack verify --fix' changes files",
        "verify --check": "verify writes nothing; 'themepack build --check' compares packs with the project",
        "verify --open": "'themepack report --open' shows findings in the browser",
        "* --json": "--format json", "* --strict": "--fail-on warning", "* --werror": "--fail-on warning",
        "* --no-color": "--color never", "* --threads": "--jobs", "* --out": "-o, --output",
        "* --all": "without names, the command is about all themes",
    ]

    /// Returns a hint at the command that is meant by a word, among all others.
    static func hint(at word: String, among known: [String]) -> String {
        if let meant = commands[word.lowercased()] { return "did you mean 'themepack \(meant)'?" }
        let near = NearMiss().suggestion(for: word, among: known + commands.keys.sorted())
        return near.map { "did you mean '\(commands[$0] ?? $0)'?" } ?? "'themepack --help' lists the commands"
    }

    /// Adds what is meant by an unknown option to ArgumentParser's message, if that is known.
    static func adding(hintTo message: String, of command: String) -> String {
        guard let match = message.firstMatch(of: /Unknown option '(--[^'=]+)[^']*'[^\n]*/) else { return message }
        let option = match.1.lowercased()
        guard let meant = options["\(command) \(option)"] ?? options["* \(option)"] else { return message }
        return message.replacing(match.0, with: "Unknown option '\(match.1)'\nhint: \(meant)")
    }
}
