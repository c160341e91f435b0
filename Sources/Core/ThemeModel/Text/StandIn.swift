import ThemeSystem

/// Contents that stand for a file that git, a file system or a download did not bring.
package enum StandIn: Hashable, Sendable {
    case nothing
    /// Refers to a file that Git LFS stores: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
    case largeFilePointer
    /// Refers to a file that git-annex stores: https://git-annex.branchable.com/internals/pointer_file/
    case annexPointer
    /// A link in a file system without links, as git and Cygwin write it.
    case link(to: String)
    /// A shortcut of Windows, or an alias of the Finder.
    case shortcut
    case page
    /// Both sides of a merge in the place of a file that cannot be merged, or of the pointer to one.
    case conflict
    /// A server's error message.
    case answer(start: String)

    /// The most bytes that are looked at.
    package static let headLength = 4096

    /// - Parameters:
    ///   - head: the first ``headLength`` bytes of a file, or more.
    ///   - path: of the file. A text can be empty, and can be a page.
    package init?(_ head: some Collection<UInt8>, at path: String) {
        func starts(_ starts: String...) -> Bool { starts.contains { head.starts(with: $0.utf8) } }
        let isText = path.pathExtension.contains("htm") || ["", "md", "txt"].contains(path.pathExtension)
        if head.isEmpty, !isText {
            self = .nothing
        } else if Self.isConflict(head), !isText {
            self = .conflict
        } else if head.count < 1024,
            starts("version https://git-lfs.github.com/spec/", "version https://hawser.github.com/spec/")
        {
            self = .largeFilePointer
        } else if starts("/annex/objects/") {
            self = .annexPointer
        } else if head.starts(with: [0x4C, 0, 0, 0, 1, 0x14, 2, 0]) || starts("book\0\0\0\0mark\0\0\0\0") {
            self = .shortcut
        } else if Self.isPage(head), !isText {
            self = .page
        } else if let target = Self.cygwinTarget(head) ?? Self.target(head, at: path) {
            self = .link(to: target)
        } else if let start = Self.answer(head, at: path) {
            self = .answer(start: start)
        } else {
            return nil
        }
    }

    /// Whether it can be in the place of a folder.
    package var isForLink: Bool {
        switch self {
        case .link, .shortcut: true
        default: false
        }
    }

    /// As in "is a Git LFS pointer".
    package var noun: String {
        switch self {
        case .nothing: "empty"
        case .largeFilePointer: "a Git LFS pointer, not the file itself"
        case .annexPointer: "a git-annex pointer, not the file itself"
        case .link(let target): "the text of a link to '\(target)', as git writes it where links are off"
        case .shortcut: "a shortcut to another file, which only the desktop follows"
        case .page: "an HTML page"
        case .conflict: "a text with the marks of a merge conflict"
        case .answer(let start): "a text that begins with '\(start)'"
        }
    }

    /// The noun without what differs from file to file.
    package var kind: String {
        if case .link = self { "the text of a link, as git writes it where links are off" } else { noun }
    }

    package var hint: String {
        switch self {
        case .nothing: "copy it again from its source"
        case .largeFilePointer: "run 'git lfs pull'"
        case .annexPointer: "run 'git annex get'"
        case .link: "put a copy of the target here; or run 'git config core.symlinks true' and check it out again"
        case .shortcut: "put the file itself here"
        case .answer: "was an error downloaded instead? open the address in a browser, and save the file"
        case .conflict: "choose one of the two files: git checkout --ours FILE, or --theirs"
        case .page: "a download has failed, or needs a login: open the address in a browser, and save the file"
        }
    }

    private static func isConflict(_ head: some Collection<UInt8>) -> Bool {
        let mark = "<<<<<<< "
        return head.starts(with: mark.utf8)
            || head.starts(with: "version https://".utf8) && String(repairing: head).contains("\n\(mark)")
    }

    private static func isPage(_ head: some Collection<UInt8>) -> Bool {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = String(repairing: head.dropFirst(head.starts(with: byteOrderMark) ? 3 : 0).prefix(256))
        let start = text.drop(while: \.isWhitespace).prefix(15).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains(where: start.hasPrefix)
    }

    private static let binaryKinds: Set<String> = [
        "ttf", "otf", "ttc", "woff", "woff2", "mp3", "m4a", "aac", "wav", "caf", "aif", "aiff", "ogg", "flac", "mp4",
        "mov", "m4v", "jpg", "jpeg", "webp", "gif", "avif", "heic", "zip",
    ]

    /// Returns how JSON or XML begins that has the name of a binary file: what a server says instead of sending one.
    private static func answer(_ head: some Collection<UInt8>, at path: String) -> String? {
        guard binaryKinds.contains(path.pathExtension), ["{", "<"].contains(where: { head.starts(with: $0.utf8) }),
            head.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }),
            let line = String(repairing: head).split(whereSeparator: \.isNewline).first
        else { return nil }
        return String(line.prefix(24))
    }

    /// Returns a path in one line that leads up or down from the file's folder, or to a file of the same kind.
    private static func target(_ head: some Collection<UInt8>, at path: String) -> String? {
        guard head.count < headLength, let line = String(validUTF8: head) else { return nil }
        let text = line.hasSuffix("\n") ? String(line.dropLast()) : line
        // Neither an address nor JSON.
        let others = #"<>|?*:"{}"#.unicodeScalars
        guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.isInvisible || others.contains($0) })
        else { return nil }
        let kind = text.pathExtension
        let leads = ["./", "../", ".\\", "..\\"].contains(where: text.hasPrefix)
        let isSameKind = kind == path.pathExtension && (!kind.isEmpty || text.utf8.contains(UInt8(ascii: "/")))
        return leads || isSameKind && !text.contains(" ") ? text : nil
    }

    /// Cygwin and the Subsystem for Unix write links into files with marks.
    private static func cygwinTarget(_ head: some Collection<UInt8>) -> String? {
        guard let mark = ["!<symlink>", "IntxLNK\u{1}"].first(where: { head.starts(with: $0.utf8) }) else { return nil }
        // The path can be UTF-16, after a byte-order mark.
        return String(repairing: head.dropFirst(mark.utf8.count).filter { $0 != 0 && $0 < 0xFE })
    }
}

extension String {
    /// In lower case, without the dot; empty if the last component has none, or begins with its only dot.
    fileprivate var pathExtension: String {
        let name = lastPathComponent.dropFirst()
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }
}
