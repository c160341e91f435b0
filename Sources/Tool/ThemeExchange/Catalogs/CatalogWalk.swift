import ThemeProject

/// Finds the asset catalogs in a folder and their sets. Follows no link.
struct CatalogWalk {
    private(set) var sets: [CatalogSet] = []
    private(set) var catalogCount = 0
    private let limits: ProjectLimits
    /// Its problems are files that do not belong in a catalog or cannot be read, and folders with properties that
    /// themes lack.
    private(set) var folders: SourceFolders
    /// Whether the catalog that is read belongs to an extension.
    private var isExtension = false

    init(_ source: String, _ limits: ProjectLimits) throws(UserError) {
        self.limits = limits
        folders = SourceFolders(limits)
        // A catalog on the command line can be a link; its contents cannot.
        let path = try SourceFolders.root(source, hint: "name an asset catalog or a folder that has some")
        if Self.isCatalog(path.lastPathComponent) {
            walk(catalog: path)
        } else {
            search(path, depth: 0, isExtension: false)
        }
    }

    static func isCatalog(_ name: Substring) -> Bool { name.lowercased().hasSuffix(".xcassets") }

    private mutating func search(_ folder: String, depth: Int, isExtension: Bool) {
        let entries = folders.entries(of: folder, depth: depth)
        let isExtension =
            isExtension || entries.contains { $0.kind == .file && declaresExtension("\(folder)/\($0.name)") }
        for (name, kind) in entries where kind == .folder {
            let path = "\(folder)/\(name)"
            if Self.isCatalog(name[...]) {
                self.isExtension = isExtension
                walk(catalog: path)
            } else {
                search(path, depth: depth + 1, isExtension: isExtension)
            }
        }
    }

    /// Whether a file is the `Info.plist` of a widget, of another extension or of a watch app.
    private func declaresExtension(_ path: String) -> Bool {
        guard path.lowercased().hasSuffix("info.plist"),
            let bytes = try? DiskFileSystem().read(path, limit: limits.configBytes)
        else { return false }
        // A binary property list has its keys in ASCII as well.
        return ["NSExtension", "EXAppExtensionAttributes", "WKWatchKitApp", "WKApplication", "NSAppClip"]
            .contains { bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    private mutating func walk(catalog: String) {
        catalogCount += 1
        // A catalog itself provides no namespace.
        _ = providesNamespace(catalog)
        walk(catalog, namespace: "", depth: 0)
    }

    private mutating func walk(_ folder: String, namespace: String, depth: Int) {
        for (name, kind) in folders.entries(of: folder, depth: depth) where name != "Contents.json" {
            let path = "\(folder)/\(name)"
            guard kind == .folder else {
                let words = if case .link = kind { "is a link, which is not followed" } else { "is in no set" }
                folders.report("file", path, [.left(words)])
                continue
            }
            let dot = name.lastIndex(of: ".")
            if let dot, let kind = CatalogSet.Kind.all[name[name.index(after: dot)...].lowercased()] {
                let name = namespace + name[..<dot]
                sets.append(CatalogSet(kind: kind, name: name, path: path, isOfExtension: isExtension))
            } else {
                let isNamed = providesNamespace(path)
                walk(path, namespace: isNamed ? "\(namespace)\(name)/" : namespace, depth: depth + 1)
            }
        }
    }

    private mutating func providesNamespace(_ folder: String) -> Bool {
        let path = "\(folder)/Contents.json"
        guard DiskFileSystem().kind(of: path) != nil else { return false }
        do {
            let value = try SourceFile(path, limits).value
            folders.report("folder", folder, CatalogProperties(of: value, list: nil).notes)
            return value["properties"]?["provides-namespace"]?.flag ?? false
        } catch {
            folders.report("folder", folder, [.defect("Contents.json: \(error.text)")])
            return false
        }
    }
}
