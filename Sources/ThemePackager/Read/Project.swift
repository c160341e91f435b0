public import ThemeModel

/// A folder with an asset tree and themes, and what its `themepack.json` says.
public struct Project: Sendable {
    public static let fileName = "themepack.json"

    /// The project's folder, as it was found.
    public let root: String
    public internal(set) var fileSystem: any FileSystem
    public internal(set) var assets = "assets"
    public internal(set) var themes = "themes"
    public internal(set) var limits = Limits()
    public internal(set) var ruleBook = RuleBook()
    /// Of `themepack.json`; `nil` if there is none.
    private(set) var configuration: ContentDigest?

    /// Reads the project in a folder.
    ///
    /// - Throws: ``ProjectProblem`` if `themepack.json` is there and wrong, or if the folder holds neither it nor both trees.
    public init(at root: String, in fileSystem: any FileSystem = DiskFileSystem()) throws(ProjectProblem) {
        self.root = root
        self.fileSystem = fileSystem
        let path = join(Self.fileName)
        do {
            let bytes = try fileSystem.read(path, limit: limits.configBytes)
            configuration = ContentDigest(of: bytes)
            try read(try SourceDocument.read(bytes, fileName: Self.fileName, limits: limits))
        } catch FileProblem.missing {
            guard Self.isProject(root, fileSystem) else {
                throw ProjectProblem(
                    path: root, message: "holds no project: neither \(Self.fileName) nor assets/ and themes/",
                    hint: "run 'themepack init' to begin one, or name the project's folder with -C")
            }
        } catch let error as FileProblem {
            throw ProjectProblem(path: path, message: error.explanation)
        } catch let error as SourceProblem {
            throw ProjectProblem(
                path: path, place: error.place, message: (error.key.map { "\($0): " } ?? "") + error.message,
                hint: error.hint)
        } catch {
            throw ProjectProblem(path: path, message: "cannot be read")
        }
    }

    /// The nearest folder that is a project, from `folder` upwards; `nil` if there is none.
    public static func root(above folder: String, in fileSystem: any FileSystem = DiskFileSystem()) -> String? {
        guard var folder = try? fileSystem.destination(of: folder) else { return nil }
        while true {
            if isProject(folder, fileSystem) { return folder }
            guard let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")), folder.utf8.count > 1 else { return nil }
            folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
        }
    }

    private static func isProject(_ folder: String, _ fileSystem: any FileSystem) -> Bool {
        fileSystem.kind(of: "\(folder)/\(fileName)") == .file
            || fileSystem.kind(of: "\(folder)/assets") == .folder && fileSystem.kind(of: "\(folder)/themes") == .folder
    }

    /// A path of the project as the file system takes it.
    func join(_ path: String) -> String { "\(root)/\(path)" }

    /// Where to open a file of a tree.
    func location(of file: TreeFile, in folder: String) -> String { file.destination ?? join("\(folder)/\(file.path)") }

    /// The names of the folders in `themes/`, in order: every theme there may be.
    public func themeFolders() throws(ProjectProblem) -> [String] {
        let entries: [FolderEntry]
        do {
            entries = try fileSystem.entries(of: join(themes))
        } catch {
            throw ProjectProblem(
                path: themes, message: error.explanation,
                hint: "\"themes\" in \(Self.fileName) names the folder of themes")
        }
        if entries.contains(where: { String(validating: $0.name, as: UTF8.self) == nil }) {
            throw ProjectProblem(path: themes, message: "holds a name that is not UTF-8", hint: "rename it")
        }
        let names = entries.compactMap { entry -> String? in
            guard let name = String(validating: entry.name, as: UTF8.self), !name.hasPrefix(".") else { return nil }
            let isFolder =
                entry.kind == .folder
                || entry.kind == .link && fileSystem.kind(of: join("\(themes)/\(name)")) == .folder
            return isFolder ? name : nil
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

/// Why a project cannot be worked on at all.
public struct ProjectProblem: Error, Sendable {
    public var path: String
    public var place: Place?
    public var message: String
    public var hint: String?

    public init(path: String, place: Place? = nil, message: String, hint: String? = nil) {
        (self.path, self.place, self.message, self.hint) = (path, place, message, hint)
    }
}
