import ThemeSystem
import ThemeModel
import ThemeProject

/// The folders that paths in reports are relative to.
struct ReportPaths {
    let here: String
    /// The folder that a CI service names as the repository's, if the project is in it; else the current folder.
    let repository: String

    init(projectRoot: String?) {
        here = ProcessEnvironment.currentFolder
        let named = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap(ProcessEnvironment.variable).first { !$0.isEmpty }
        let workspace = named.flatMap { try? DiskFileSystem().destination(of: $0) }
        let root = projectRoot ?? here
        repository = workspace.flatMap { root == $0 || root.path(below: $0) != nil ? $0 : nil } ?? here
    }

    /// For people: relative to the current folder. A relative path stays as it is.
    func shown(_ path: String) -> String { path.utf8.first == Self.slash ? Self.relative(path, to: here) : path }

    func absolute(_ path: String) -> String { path.utf8.first == Self.slash ? path : "\(here)/\(path)" }

    /// For services that show a finding beside a file of the repository.
    func inRepository(_ path: String) -> String {
        Self.relative(absolute(path), to: repository)
    }

    private static let slash = UInt8(ascii: "/")

    /// Returns an absolute path relative to a folder, with `..` for folders above it. Paths that have only the root in
    /// common stay absolute.
    static func relative(_ path: String, to folder: String) -> String {
        if let below = path.path(below: folder) { return String(below) }
        let (names, base) = (path.utf8.split(separator: slash), folder.utf8.split(separator: slash))
        let common = zip(names, base).prefix { $0.elementsEqual($1) }.count
        guard common > 0 else { return path }
        let parts = Array(repeating: "..", count: base.count - common) + names[common...].map { String(Substring($0)) }
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }

    /// Percent-encodes the bytes that RFC 3986 does not allow in a path.
    static func uri(_ path: String) -> String { PercentEncoding.encode(path) }
}
