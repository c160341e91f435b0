import Foundation
import ThemeModel

/// Waits for changes of a project's files. What changes while nobody waits is not missed.
///
/// On Linux the kernel tells; elsewhere, and where the kernel watches no more folders, all files are looked at twice a second.
public final class ChangeWatch {
    /// How long it has to be quiet before a burst of changes is over: longer than a stamp takes to settle.
    static let quiet = 22
    /// How long it has to be quiet before it is worth looking at what has changed.
    static let calm = 8
    /// How long is waited for a file that somebody has begun to write and not closed.
    static let patience = 500
    static let pollingInterval = 500

    private let project: Project
    #if os(Linux)
        private var kernel: KernelEvents?
    #endif
    private var snapshot: [String: FileStamp?] = [:]

    public init(of project: Project) {
        self.project = project
        #if os(Linux)
            kernel = KernelEvents()
        #endif
        look()
    }

    /// Returns when something has changed since this was called last, and has then been quiet for a moment.
    ///
    /// - Parameter meanwhile: called in that moment, if at all; what changes after its last call is told by the next wait.
    public func wait(meanwhile: () -> Void = {}) {
        #if os(Linux)
            if let kernel {
                let tops = [Project.fileName] + Self.tops(of: project)
                let seesFolders = kernel.wait(tops.contains, meanwhile: meanwhile)
                if seesFolders { look() }
                return
            }
        #endif
        while true {
            let before = snapshot
            Thread.sleep(forTimeInterval: Double(Self.pollingInterval) / 1000)
            look()
            if snapshot != before { return settle() }
        }
    }

    /// Takes in what there is: watches every folder, or notes every file.
    private func look() {
        let folders = Self.folders(of: project)
        #if os(Linux)
            if let kernel {
                if kernel.watch(folders, root: project.root) { return }
                self.kernel = nil
            }
        #endif
        snapshot = [:]
        let disk = DiskFileSystem()
        snapshot[Project.fileName] = .some(disk.stamp(of: project.join(Project.fileName)))
        for folder in folders {
            for entry in (try? disk.entries(of: folder)) ?? [] {
                let path = "\(folder)/\(String(decoding: entry.name, as: UTF8.self))"
                snapshot[path] = .some(disk.stamp(of: path))
            }
        }
    }

    private func settle() {
        while true {
            let before = snapshot
            Thread.sleep(forTimeInterval: Double(Self.quiet) / 1000)
            look()
            if snapshot == before { return }
        }
    }

    /// The names in the project's folder that lead to its trees.
    private static func tops(of project: Project) -> [String] {
        [project.assets, project.themes].map { String($0.firstPathComponent) }
    }

    /// Every folder of the trees. As deep as trees may be; what cannot be read is told by verification.
    private static func folders(of project: Project) -> [String] {
        let disk = DiskFileSystem()
        var folders: [String] = []
        func walk(_ folder: String, depth: Int, followsLinks: Bool) {
            guard depth <= project.limits.folderDepth, let entries = try? disk.entries(of: folder) else { return }
            folders.append(folder)
            for entry in entries {
                guard let name = String(validating: entry.name, as: UTF8.self) else { continue }
                let path = "\(folder)/\(name)"
                // A theme's folder may be a link; within trees links to folders are refused.
                if entry.kind == .folder || followsLinks && entry.kind == .link && disk.kind(of: path) == .folder {
                    walk(path, depth: depth + 1, followsLinks: false)
                }
            }
        }
        walk(project.join(project.assets), depth: 0, followsLinks: false)
        walk(project.join(project.themes), depth: 0, followsLinks: true)
        return folders
    }
}
