import ThemeProject

/// Lists the folders of a source, up to the limits of depth and number, and collects what is not read in them.
struct SourceFolders {
    /// An item for each folder and file with a problem.
    private(set) var problems: [ExchangeItem] = []
    private let limits: ProjectLimits
    private var count = 0

    init(_ limits: ProjectLimits) { self.limits = limits }

    /// Returns the path of a folder that a person named, without a slash at its end.
    static func root(_ source: String, hint: String) throws(UserError) -> String {
        let kind = DiskFileSystem().kind(of: source)
        guard kind == .folder else {
            throw UserError(path: source, kind == nil ? "does not exist" : "is not a folder", hint: hint)
        }
        return String(source.withoutLastSlash)
    }

    mutating func report(_ kind: String, _ path: String, _ notes: [ExchangeItem.Note]) {
        guard !notes.isEmpty else { return }
        problems.append(ExchangeItem(kind, String(path.lastPathComponent), path: path, notes: notes))
    }

    /// Returns the entries in the order of their names, without hidden ones and those of other packages.
    mutating func entries(of folder: String, depth: Int) -> [(name: String, kind: FileKind)] {
        count += 1
        guard depth <= limits.folderDepth, count <= limits.files else {
            var notes: [ExchangeItem.Note] = []
            if depth > limits.folderDepth { notes.append(.defect("is more than \(limits.folderDepth) folders deep")) }
            if count == limits.files + 1 { notes.append(.defect("is one of more than \(limits.files) folders")) }
            report("folder", folder, notes)
            return []
        }
        do {
            let entries = try DiskFileSystem().entries(of: folder)
            let names = entries.compactMap { entry in String(validUTF8: entry.name).map { ($0, entry.kind) } }
            if names.count != entries.count {
                report("folder", folder, [.defect("has entries whose names are \(InvalidText.reasons)")])
            }
            return names.filter { !$0.0.hasPrefix(".") && $0.0 != "node_modules" }.sorted {
                UTF8Order.precedes($0.0, $1.0)
            }
        } catch {
            report("folder", folder, [.defect(error.explanation)])
            return []
        }
    }
}
