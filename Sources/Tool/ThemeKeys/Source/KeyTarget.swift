package import ThemeProject

/// A target of a Swift package, with the default theme among its files.
package struct KeyTarget {
    private let folder: String
    private let fileSystem: any FileSystem
    private let configuration: TargetConfiguration
    /// The access level that `themepack-keys.json` sets; `nil` if it sets none.
    package var access: KeyAccess? { configuration.access }

    /// Returns whether a folder has a `themepack-keys.json`.
    package static func isConfigured(_ folder: String, in fileSystem: any FileSystem = DiskFileSystem()) -> Bool {
        fileSystem.kind(of: "\(folder)/\(TargetConfiguration.fileName)") == .file
    }

    /// - Parameter folder: the target's folder.
    package init(at folder: String, in fileSystem: any FileSystem = DiskFileSystem()) throws(UserError) {
        self.folder = String(folder.withoutLastSlash)
        self.fileSystem = fileSystem
        let path = "\(self.folder)/\(TargetConfiguration.fileName)"
        var bytes = Array("{}".utf8)
        do throws(FileError) {
            bytes = try fileSystem.read(path, limit: ProjectLimits().configBytes)
        } catch {
            guard error == .missing else { throw UserError(error, path: path) }
        }
        configuration = try TargetConfiguration(bytes, path: path)
    }

    /// Reads the names of the project that the configuration names, else those of the only default pack.
    ///
    /// - Parameter isBuilding: whether a build runs this. Then all files must be in the target's folder.
    package func source(isBuilding: Bool) throws(UserError) -> KeySource {
        if let project = configuration.project {
            let project = try Project(at: "\(folder)/\(project)", in: fileSystem)
            if isBuilding { try checkFolders(of: project) }
            return try KeySource(of: project)
        }
        let packs = try packs(in: folder, depth: 0)
        guard let pack = packs.first else {
            throw UserError(
                path: folder, "contains no default theme",
                hint: "add the pack default-<version>.themepack.zip, or \(TargetConfiguration.fileName) with "
                    + "{\"project\": \"<folder>\"}")
        }
        guard packs.count == 1 else {
            throw UserError(
                path: folder, "contains \(packs.count) default packs: \(packs.joined(separator: ", "))",
                hint: "keep one of them")
        }
        if isBuilding { try checkInside(pack, UserError(path: pack, "leads out of the target's folder")) }
        return try KeySource(ofPack: pack, rules: configuration.rules)
    }

    private func checkFolders(of project: Project) throws(UserError) {
        // The default theme's folder can be a link that the project allows.
        let defaultFolder = "\(project.configuration.themesFolder)/\(ThemeID.default)"
        // The paths by which the project is read, so that nothing can change between this check and reading.
        let folders = [project.configuration.assetFolder, project.configuration.themesFolder, defaultFolder]
        let paths = [(project.root, project.location)] + folders.map { (project.join($0), project.location(of: $0)) }
        for (path, location) in paths {
            let error = UserError(
                path: configuration.rules.file, position: configuration.projectPosition,
                "project: '\(path)' is outside of the target's folder")
            try checkInside(location, error)
        }
    }

    /// SwiftPM's native build system watches the target's folder. A file that appears elsewhere changes no build.
    private func checkInside(_ path: String, _ error: UserError) throws(UserError) {
        guard fileSystem.leadsOut(path, of: folder) else { return }
        var error = error
        error.hint =
            "a build does not notice when files appear or vanish there: move them into the target, or generate a file "
            + "to check in with 'swift package themepack-keys'"
        throw error
    }

    /// Returns the default packs in a folder and below it, in order.
    private func packs(in folder: String, depth: Int) throws(UserError) -> [String] {
        let entries = try fileSystem.contents(ofFolder: folder)
        var packs: [String] = []
        for entry in entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
            guard let name = String(validUTF8: entry.name), !name.hasPrefix(".") else { continue }
            if entry.kind == .folder {
                if depth < ProjectLimits().folderDepth {
                    packs += try self.packs(in: "\(folder)/\(name)", depth: depth + 1)
                }
            } else if name.hasPrefix("default-"), name.hasSuffix(".themepack.zip") {
                packs.append("\(folder)/\(name)")
            }
        }
        return packs
    }
}
