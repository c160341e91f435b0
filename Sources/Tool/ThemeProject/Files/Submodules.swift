/// The submodules of the git repository around a project, as its `.gitmodules` lists them. Only names are read there.
struct Submodules {
    private var folders: Set<ExactText> = []

    /// - Parameter folder: of the project; without links.
    init(around folder: String, in fileSystem: any FileSystem, limits: ProjectLimits) {
        var top = folder
        while true {
            let file = "\(top)/.gitmodules"
            if fileSystem.kind(of: file) == .file {
                for path in Self.paths(in: (try? fileSystem.read(file, limit: limits.configBytes)) ?? []) {
                    folders.insert(ExactText("\(top)/\(path)"))
                }
                return
            }
            guard fileSystem.kind(of: "\(top)/.git") == nil, top.utf8.count > 1 else { return }
            top = String(top.parentFolder)
        }
    }

    /// - Parameter folder: without links.
    func contains(_ folder: String) -> Bool { folders.contains(ExactText(folder)) }

    /// Returns the values of the keys `path`: https://git-scm.com/docs/git-config#_syntax
    private static func paths(in bytes: [UInt8]) -> [String] {
        String(repairing: bytes).split(whereSeparator: \.isNewline).compactMap { line in
            guard let equals = line.firstIndex(of: "=") else { return nil }
            func trimmed(_ text: Substring) -> Substring {
                let start = text.drop(while: \.isWhitespace)
                return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
            }
            guard trimmed(line[..<equals]).lowercased() == "path" else { return nil }
            return String(trimmed(line[line.index(after: equals)...]).filter { $0 != "\"" }.withoutLastSlash)
        }
    }
}
