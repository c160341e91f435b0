import PackFormat
import ThemeModel
import ThemeProject
import ThemeSystem

/// A pack that an earlier run has written and verified, and that is about to be replaced.
///
/// The new pack gets the data that both have from it, as a device puts a pack together. So unchanged images are neither
/// opened nor compressed into a CRC-32 again.
struct PreviousPack: Sendable {
    /// New data is in memory. A pack with more of it is written anew.
    private static let usualAdditionMax = 16 << 20

    private let file: BytesInFile
    private let stamp: FileStamp
    private let data: StoredData

    /// Returns `nil` unless it is the file that the run has written.
    init?(at path: String, writtenWith stamp: FileStamp) {
        guard let opened = try? RegularFile(path, links: .refuse) else { return nil }
        let file = BytesInFile(opened, path: path)
        guard file.status.map(FileStamp.init) == stamp, let data = try? StoredData(ofVerified: file) else {
            return nil
        }
        self.file = file
        self.stamp = stamp
        self.data = data
    }

    /// Gives the bytes of the planned pack to `output`, in order.
    ///
    /// - Parameter additionMax: the most bytes of new data; tests have fewer.
    /// - Returns: `nil` if there are more.
    func write(
        _ plan: PackPlan, from fileSystem: any FileSystem, date: ArchiveDate,
        additionMax: Int = usualAdditionMax, to output: @escaping ZipWriter.Output
    ) throws(UserError) -> WrittenPack? {
        var parts: [PackAssembly.Part] = []
        parts.reserveCapacity(plan.contents.entryCount)
        var addition: [UInt8] = []
        // The index is entry 0, and the manifest is always new.
        for (number, entry) in plan.contents.entries.enumerated().dropFirst() {
            if let part = data.part(of: entry.stored) {
                parts.append(part)
                continue
            }
            let start = addition.count
            guard start + Int(entry.stored.length) <= additionMax else { return nil }
            addition += try plan.entry(number + 1, entry).bytes(from: fileSystem)
            let checksum = addition[start...].withUnsafeBytes(ZipArchive.checksum)
            parts.append(PackAssembly.Part(source: .addition, range: start..<addition.count, checksum: checksum))
        }
        let assembly = PackAssembly(
            plan.contents, in: plan.layout, index: plan.index, manifest: plan.manifest, parts: parts, date: date
        ) { $0.withUnsafeBytes(ZipArchive.checksum) }
        let written: PackAssembly.Written
        do {
            written = try assembly.write(
                base: file, addition: BytesInMemory(addition, path: plan.fileName)) { try output($0) }
        } catch let error as SystemError {
            throw UserError(path: plan.fileName, error.reason)
        } catch {
            let reason = (error as? DeltaError)?.reason ?? "\(error)"
            throw UserError(path: file.path, reason, hint: "delete it, and build again")
        }
        guard file.status.map(FileStamp.init) == stamp else {
            throw UserError(path: file.path, "changed while its images were copied", hint: "build again")
        }
        return WrittenPack(digest: written.digest, checksums: assembly.checksums, newEntries: written.newEntries)
    }
}
