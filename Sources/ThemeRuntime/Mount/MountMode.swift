/// The way in which a pack's bytes are stored and checked. Every mode checks the index: its header at mount, and each
/// block at the first look-up in it.
public enum MountMode: Hashable, Sendable, CaseIterable {
    /// The file is mapped. The SHA-256 of an entry is checked at its first read.
    ///
    /// Cost of mounting: some system calls, whatever the number of images. The file can be deleted, or replaced by a
    /// rename. It must not be truncated or overwritten in place: a read beyond its new end raises `SIGBUS`, and checked
    /// bytes may change. If others can write to it, use ``resident``.
    case checkedWhenRead
    /// As ``checkedWhenRead``, but the whole index and all entries are checked at mount. Cost: SHA-256 over the file.
    case checkedAtMount
    /// The file is mapped, and no digest is checked. Use it for a pack that was verified at installation, in a folder
    /// that only the installer can write to.
    case trusted
    /// The file is copied into memory that no other process shares, and the copy is checked at mount. Later changes on
    /// disk have no effect.
    case resident

    var isMapped: Bool { self != .resident }
    package var checksAtMount: Bool { self == .checkedAtMount || self == .resident }
}
