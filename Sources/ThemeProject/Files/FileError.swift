/// The reason why a file or folder cannot be read.
package enum FileError: Error, Hashable, Sendable {
    case missing
    case notPermitted
    case notRegular(_ kind: String)
    case tooLarge(bytes: Int, limit: Int)
    case changed
    case linkLoop
    case pathTooLong
    /// The repository has only a pointer to a file that Git LFS stores.
    case largeFilePointer
    case system(String)

    package var hint: String {
        switch self {
        case .missing, .linkLoop: "put the file itself here, or remove what refers to it"
        case .notPermitted: "allow reading it: chmod +r"
        case .notRegular: "put the file itself here"
        case .tooLarge: "make it smaller, or set \"limits\" in themepack.json"
        case .changed: "run again when no program writes to it"
        case .pathTooLong: "shorten the names on its path"
        case .largeFilePointer: "compare with a pack, or with a folder where 'git lfs pull' has run"
        case .system: "check whether other programs can read it"
        }
    }

    /// The predicate of a sentence whose subject is the file.
    package var explanation: String {
        switch self {
        case .missing: "does not exist"
        case .notPermitted: "cannot be read: permission denied"
        case .notRegular(let kind): "is \(kind), not a regular file"
        case .tooLarge(let bytes, let limit): "has \(bytes) bytes, more than the limit of \(limit)"
        case .changed: "changed while it was read"
        case .linkLoop: "is a link that leads back to itself"
        case .pathTooLong: "has a path that is too long for this system"
        case .largeFilePointer: "is a Git LFS pointer; the repository does not have the file itself"
        case .system(let text): "cannot be read: \(text)"
        }
    }
}
