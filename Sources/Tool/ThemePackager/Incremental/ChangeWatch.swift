package import ThemeProject

/// Waits for changes of a project's files. Changes between two waits are not missed. Uses inotify on Linux; elsewhere,
/// and at the kernel's limit of watches, compares all stamps twice a second.
package final class ChangeWatch {
    /// Milliseconds without changes that end a burst. Longer than a stamp takes to settle.
    package static let burstPause = 22
    /// The same before a run for a page, which records nothing and so waits for no stamp.
    package static let pagePause = 4
    /// Milliseconds without changes that end a burst while a written file is still open.
    static let openFilePause = 500
    static let pollingInterval = 500

    private let project: Project
    /// Milliseconds without events of the kernel that end a burst.
    private let quiet: Int
    /// Relative to the project.
    private let files: Set<String>
    #if os(Linux)
        private var kernel: KernelEvents?
    #endif
    private var stamps: [String: FileStamp?] = [:]

    /// - Parameters:
    ///   - others: files to watch besides `themepack.json` and the baseline, relative to the project.
    ///   - pause: milliseconds without events of the kernel that end a burst.
    package init(of project: Project, and others: [String] = [], pause: Int = ChangeWatch.burstPause) {
        self.project = project
        quiet = pause
        files = Set([Project.fileName] + [project.configuration.baselineFile].compactMap { $0 } + others)
        #if os(Linux)
            kernel = KernelEvents()
        #endif
        refresh()
    }

    /// Returns when a file has changed since the last call and none has changed for a while: the paths of changed files
    /// and folders, sorted. They can include files that a program has written and deleted again.
    @discardableResult
    package func wait() -> [String] {
        #if os(Linux)
            if let kernel {
                let changes = kernel.wait(for: quiet)
                if changes.foldersChanged { refresh() }
                return changes.paths.sorted()
            }
        #endif
        let before = stamps
        var last: [String: FileStamp?]
        repeat {
            last = stamps
            pause(for: .milliseconds(stamps == before ? Self.pollingInterval : Self.burstPause))
            refresh()
        } while stamps == before || stamps != last
        return Set(before.keys).union(stamps.keys).filter { before[$0] != stamps[$0] }.sorted()
    }

    private func refresh() {
        var folders = Self.folders(of: project)
        #if os(Linux)
            if let kernel {
                while kernel.watch(folders, names: WatchedNames.all(of: project, files: files)) {
                    // A folder can be created after the walk and before its parent is watched.
                    let before = folders
                    folders = Self.folders(of: project)
                    guard folders == before else { continue }
                    // Without the folder that contains the project, only polling finds the project again.
                    if DiskFileSystem().kind(of: String(project.root.parentFolder)) == .folder { return }
                    break
                }
                self.kernel = nil
            }
        #endif
        stamps = [:]
        let disk = DiskFileSystem()
        for file in files.map(project.join) { stamps[file] = .some(disk.stamp(of: file)) }
        for folder in folders {
            for (entry, stamp) in (try? disk.stampedEntries(of: folder)) ?? [] {
                stamps["\(folder)/\(String(decoding: entry.name, as: UTF8.self))"] = .some(stamp)
            }
        }
    }

    /// Returns all folders up to the depth limit. Verification reports those that cannot be read.
    private static func folders(of project: Project) -> [String] {
        let disk = DiskFileSystem()
        var folders: [String] = []
        func walk(_ folder: String, depth: Int, followsLinks: Bool) {
            guard depth <= project.configuration.limits.folderDepth, let entries = try? disk.entries(of: folder) else {
                return
            }
            folders.append(folder)
            for entry in entries {
                guard let name = String(validUTF8: entry.name) else { continue }
                let path = "\(folder)/\(name)"
                // A theme's folder may be a link. Within trees, links to folders are errors.
                if entry.kind == .folder || followsLinks && entry.kind == .link && disk.kind(of: path) == .folder {
                    walk(path, depth: depth + 1, followsLinks: false)
                }
            }
        }
        walk(project.join(project.configuration.assetFolder), depth: 0, followsLinks: false)
        walk(project.join(project.configuration.themesFolder), depth: 0, followsLinks: true)
        return folders
    }
}

/// The names on the way to a project's trees. If one of them is created again or is a link that is switched, other
/// folders have to be watched.
enum WatchedNames {
    /// Returns the names by the folders that contain them. `files` are relative to the project.
    static func all(of project: Project, files: Set<String>) -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        add(project.root, below: String(project.root.parentFolder), to: &names)
        for path in files.union([project.configuration.assetFolder, project.configuration.themesFolder]) {
            add(path, below: project.root, to: &names)
        }
        // A theme's folder can be a link.
        let themes = project.join(project.configuration.themesFolder)
        names[themes, default: []] = []
        for entry in (try? DiskFileSystem().entries(of: themes)) ?? [] {
            let name = String(decoding: entry.name, as: UTF8.self)
            if entry.kind == .link { add(name, below: themes, to: &names) }
        }
        return names
    }

    /// Adds every name of a path. Follows a link to the folder that contains its destination.
    private static func add(_ path: String, below root: String, to names: inout [String: Set<String>]) {
        var folder = root
        for name in (path.path(below: root).map(String.init) ?? path).split(separator: "/") {
            names[folder, default: []].insert(String(name))
            folder = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        }
        guard let real = try? DiskFileSystem().destination(of: folder), real != folder else { return }
        names[String(real.parentFolder), default: []].insert(String(real.lastPathComponent))
    }
}
