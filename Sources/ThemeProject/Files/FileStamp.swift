/// A file's size, inode and times, known without opening it. `ctime` cannot be set, so writing to a file, replacing it
/// or moving it changes its stamp.
package struct FileStamp: Hashable, Sendable {
    package var size: UInt64
    package var inode: UInt64
    // `mtime` and `ctime`, in nanoseconds since 1970.
    package var modified: Int64
    package var changed: Int64

    package init(size: UInt64, inode: UInt64, modified: Int64, changed: Int64) {
        (self.size, self.inode, self.modified, self.changed) = (size, inode, modified, changed)
    }

    /// Two ticks of the clock by which kernels stamp files, which ticks at least a hundred times a second.
    package static let tick: Int64 = 20_000_000

    /// The least difference between two different stamps. Some file systems store whole seconds, FAT even ones.
    package var grain: Int64 {
        let second: Int64 = 1_000_000_000
        return modified % second == 0 && changed % second == 0 ? 2 * second : Self.tick
    }

    /// The time from which every write changes the stamp. Before it, a write can leave the stamp as it is, which git
    /// calls "racily clean".
    package var settlingTime: Int64 { max(modified, changed).addingReportingOverflow(grain).partialValue }

    package func isSettled(at now: Int64) -> Bool {
        settlingTime > modified && settlingTime > changed && settlingTime <= now
    }
}
