/// What a file system tells of a file without opening it. Writing to a file, replacing or moving it changes its stamp,
/// whatever time stamp it is given afterwards: `ctime` cannot be set.
public struct FileStamp: Hashable, Sendable {
    public var size: UInt64
    public var inode: UInt64
    /// `mtime` and `ctime`, in nanoseconds since 1970.
    public var modified: Int64
    public var changed: Int64

    public init(size: UInt64, inode: UInt64, modified: Int64, changed: Int64) {
        (self.size, self.inode, self.modified, self.changed) = (size, inode, modified, changed)
    }

    /// Kernels stamp files by a clock that ticks at least a hundred times a second. This is two ticks.
    static let tick: Int64 = 20_000_000

    /// How far apart two stamps are at least if they differ. Some file systems keep whole seconds, FAT every other one.
    var grain: Int64 {
        let second: Int64 = 1_000_000_000
        return modified % second == 0 && changed % second == 0 ? 2 * second : Self.tick
    }

    /// When the stamp will have settled: what is written from then on must change it. Until then the same stamp may stand for
    /// other bytes, which git calls "racily clean".
    var settles: Int64 { max(modified, changed).addingReportingOverflow(grain).partialValue }

    func isSettled(at now: Int64) -> Bool { settles > modified && settles > changed && settles <= now }
}
