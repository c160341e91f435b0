import ThemeProject

/// Lists the folders of a source, up to the limits of depth and number.
struct SourceFolders {
    private let limits: ProjectLimits
    private var count = 0

    init(_ limits: ProjectLimits) { self.limits = limits }

    /// Returns the entries in the order of their names.
    ///
    /// - Parameter report: gets the predicate of a sentence whose subject is the folder.
    mutating func entries(
        of folder: String, depth: Int, _ report: (String) -> Void
    ) -> [(name: String, kind: FileKind)] {
        count += 1
        guard depth <= limits.folderDepth, count <= limits.files else {
            if depth > limits.folderDepth { report("is more than \(limits.folderDepth) folders deep") }
            if count == limits.files + 1 { report("is one of more than \(limits.files) folders") }
            return []
        }
        do {
            let entries = try DiskFileSystem().entries(of: folder)
            let names = entries.compactMap { entry in String(validUTF8: entry.name).map { ($0, entry.kind) } }
            if names.count < entries.count { report("has entries whose names are \(InvalidText.reasons)") }
            return names.sorted { UTF8Order.precedes($0.0, $1.0) }
        } catch {
            report(error.explanation)
            return []
        }
    }
}
