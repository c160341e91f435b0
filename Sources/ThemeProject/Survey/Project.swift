import ThemeSystem
import ThemeModel

/// A folder with an asset tree and themes, configured by `themepack.json`.
package struct Project: Sendable {
    package static let fileName = ProjectLimits.fileName

    package let root: String
    package var fileSystem: any FileSystem
    /// Knows where the folders of the project are, whatever observes ``fileSystem``.
    private(set) var anchored: AnchoredFileSystem
    package internal(set) var assetFolder = "assets"
    package internal(set) var themesFolder = Project.usualThemesFolder
    private static let usualThemesFolder = "themes"
    /// Folders that may be links out of the project, relative to it.
    var links: [String] = []
    /// Files that are not read.
    var ignored = PathPatterns.none
    package internal(set) var limits = ProjectLimits()
    /// The most points by which an image's width and height may differ from its default's.
    package internal(set) var tolerance = 0.0
    package var ruleBook = RuleBook()
    /// The rules for generated code.
    package internal(set) var keys: KeyRules
    /// The pairs of colors whose contrast is checked.
    package internal(set) var contrast: [ContrastPair] = []
    /// Relative to the project; `nil` if `themepack.json` names none.
    package internal(set) var baselineFile: String?
    var baselinePosition: SourcePosition?
    /// The names of the fonts that exist, with `*` for any characters; `nil` if `themepack.json` lists none.
    package internal(set) var fonts: [String]?
    /// Pays for the work of a run.
    package var budget: WorkBudget { ruleBook.budget }
    package private(set) var configurationBytes: [UInt8]?

    /// - Throws: ``UserError`` with all mistakes in `themepack.json`, or if the folder contains neither it nor both
    ///   trees.
    package init(at root: String, in fileSystem: any FileSystem = DiskFileSystem()) throws(UserError) {
        self.init(unconfiguredAt: root, in: fileSystem)
        let path = join(Self.fileName)
        do {
            let bytes = try fileSystem.read(path, limit: limits.configBytes)
            configurationBytes = bytes
            budget.addInput(bytes: bytes.count)
            let problems = apply(try SourceDocument.read(bytes, fileName: Self.fileName, limits: limits))
            if let error = UserError(problems, path: path) { throw error }
            ruleBook.baseline = try readBaseline()
        } catch let error as UserError {
            throw error
        } catch FileError.missing {
            guard Self.isProject(root, fileSystem) else {
                throw UserError(
                    path: root, "contains no project: neither \(Self.fileName) nor assets/ and themes/",
                    hint: "run 'themepack init' to create one, or name the project's folder with -C")
            }
        } catch let error as FileError {
            throw UserError(path: path, error.explanation)
        } catch let error as SourceError {
            throw UserError(error, path: path)
        } catch {
            throw UserError(path: path, "cannot be read")
        }
        resolveFolders()
    }

    /// Creates a project with the default folders, whatever `themepack.json` says. For a project whose configuration
    /// cannot be read.
    package init(unconfiguredAt root: String, in fileSystem: any FileSystem = DiskFileSystem()) {
        self.root = root
        ruleBook.root = root
        anchored = AnchoredFileSystem(fileSystem)
        if let real = try? fileSystem.destination(of: root) { anchored.anchor(root, at: real) }
        self.fileSystem = anchored
        keys = KeyRules(file: "\(root)/\(Self.fileName)")
    }

    /// Returns `folder` or the nearest folder above it that is a project; `nil` if there is none.
    package static func root(above folder: String, in fileSystem: any FileSystem = DiskFileSystem()) -> String? {
        guard let folder = try? fileSystem.destination(of: folder) else { return nil }
        return root(aboveResolved: folder, in: fileSystem)
    }

    /// - Parameter folder: an absolute path without links.
    static func root(aboveResolved folder: String, in fileSystem: any FileSystem = DiskFileSystem()) -> String? {
        var folder = folder
        while !isProject(folder, fileSystem) {
            guard folder.utf8.count > 1 else { return nil }
            folder = String(folder.parentFolder)
        }
        return folder
    }

    package static func isProject(_ folder: String, _ fileSystem: any FileSystem = DiskFileSystem()) -> Bool {
        fileSystem.kind(of: "\(folder)/\(fileName)") == .file
            || fileSystem.kind(of: "\(folder)/assets") == .folder && fileSystem.kind(of: "\(folder)/themes") == .folder
    }

    package func join(_ path: String) -> String { "\(root)/\(path)" }

    /// The path of the project's folder without links.
    package var location: String { anchored.location(of: root) }

    /// The path of a file or folder of the project with the links to it resolved, as they were when the project was
    /// read. A link at its end is not resolved, except for the folders of images and themes.
    package func location(of path: String) -> String { anchored.location(of: join(path)) }

    /// Resolves the links to a folder, unless they lead to a place from which nothing is read.
    mutating func resolve(_ folder: String) {
        guard let real = try? anchored.destination(of: join(folder)) else { return }
        // The names in a folder of themes outside are needed to report these themes.
        guard allows(folder, at: real) || folder == themesFolder else { return }
        if UTF8Order.equal(real[...], location(of: folder)[...]) { return }
        anchored.anchor(join(folder), at: real)
        fileSystem = anchored
    }

    package func location(of file: TreeFile, in folder: String) -> String {
        file.destination ?? join("\(folder)/\(file.path)")
    }

    /// Returns the names of the folders in `themes/`, sorted. Each should be a theme.
    package func themeFolders() throws(UserError) -> [String] {
        try allThemeFolders().filter { !ignored.matches("\(themesFolder)/\($0)", budget) }
    }

    /// Whether a folder has anything but the temporary files of killed runs. An empty folder is not a theme.
    private func hasContents(_ folder: String) -> Bool {
        // The survey reports a folder that is outside or cannot be read.
        guard allows(folder, at: location(of: folder)), let entries = try? fileSystem.entries(of: join(folder)) else {
            return true
        }
        return !entries.allSatisfy { entry in String(validUTF8: entry.name).map(TemporaryName.matches) ?? false }
    }

    /// Like ``themeFolders()``, with ignored folders.
    func allThemeFolders() throws(UserError) -> [String] {
        let entries: [FolderEntry]
        do {
            entries = try fileSystem.entries(of: join(themesFolder))
        } catch {
            // A project begins with default images.
            if error == .missing, themesFolder == Self.usualThemesFolder { return [] }
            throw UserError(
                path: themesFolder, error.explanation,
                hint: "\"themes\" in \(Self.fileName) names the folder of themes")
        }
        for entry in entries {
            do throws(InvalidText) {
                _ = try String(checking: entry.name)
            } catch {
                throw UserError(path: themesFolder, "contains a name that \(error)", hint: "rename it")
            }
        }
        let names = entries.compactMap { entry -> String? in
            guard let name = String(validUTF8: entry.name), !name.hasPrefix(".") else { return nil }
            let isFolder =
                entry.kind == .folder
                || entry.kind == .link && fileSystem.kind(of: join("\(themesFolder)/\(name)")) == .folder
            return isFolder && hasContents("\(themesFolder)/\(name)") ? name : nil
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
