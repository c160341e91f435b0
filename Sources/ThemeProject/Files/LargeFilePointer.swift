/// A file that only refers to one that Git LFS stores elsewhere.
/// https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
package enum LargeFilePointer {
    static let hint = "run 'git lfs pull'"
    private static let start = Array("version https://git-lfs.github.com/spec/".utf8)

    /// Whether bytes are a pointer, or the start of one.
    package static func matches(_ bytes: [UInt8]) -> Bool { bytes.count < 1024 && bytes.starts(with: start) }
}
