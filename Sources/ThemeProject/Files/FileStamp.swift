/// A file's size, device, inode and times. Writing to it, replacing or moving it changes `ctime`, which cannot be set.
package struct FileStamp: Hashable, Sendable {
    package var size: UInt64
    package var device: UInt64
    package var inode: UInt64
    // `mtime` and `ctime`, in nanoseconds since 1970.
    package var modified: Int64
    package var changed: Int64

    package init(size: UInt64, device: UInt64 = 0, inode: UInt64, modified: Int64, changed: Int64) {
        self.size = size
        self.device = device
        self.inode = inode
        self.modified = modified
        self.changed = changed
    }

    /// Two ticks of the kernel clock that sets file times, which ticks at least a hundred times a second.
    package static let usualSettlingDelay: Int64 = 20_000_000

    /// Nanoseconds after a write in which another write can leave the stamp unchanged. Some file systems store times
    /// in whole seconds, FAT in steps of two seconds.
    package var settlingDelay: Int64 {
        let second: Int64 = 1_000_000_000
        return modified % second == 0 && changed % second == 0 ? 2 * second : Self.usualSettlingDelay
    }

    /// The time after which every write changes the stamp. Until then, git calls such a file "racily clean".
    package var settlingTime: Int64 { max(modified, changed).addingReportingOverflow(settlingDelay).partialValue }

    package func isSettled(at now: Int64) -> Bool {
        settlingTime > modified && settlingTime > changed && settlingTime <= now
    }
}
