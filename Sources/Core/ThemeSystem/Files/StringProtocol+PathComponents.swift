/// Splits paths at slashes byte by byte, because a `Character` can combine a slash with a mark after it. What is used
/// for each image is inlinable, because generic code of another module is slow.
extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
    /// The whole string if there is no slash.
    @inlinable package var lastPathComponent: Substring {
        let offset = utf8.withContiguousStorageIfAvailable { $0.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0 }
        if let offset { return self[utf8.index(startIndex, offsetBy: offset)...] }
        return utf8.lastIndex(of: UInt8(ascii: "/")).map { self[utf8.index(after: $0)...] } ?? self[...]
    }

    package var firstPathComponent: Substring { self[..<(utf8.firstIndex(of: UInt8(ascii: "/")) ?? endIndex)] }

    @inlinable package var withoutLastSlash: Substring {
        utf8.last == UInt8(ascii: "/") ? self[..<utf8.index(before: endIndex)] : self[...]
    }

    /// The path of the folder of a file: `.` for a name alone, `/` for a file in the root.
    @inlinable package var parentFolder: Substring {
        let name = lastPathComponent
        guard name.startIndex != startIndex else { return "." }
        let folder = self[..<name.startIndex].withoutLastSlash
        return folder.isEmpty ? "/" : folder
    }

    /// Returns the part after `folder` and a slash; `nil` if the string does not start with these.
    @inlinable package func path(below folder: String) -> Substring? {
        guard utf8.count > folder.utf8.count, utf8.starts(with: folder.utf8) else { return nil }
        let slash = utf8.index(startIndex, offsetBy: folder.utf8.count)
        return utf8[slash] == UInt8(ascii: "/") ? self[utf8.index(after: slash)...] : nil
    }

    /// Returns the path of a file of a folder: of one of the current folder, `.`, only the file's.
    package func path(in folder: String) -> String { folder == "." ? String(self) : "\(folder)/\(self)" }
}
