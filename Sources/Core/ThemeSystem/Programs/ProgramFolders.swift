#if os(macOS) || os(Linux)

    /// The folders in which programs are searched, as `PATH` lists them.
    package struct ProgramFolders: Sendable {
        private let folders: [String]

        /// - Parameter path: folders separated by colons; `nil` means the usual ones. Relative folders are ignored,
        ///   because the current folder may be a stranger's.
        package init(_ path: String?) {
            let path = path ?? "/usr/local/bin:/usr/bin:/bin"
            folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        }

        /// Returns the path of the first program with a name; `nil` if no folder has one.
        package func path(of program: String) -> String? {
            folders.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
        }
    }
#endif
