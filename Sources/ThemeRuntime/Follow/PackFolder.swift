/// A folder of packs that libraries follow with ``ThemeLibrary/sync(folder:)``.
///
/// Its packs are the files whose names end in `.themepack.zip` and do not begin with a dot, and links to such files.
/// Subfolders are not read. Ids and versions come from the packs, not from their names.
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

    static let packSuffix = ".themepack.zip"

    func path(of name: String) -> String { path == "/" ? "/\(name)" : "\(path)/\(name)" }

    /// Whether a file is directly in the folder.
    func contains(_ file: String) -> Bool {
        guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path == "." }
        return file[..<slash] == path[...] || path == "/" && slash == file.startIndex
    }
}
