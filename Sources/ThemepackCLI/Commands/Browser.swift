import ChildProcesses
import SystemCalls
import ThemeProject

/// The browser of the person who runs the tool.
enum Browser {
    #if canImport(Darwin)
        private static let opener = "open"
    #else
        private static let opener = "xdg-open"
    #endif

    /// Does not wait until the browser has opened the address.
    ///
    /// - Throws: ``UserError`` if there is no program that opens addresses.
    static func open(_ address: String) throws(UserError) {
        let folders = ProgramFolders(ProcessEnvironment.variable("PATH"))
        do throws(ProgramError) {
            guard let path = folders.path(of: opener) else { throw ProgramError(code: ENOENT) }
            try Program(path, [address], environment: ProcessEnvironment.variables).launch()
        } catch {
            throw UserError(
                "'\(opener)' cannot be started: \(error.reason)",
                hint: "open the address in a browser, and leave out --open")
        }
    }
}
