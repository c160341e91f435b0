/// The way in which a pack's bytes are stored and checked.
///
/// Every mode checks the index: its header at mount, each block at the first look-up in it.
public enum MountMode: Hashable, Sendable, CaseIterable {
    /// The file is mapped. The SHA-256 of an entry is checked at its first read.
    ///
    /// Cost of mounting: some system calls, whatever the number of images. Cost of the first read: SHA-256 over the
    /// entry.
    ///
    /// Renaming another file over it, or deleting it, does no harm. Truncating or overwriting it *in place* (`cp`
    /// over it) does: a read beyond its new end raises `SIGBUS`, and checked bytes may change. If others can write to
    /// the file, use ``resident``.
    case checkedWhenRead
    /// The file is mapped. The index and the SHA-256 of every entry are checked at mount.
    ///
    /// Cost: SHA-256 over the file. Changes in place do the same harm as with ``checkedWhenRead``.
    case checkedAtMount
    /// The file is mapped, and no digest is checked.
    ///
    /// Use it for a pack that was verified at installation, in a folder that only the installer can write to.
    case trusted
    /// The file is copied into memory, and the copy is checked as with ``checkedAtMount``. Later changes on disk have
    /// no effect.
    ///
    /// Cost: reading the file, SHA-256 over it, and memory of its size that no other process shares.
    case resident

    var isMapped: Bool { self != .resident }
    package var checksAtMount: Bool { self == .checkedAtMount || self == .resident }
}
