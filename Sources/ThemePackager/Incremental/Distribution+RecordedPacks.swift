import PackFormat
import ThemeSystem
import ThemeModel
import ThemeProject

extension Distribution.Pack {
    /// Waits at most 20 ms until the stamp has settled. `nil` if the pack can have changed, or is not of this run.
    func record(in fileSystem: any FileSystem) -> PastRun.RecordedPack? {
        guard let location = written?.location, let written = written?.stamp else { return nil }
        // Renaming has changed `ctime`. `mtime` shows every later write.
        let wait = written.modified + written.settlingDelay - fileSystem.now
        if wait > 0, wait <= FileStamp.usualSettlingDelay { pause(for: .nanoseconds(wait)) }
        guard let stamp = fileSystem.stamp(of: location), stamp.inode == written.inode, stamp.size == written.size,
            stamp.modified == written.modified, stamp.modified + stamp.settlingDelay <= fileSystem.now
        else { return nil }
        return PastRun.RecordedPack(name: name, digest: digest, stamp: stamp)
    }
}

extension Distribution {
    /// Returns `nil` unless all packs and `SHA256SUMS` are unchanged. Opens no pack.
    func unchangedPacks(_ records: [PastRun.RecordedPack]) -> [Pack]? {
        let packs = records.compactMap { record -> Pack? in
            guard DiskFileSystem.withoutLinks.stamp(of: "\(target)/\(record.name)") == record.stamp else { return nil }
            return Pack(path: "\(folder)/\(record.name)", byteCount: Int(record.stamp.size), digest: record.digest)
        }
        return packs.count == records.count && checksumsMatch(packs) ? packs : nil
    }
}
