public import ThemeModel

extension ThemePack {
    /// Mounts a theme from a project's folder, during development: the answers are those that its pack would give.
    ///
    /// The tree is read now and laid out in memory as a pack, so that all that holds for packs holds here. A later change on
    /// disk is seen when the folder is mounted again. An answer's origin names the file in the tree.
    ///
    /// Cost: reads every image of the theme, the first bytes of every default image, and takes their digests; memory of the
    /// theme's size. Nothing is decoded: that an image is sound is for `themepack verify` to say.
    /// - Parameters:
    ///   - id: a folder of the project's themes; `default` may lack one.
    ///   - root: the folder with `assets/` and `themes/`, or with a `themepack.json` that names them.
    /// - Throws: ``ThemeError`` if `theme.json`, the settings or an image's header cannot be read, or two files are one variant.
    public convenience init(theme id: ThemeID, inProject root: String) throws(ThemeError) {
        let project = try ProjectFolder(root)
        let images = FolderImages(project)
        let implied = ThemeManifest(
            id: .default, name: "Default", version: SemanticVersion(major: 0, minor: 0, patch: 0), extends: nil)
        let defaults = project.manifests[.default] ?? implied
        guard let manifest = id == .default ? defaults : project.manifests[id] else {
            throw .unreadable(path: "\(root)/\(project.folder(of: id))", reason: "has no theme.json")
        }
        let contract = try Self.contract(of: defaults, project, images)
        var layout = PackLayout(PackTheme(manifest), contract: contract)
        if let settings = try project.settings(of: manifest) { layout.settings = CanonicalJSON.encode(settings) }
        for file in try images.images(of: manifest) { try layout.add(file, try project.bytes(file.path), in: root) }
        for (path, file) in images.resources(of: manifest).sorted(by: { $0.key < $1.key }) {
            layout.resources.append((path, file, try project.bytes(file)))
        }
        let folder = "\(root)/\(project.folder(of: id))"
        let (memory, files) = try layout.memory(for: folder)
        try self.init(memory: memory, path: folder, mode: .resident, files: files)
    }

    /// What the project's packs are verified against: the same digest as theirs.
    private static func contract(
        of defaults: ThemeManifest, _ project: ProjectFolder, _ images: FolderImages
    ) throws(ThemeError) -> ContentDigest {
        var contract = Contract(images: [], settings: [:])
        for file in try images.images(of: defaults) {
            let size = try PNGHeader.size(of: file.path, in: project.root)
            contract.images.append(Contract.Image(file.name, file.scale, size))
        }
        try project.settings(of: defaults)?.forEach { path, value in
            if !path.keys.isEmpty { contract.settings[path] = SettingType(of: value, at: path) }
        }
        return contract.canonicalBytes.withUnsafeBytes { ContentDigest(of: $0) }
    }
}
