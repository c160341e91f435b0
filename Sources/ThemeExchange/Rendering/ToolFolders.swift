import SystemCalls

/// The folders in which programs are searched, as `PATH` lists them.
package struct ToolFolders: Sendable {
    private let folders: [String]

    /// - Parameter path: folders separated by colons. Relative ones are ignored: the current folder may be a catalog.
    package init(_ path: String) { folders = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } }

    func path(of program: String) -> String? {
        folders.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}
