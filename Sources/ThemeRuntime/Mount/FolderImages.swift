import ThemeModel

/// Whose image a file of a project is, told from its name alone.
struct FolderImages {
    /// A file of a theme, relative to the project.
    struct File: Hashable {
        let path: String
        let name: LogicalName
        let scale: Scale
    }

    private let project: ProjectFolder
    private let prefixes: [(id: ThemeID, prefix: ImagePrefix)]
    private let assets: [PortablePath]
    private let assetResources: GlobSet

    init(_ project: ProjectFolder) {
        self.project = project
        prefixes = project.manifests.values.compactMap {
            $0.imageNamePrefix.isEmpty ? nil : ($0.id, $0.imageNamePrefix)
        }
        assets = FolderWalk.files(below: "\(project.root)/\(project.assets)")
        assetResources = GlobSet(project.manifests[.default]?.resources ?? [])
    }

    /// The images of a theme: those in the asset tree that carry its prefix, and those in its own folder. The default theme
    /// has what carries no theme's prefix.
    func images(of manifest: ThemeManifest) throws(ThemeError) -> [File] {
        var files: [File] = []
        for path in assets where !assetResources.matches(path.string) {
            guard let image = ImageFileName(path.lastComponent) else { continue }
            let owners = prefixes.compactMap { owner in owner.prefix.removed(from: image.stem).map { (owner.id, $0) } }
            guard owners.count <= 1 else {
                throw .invalidProject(
                    path: "\(project.root)/\(project.assets)/\(path)", reason: "carries the prefixes of several themes")
            }
            let (owner, stem) = owners.first ?? (.default, image.stem)
            if owner == manifest.id { files += file(path, in: project.assets, stem, image.scale) }
        }
        guard manifest.id != .default else { return files }
        let folder = project.folder(of: manifest.id)
        let globs = GlobSet(manifest.resources)
        for path in FolderWalk.files(below: "\(project.root)/\(folder)") {
            guard let image = ImageFileName(path.lastComponent), !globs.matches(path.string),
                let stem = manifest.imageNamePrefix.isEmpty
                    ? image.stem : manifest.imageNamePrefix.removed(from: image.stem)
            else { continue }
            files += file(path, in: folder, stem, image.scale)
        }
        return files
    }

    /// The files that a theme has packed as they are: by paths relative to the folder in which they lie.
    func resources(of manifest: ThemeManifest) -> [PortablePath: String] {
        let globs = GlobSet(manifest.resources)
        var resources: [PortablePath: String] = [:]
        func add(_ files: [PortablePath], in folder: String) {
            for path in files where globs.matches(path.string) {
                let file = "\(folder)/\(path)"
                if path.string != "theme.json", file != project.configPath(of: manifest) { resources[path] = file }
            }
        }
        let folder = project.folder(of: manifest.id)
        if manifest.id == .default { add(assets, in: project.assets) }
        add(FolderWalk.files(below: "\(project.root)/\(folder)"), in: folder)
        return resources
    }

    private func file(_ path: PortablePath, in folder: String, _ stem: String, _ scale: Scale) -> [File] {
        guard let name = try? LogicalName(path.folder + stem) else { return [] }
        return [File(path: "\(folder)/\(path)", name: name, scale: scale)]
    }
}
