import ThemeProject

/// The settings files, images and asset catalogs of a source: single files, and folders of an app.
struct SettingsFiles {
    struct File {
        let path: String
        /// Relative to the source.
        let name: String
    }

    private(set) var settings: [File] = []
    private(set) var images: [File] = []
    private(set) var catalogs: [String] = []
    private let limits: ProjectLimits
    private var fileCount = 0
    private(set) var folders: SourceFolders

    init(_ sources: [String], _ limits: ProjectLimits) throws(UserError) {
        self.limits = limits
        folders = SourceFolders(limits)
        for source in sources {
            switch DiskFileSystem().kind(of: source) {
            case .folder: walk(String(source.withoutLastSlash), below: "", depth: 0)
            case .file: add(source, name: String(source.lastPathComponent))
            default: throw UserError(path: source, "does not exist", hint: "name settings files, or a folder of them")
            }
        }
    }

    private mutating func walk(_ folder: String, below prefix: String, depth: Int) {
        for (name, kind) in folders.entries(of: folder, depth: depth) {
            let path = "\(folder)/\(name)"
            fileCount += 1
            guard fileCount <= limits.files else { return report(path, .defect("is one of too many files")) }
            switch kind {
            case .file where Self.isOfXcode(name): report(path, .left("is a file of Xcode, not a theme"))
            case .file: add(path, name: prefix + name)
            case .folder where CatalogWalk.isCatalog(name[...]): catalogs.append(path)
            case .folder: walk(path, below: "\(prefix)\(name)/", depth: depth + 1)
            case .link, .other: report(path, .left("is a link or another kind of file, which is not followed"))
            }
        }
    }

    private mutating func add(_ path: String, name: String) {
        let lower = name.lowercased()
        func ends(_ suffixes: String...) -> Bool { suffixes.contains { lower.hasSuffix($0) } }
        if ends(".json", ".plist") {
            settings.append(File(path: path, name: name))
        } else if ends(".png", ".jpg", ".jpeg", ".webp", ".heic"), File(path: path, name: name).image != nil {
            images.append(File(path: path, name: name))
        } else {
            report(path, .left("is neither a settings file nor an image"))
        }
    }

    /// Whether a settings file that nobody named describes an app or a set of a catalog.
    private static func isOfXcode(_ name: String) -> Bool {
        let lower = name.lowercased()
        return lower == "contents.json" || lower.hasSuffix("info.plist")
    }

    /// Adds the images as default images, an item for each name.
    ///
    /// - Parameter obstacle: returns why an image is left out.
    func addImages(to contents: inout ThemeContents, obstacle: (_ stem: String) -> String? = { _ in nil }) {
        var items: [String: Int] = [:]
        for file in images {
            guard let image = file.image else { continue }
            let number = items[image.stem] ?? contents.add(ExchangeItem("image", image.stem, path: file.path))
            items[image.stem] = number
            if let obstacle = obstacle(image.stem) {
                contents.note(.left(obstacle), on: number)
                continue
            }
            do throws(InvalidPath) {
                let name = try LogicalName(image.stem)
                let source = SourceImage(file.path)
                contents.add(.init(theme: .default, name: name, scale: image.scale, source: source, item: number))
            } catch {
                contents.note(.defect("its name \(error.explanation)"), on: number)
            }
        }
    }

    private mutating func report(_ path: String, _ note: ExchangeItem.Note) { folders.report("file", path, [note]) }
}

extension SettingsFiles.File {
    /// The name without folders and extension: `ThemeDefault`.
    var stem: String {
        let last = name.lastPathComponent
        return String(last[..<(last.lastIndex(of: ".") ?? last.endIndex)])
    }

    /// The name and scale of an image, whatever its extension.
    var image: (stem: String, scale: Scale)? {
        guard let dot = name.lastIndex(of: "."), let file = ImageFileName(name[..<dot].lastPathComponent + ".png")
        else { return nil }
        let folder = name[..<name.lastPathComponent.startIndex]
        return (String(folder + file.stem), file.scale)
    }
}

extension ThemeContents {
    /// Adds a theme's file, and the theme that its key `super` names. Returns the settings, each with its item.
    ///
    /// - Parameter themes: by the names of their files.
    mutating func add(
        _ file: SettingsFiles.File, as theme: ThemeID, among themes: [String: ThemeID], _ limits: ProjectLimits,
        notes: [ExchangeItem.Note] = []
    ) -> [(path: SettingPath, value: SettingValue, item: Int)] {
        var settings: [(path: SettingPath, value: SettingValue, item: Int)] = []
        do throws(ExchangeItem.Note) {
            let source = try SourceFile(file.path, limits)
            guard source.value.object != nil else { throw .defect("contains no settings") }
            let item = add(ExchangeItem("theme file", file.name, path: file.path, notes: notes + source.notes))
            source.value.forEach { path, value in
                if path.keys == ["super"] {
                    setParent(value, of: theme, among: themes, item: item)
                } else if value.object == nil {
                    settings.append((path, value, item))
                }
            }
        } catch {
            leave(file, error)
        }
        return settings
    }

    mutating func leave(_ file: SettingsFiles.File, _ note: ExchangeItem.Note) {
        leave("theme file", file.name, path: file.path, note)
    }
}
