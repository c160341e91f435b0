/// How far the bytes of a pack are trusted, and where they are kept.
///
/// The index is checked in every mode: its header when the pack is mounted, each of its blocks at the first look-up in it.
public enum MountMode: Hashable, Sendable, CaseIterable {
    /// The file is mapped. An entry's SHA-256 is checked when it is first read, which is remembered.
    ///
    /// Cost of mounting: some system calls, whatever the number of images. First read: SHA-256 over the entry; none later.
    ///
    /// The file may be replaced by a rename, or deleted: the mapping stays as it was. A file that is truncated or
    /// overwritten *in place* (`cp` over it) takes the mapping with it: reading beyond its new end raises `SIGBUS`, and
    /// bytes that were checked before may change. Where others can do that to the file, use ``resident``.
    case checkedWhenRead
    /// The file is mapped, and everything is checked before the pack is mounted. Cost: SHA-256 over the whole file.
    ///
    /// The same holds for changes in place as with ``checkedWhenRead``.
    case checkedAtMount
    /// The file is mapped, and no digest is ever checked: for packs that were verified when they were installed, in a place
    /// that only the installer can write to.
    case trusted
    /// The file is copied into memory and checked there. Nothing that happens on disk afterwards can change an answer.
    ///
    /// Cost: reading the file and SHA-256 over it; memory of the file's size, shared with no other process.
    case resident

    var isMapped: Bool { self != .resident }
    var checksAtMount: Bool { self == .checkedAtMount || self == .resident }
}
