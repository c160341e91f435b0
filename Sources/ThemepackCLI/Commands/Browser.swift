import SystemCalls
import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var arguments = [strdup(opener), strdup(address), nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        #if canImport(Darwin)
            var (actions, attributes) = (posix_spawn_file_actions_t?.none, posix_spawnattr_t?.none)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // What the browser prints would be mixed with the output of the tool.
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        // The tool's threads block the signals that end it. A browser must not inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child = pid_t()
        let code = posix_spawnp(&child, opener, &actions, &attributes, &arguments, &variables)
        guard code == 0 else {
            throw UserError(
                "'\(opener)' cannot be started: \(String(cString: strerror(code)))",
                hint: "open the address in a browser, and leave out --open")
        }
    }
}
