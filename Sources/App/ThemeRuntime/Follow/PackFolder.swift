public import ThemeSystem

/// A folder of packs that libraries follow with ``ThemeLibrary/sync(folder:)``.
///
/// Its packs are the files whose names end in `.themepack.zip` and do not begin with a dot, and links to such files.
/// Subfolders are not read. Ids and versions come from the packs, not from their names. A pack that a browser has
/// renamed to `... (1).zip`, or that was unpacked, is reported and not mounted.
///
/// Put a new pack in place by a rename, as `themepack build` does. A copy that is written slowly is rejected until it
/// is complete.
public struct PackFolder: Hashable, Sendable {
    /// The path, without a slash at its end.
    public let path: String
    /// The way in which bytes are stored and checked. Packs of a mode that checks anything are checked completely
    /// before they are mounted.
    public let mode: MountMode
    /// The limits for reading each pack.
    public let limits: ReadingLimits

    /// Describes a folder. It need not exist yet.
    public init(_ path: String, mode: MountMode = .checkedWhenRead, limits: ReadingLimits = ReadingLimits()) {
        var path = path
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        self.mode = mode
        self.limits = limits
    }

    /// Describes the folder of a file URL.
    public init(_ url: URL, mode: MountMode = .checkedWhenRead, limits: ReadingLimits = ReadingLimits()) {
        self.init(url.path, mode: mode, limits: limits)
    }

    static let packSuffix = ".themepack.zip"

    func path(of name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

    /// Whether a pack was mounted from a file that is directly in the folder. Packs in memory have a name, and no file.
    func contains(_ pack: ThemePack) -> Bool {
        guard pack.memory.identity != nil else { return false }
        let file = pack.path
        guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path == "." }
        return file[..<slash] == path[...] || path == "/" && slash == file.startIndex
    }
}

/// The reports of a library or a manager that follows a folder.
///
/// Each iteration has its own position. It ends when its task is canceled.
public struct PackFolderChanges: AsyncSequence, Sendable {
    /// The type of the reports.
    public typealias Element = PackFolderReport
    /// The sequence never fails. A folder that cannot be read is a problem in a report.
    public typealias Failure = Never

    let folder: PackFolder
    let interval: Duration
    let sync: @Sendable (PackFolder) async -> PackFolderReport

    /// - Parameter sync: updates the packs once.
    package init(
        _ folder: PackFolder, every interval: Duration,
        sync: @escaping @Sendable (PackFolder) async -> PackFolderReport
    ) {
        self.folder = folder
        self.interval = interval
        self.sync = sync
    }

    /// Begins with a first ``ThemeLibrary/sync(folder:)``.
    public func makeAsyncIterator() -> Iterator { Iterator(position: Position(sequence: self)) }

    /// An iteration over the reports.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var position: Position

        /// The next report that is not empty; `nil` when the task is canceled.
        public mutating func next() async -> PackFolderReport? {
            let report: PackFolderReport?
            (report, position) = await PackFolderChanges.next(after: position)
            return report
        }
    }

    fileprivate struct Position: Sendable {
        let sequence: PackFolderChanges
        /// The listing before the last sync; `nil` if the folder could not be read.
        var listing: FolderListing?
        var isFirst = true
        var problems: [PackFolderProblem] = []
    }

    /// Waits for a report, outside the caller's actor, because a sync blocks its thread.
    @concurrent
    private static func next(after last: Position) async -> (PackFolderReport?, Position) {
        var position = last
        let folder = last.sequence.folder
        while !Task.isCancelled {
            let listing = try? FolderListing(of: folder)
            let mayPass = position.problems.contains(where: \.mayPassWithoutChange)
            if position.isFirst || listing != position.listing || mayPass {
                position.isFirst = false
                position.listing = listing
                let report = await last.sequence.sync(folder)
                // The end of a problem alone is no news, because the report would be empty.
                let isNew = !report.changes.isEmpty || !report.problems.isEmpty && report.problems != position.problems
                position.problems = report.problems
                if isNew { return (report, position) }
            }
            do { try await Task.sleep(for: last.sequence.interval) } catch { break }
        }
        return (nil, position)
    }
}

extension ThemeLibrary {
    /// Follows a folder: calls ``sync(folder:)`` now and after every change of the folder, and returns the reports.
    ///
    /// The library follows only while a task iterates. Reports without news are left out.
    /// - Parameters:
    ///   - folder: it need not exist yet.
    ///   - interval: the time between two looks at the folder. A look takes a system call for each pack.
    public func follow(_ folder: PackFolder, every interval: Duration = .seconds(1)) -> PackFolderChanges {
        PackFolderChanges(folder, every: interval) { self.sync(folder: $0) }
    }
}
