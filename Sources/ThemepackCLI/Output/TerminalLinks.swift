/// Links in terminals, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda. There is no way to ask a
/// terminal whether it has them, so those that do are listed. `FORCE_HYPERLINK` overrides the list.
enum TerminalLinks {
    private static let programs: Set = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "zed"]
    private static let terms: Set = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm"]
    /// Each is set by one kind of terminal.
    private static let variables = ["WT_SESSION", "DOMTERM", "KONSOLE_VERSION", "KITTY_WINDOW_ID"]

    static func areSupported(_ variable: (String) -> String? = ProcessEnvironment.variable) -> Bool {
        if let forced = variable("FORCE_HYPERLINK"), !forced.isEmpty { return forced != "0" }
        if let vte = variable("VTE_VERSION").flatMap({ Int($0) }), vte >= 5000 { return true }
        let isListed =
            variable("TERM_PROGRAM").map(programs.contains) == true || variable("TERM").map(terms.contains) == true
        return isListed || variables.contains { variable($0)?.isEmpty == false }
    }
}
