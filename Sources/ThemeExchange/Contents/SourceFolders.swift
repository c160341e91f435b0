import ThemeProject

/// Lists the folders of a source, up to the limits of depth and number.
struct SourceFolders {
    private let limits: ProjectLimits
    private var count = 0

    init(_ limits: ProjectLimits) { self.limits = limits }

    /// Returns the entries in the order of their names, and what is wrong with the folder.
    mutating func entries(
        of folder: String, depth: Int
    ) -> (entries: [(name: String, kind: FileKind)], problems: [ExchangeItem.Note]) {
        count += 1
        guard depth <= limits.folderDepth, count <= limits.files else {
            var problems: [ExchangeItem.Note] = []
            if depth > limits.folderDepth {
                problems.append(.defect("is more than \(limits.folderDepth) folders deep"))
            }
            if count == limits.files + 1 { problems.append(.defect("is one of more than \(limits.files) folders")) }
            return ([], problems)
        }
        do {
            let entries = try DiskFileSystem().entries(of: folder)
            let names = entries.compactMap { entry in String(validUTF8: entry.name).map { ($0, entry.kind) } }
            let isWhole = names.count == entries.count
            return (
                names.sorted { UTF8Order.precedes($0.0, $1.0) },
                isWhole ? [] : [.defect("has entries whose names are \(InvalidText.reasons)")]
            )
        } catch {
            return ([], [.defect(error.explanation)])
        }
    }
}
