// See docs/decisions/09-where-files-are-written.md.
/// A place that may be written to. Functions that write files take an `OutputPlace`, not a path, so no command can
/// forget what the initializers check:
///
/// - No project reads the place, unless it is one of the project's own files (``init(sourcesOf:)``). It is not in a
///   project's cache.
/// - No link of a project leads to a place outside, or nowhere, unless `"links"` in `themepack.json` allows it.
/// - A regular file or nothing is there for a file; a folder or nothing for a folder. No command replaces a device. One
///   that may be written to is open, so that no writer waits for a pipe that nobody reads.
/// - A file that a user names has no other purpose, such as a pack, a feed or a key: ``KeptFile``.
///
/// Every project that contains the place must allow it. A project whose configuration cannot be read allows less than
/// any other.
/// A link that a user names as an output is followed. A link at a name that a command chooses is replaced.
///
/// Links are resolved once, by the check. Writers open the target without following any, so a folder that another
/// process exchanges for a link after the check is not written to.
package struct OutputPlace: Sendable {
    /// As it was named, for messages.
    package let path: String
    /// The path that is written to. It had no links when it was checked.
    package let target: String
    /// A file that is not replaced, but written to where it is: ``openStream(_:)``.
    private(set) var stream: OwnedDescriptor?
    package var isStream: Bool { stream != nil }

    /// The project whose own files are written here; `nil` for results.
    private var sourceRoot: String?

    private init(path: String, target: String, sourceRoot: String? = nil) {
        self.path = path
        self.target = target
        self.sourceRoot = sourceRoot
    }

    /// A file for a result.
    ///
    /// - Parameters:
    ///   - what: the subject of an error, such as "a report".
    ///   - kind: the files that it may replace besides texts; `nil` for none.
    ///   - acceptsStreams: whether the path may also name a device or a pipe.
    /// - Throws: ``UserError`` that says why nothing may be written there.
    package init(
        file path: String, for what: String, replacing kind: KeptFile? = nil, acceptsStreams: Bool = false
    ) throws(UserError) {
        guard path != "-" else {
            throw UserError(
                path: path, "is not a file's name; \(what) cannot be written there",
                hint: acceptsStreams ? "standard output is /dev/stdout" : "name a file; one of this name is ./-")
        }
        let target = try OutputCheck.resolve(
            path, for: what, allowsSources: false, own: kind == .baseline ? .baseline : nil)
        switch DiskFileSystem().kind(of: path) {
        case nil, .file:
            self.init(path: path, target: target)
            try checkReplaces(kind, for: what)
        case .other where acceptsStreams:
            self.init(path: path, target: path)
            stream = try openStream()
        case let kind?: throw Self.occupied(path, by: kind, wanted: "file")
        }
    }

    /// A file that other programs write as well, such as a service's summary of a job. Bytes are added at its end.
    package init(appendingTo path: String, for what: String) throws(UserError) {
        let target = try OutputCheck.resolve(path, for: what, allowsSources: false)
        self.init(path: path, target: target)
        stream = try openStream(O_APPEND | O_CREAT)
    }

    /// A folder for results. Files in it are made by ``file(_:)``.
    ///
    /// - Parameter isCache: whether it may be the project's cache, which a run can delete at any time.
    package init(folder path: String, for what: String, isCache: Bool = false) throws(UserError) {
        var path = path[...]
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.withoutLastSlash }
        let target = try OutputCheck.resolve(
            String(path), for: what, allowsSources: false, own: isCache ? .cache : nil)
        self.init(path: String(path), target: target)
        switch DiskFileSystem().kind(of: target) {
        case .folder, nil: break
        case let kind?: throw Self.occupied(self.path, by: kind, wanted: "folder")
        }
    }

    /// The folder of a project whose own files are written, such as imported images. The project need not exist yet.
    /// ``OutputFolder`` locks it.
    init(sourcesOf root: String) throws(UserError) {
        let target = try OutputCheck.resolve(root, for: "a project", allowsSources: false)
        self.init(path: root, target: target)
        sourceRoot = target
    }

    static let hint = "name another path"

    static func occupied(_ path: String, by kind: FileKind, wanted: String) -> UserError {
        UserError(path: path, "is \(kind.words), where a \(wanted) is to be written", hint: "move it away, or \(hint)")
    }

    /// A file in this folder. `name` can have folders, which ``OutputFiles`` creates.
    ///
    /// - Throws: ``UserError`` if a link on the way leads out of a project, or if the name has anything but a regular
    ///   file or a link.
    package func file(_ name: String) throws(UserError) -> OutputPlace {
        let place = try inner(name)
        switch DiskFileSystem().kindWithoutFollowing(place.target) {
        case .file, nil: break
        case .link: if sourceRoot != nil { _ = try resolve(place.target) }
        case let kind?: throw Self.occupied(place.path, by: kind, wanted: "file")
        }
        return place
    }

    /// A folder in this folder.
    package func folder(_ name: String) throws(UserError) -> OutputPlace {
        let contents = try inner(name + "/")
        return OutputPlace(
            path: "\(path)/\(name)", target: String(contents.target.parentFolder), sourceRoot: sourceRoot)
    }

    /// Whether this folder has no entries but these, or does not exist. Temporary files of killed runs do not count.
    /// Tools replace no folder that has others' files.
    package func isEmptyFolder(besides names: Set<String> = []) throws(UserError) -> Bool {
        do throws(FileError) {
            return try DiskFileSystem.withoutLinks.entries(of: target).allSatisfy { entry in
                String(validUTF8: entry.name).map { names.contains($0) || TemporaryName.matches($0) } ?? false
            }
        } catch {
            if error == .missing { return true }
            throw UserError(path: path, "cannot be written: \(error.explanation)", hint: Self.hint)
        }
    }

    /// The folder that this file is in.
    package var parent: OutputPlace {
        OutputPlace(path: String(path.parentFolder), target: String(target.parentFolder))
    }

    private func inner(_ name: String) throws(UserError) -> OutputPlace {
        var folder = target
        var named = path
        for part in name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast() {
            folder += "/" + String(Substring(part))
            named += "/" + String(Substring(part))
            switch DiskFileSystem().kindWithoutFollowing(folder) {
            case nil, .folder: break
            case .link: folder = try resolve(folder)
            case let kind?: throw Self.occupied(named, by: kind, wanted: "folder")
            }
        }
        return OutputPlace(
            path: "\(path)/\(name)", target: "\(folder)/\(name.lastPathComponent)", sourceRoot: sourceRoot)
    }

    /// Resolves a link, and checks its target: the check of this folder does not cover it.
    private func resolve(_ link: String) throws(UserError) -> String {
        try OutputCheck.resolve(
            link, for: "a file", allowsSources: sourceRoot != nil, newProject: sourceRoot)
    }
}

extension FileKind {
    /// With an article.
    package var words: String {
        switch self {
        case .file: "a file"
        case .folder: "a folder"
        case .link: "a link"
        case .other(let words): words
        }
    }
}
