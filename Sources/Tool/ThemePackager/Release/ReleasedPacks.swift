package import PackFormat

/// The packs of earlier releases, with which a project is compared.
package struct ReleasedPacks: Sendable {
    package struct Pack: Sendable {
        /// Absolute.
        package let path: String
        /// As the arguments give it.
        package let givenPath: String
        /// Whether it is one of a folder of packs, which has all that are released.
        let isOfFolder: Bool
        /// The folder of the pack, as the arguments give it.
        var folder: String { String(givenPath.parentFolder) }
        package let contents: PackContents
        package let settings: Settings?
    }

    /// In the order of the arguments; within a folder in the order of names.
    package let packs: [Pack]

    /// Reads packs and folders of packs.
    ///
    /// - Throws: ``UserError`` if a pack is damaged, or if a folder contains no pack. An empty folder is more often a
    ///   failed download than a first release.
    package init(_ paths: [String], limits: ProjectLimits) throws(UserError) {
        var packs: [Pack] = []
        var failures: [UserError] = []
        var files: [(path: String, isOfFolder: Bool)] = []
        for path in paths {
            let found = try Self.files(at: path)
            files += found.map { ($0, found != [path]) }
        }
        for (path, isOfFolder) in files {
            do throws(UserError) {
                let (contents, settings, _) = try PackReader.contents(
                    of: path, limits: limits, hint: "fetch the released packs again")
                let absolute = (try? DiskFileSystem().destination(of: path)) ?? path
                packs.append(
                    Pack(
                        path: absolute, givenPath: path, isOfFolder: isOfFolder, contents: contents, settings: settings)
                )
            } catch {
                failures.append(error)
            }
        }
        if var first = failures.first {
            let others = failures.dropFirst().compactMap(\.path).map { String($0.lastPathComponent) }
            if !others.isEmpty { first.message += "; so are or cannot be read: \(others.joined(separator: ", "))" }
            throw first
        }
        self.packs = packs
    }

    private static func files(at path: String) throws(UserError) -> [String] {
        guard DiskFileSystem().kind(of: path) == .folder else { return [path] }
        return try Distribution.packs(
            inFolder: path, hint: "fetch the released packs; a first release has none to be compared with")
    }

    /// The packs of the highest version of each theme, sorted by id.
    package var newest: [Pack] {
        let byTheme = Dictionary(grouping: packs, by: \.contents.theme.id)
        return byTheme.sorted { $0.key < $1.key }.compactMap { _, packs in
            packs.max { $0.contents.theme.version < $1.contents.theme.version }
        }
    }
}
