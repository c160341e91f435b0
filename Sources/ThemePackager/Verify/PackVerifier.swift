public import ThemeModel

/// Verifies a finished pack: everything in it against everything else.
public struct PackVerifier: Sendable {
    /// How large images and settings may be.
    public var limits = Limits.ofPacks
    /// Threads that decode images.
    public var jobs: Int

    public init(jobs: Int) { self.jobs = jobs }

    /// - Parameter path: of the pack, as findings shall name it.
    /// - Throws: ``ProjectProblem`` if the file cannot be read.
    public func verify(_ path: String) throws(ProjectProblem) -> Verification {
        let file = try PackFile.map(path)
        return file.withBytes { verify($0, path: path, letGo: file.letGo) }
    }

    /// The same for bytes in memory.
    public func verify(_ bytes: UnsafeRawBufferPointer, path: String) -> Verification {
        verify(bytes, path: path) { _ in }
    }

    /// - Parameter letGo: called with a number of first bytes that are not looked at for a while.
    private func verify(_ bytes: UnsafeRawBufferPointer, path: String, letGo: (Int) -> Void) -> Verification {
        var report = Report(path: path)
        do throws(PackDefect) {
            let index = try PackIndex(of: bytes)
            report.theme = index.theme.id.string
            let contents = try index.contents(of: bytes)
            check(contents, index, bytes, letGo, &report)
        } catch {
            report.add(.packStructure, error.description, hint: "fetch or build it again")
        }
        return Verification(findings: report.findings.sorted(), themeCount: 1, imageCount: report.imageCount)
    }

    private struct Report {
        let path: String
        var theme: String?
        var findings: [Finding] = []
        var imageCount = 0

        mutating func add(_ rule: Rule, _ message: String, entry: String? = nil, hint: String? = nil) {
            let place = entry.map { "\(path)!/\($0)" } ?? path
            findings.append(Finding(rule, theme: theme, path: place, message, hint: hint))
        }
    }

    private func check(
        _ contents: PackContents, _ index: PackIndex, _ bytes: UnsafeRawBufferPointer, _ letGo: (Int) -> Void,
        _ report: inout Report
    ) {
        guard index.formatVersion <= PackIndex.formatVersion else {
            report.add(
                .packStructure,
                "was written in format version \(index.formatVersion), this program verifies versions "
                    + "up to \(PackIndex.formatVersion)",
                hint: "verify it with the themepack that built it, or a newer one")
            return
        }
        // One set of contents has one index. This finds what no look-up shows: records that nobody counts, wrong numbers,
        // variants out of order, blocks that overlap.
        let stored = UnsafeRawBufferPointer(rebasing: bytes[PackIndex.start..<PackIndex.start + index.length])
        if (try? PackIndex.encode(contents, packLength: UInt64(bytes.count)))?.elementsEqual(stored) != true {
            report.add(.packStructure, "the index is not the one that its own contents make", hint: "build it again")
        }
        checkNames(contents, &report)
        let defects = ArchiveStructure(of: bytes).defects(against: contents, letGo: letGo)
        for defect in defects { report.add(.packStructure, defect, hint: "fetch or build it again") }
        guard defects.isEmpty else { return }
        extract(contents, index, bytes, &report)
        letGo(bytes.count)
        checkDigests(contents, bytes, &report)
        letGo(bytes.count)
        checkImages(contents, bytes, &report)
        letGo(bytes.count)
        checkManifest(contents, bytes, &report)
    }

    private func checkNames(_ contents: PackContents, _ report: inout Report) {
        var clashes = ClashCheck()
        for entry in contents.entries {
            if let path = try? PortablePath(entry.path), let clash = clashes.clash(path) {
                report.add(.packContents, clash.explanation, entry: path.string, hint: "rename it, and build again")
            }
        }
    }

    /// What `unzip` would show is what the runtime serves.
    private func extract(
        _ contents: PackContents, _ index: PackIndex, _ bytes: UnsafeRawBufferPointer, _ report: inout Report
    ) {
        let stored = UnsafeRawBufferPointer(rebasing: bytes[PackIndex.start..<PackIndex.start + index.length])
        var first: (path: String, bytes: UnsafeRawBufferPointer)? = (PackContents.indexPath, stored)
        var rest = contents.entries.makeIterator()
        let expected = AnyIterator {
            first.take() ?? rest.next().map { (path: $0.path, bytes: slice($0.stored, of: bytes)) }
        }
        do throws(Zip.Failure) {
            for path in try Zip.differences(in: bytes, from: expected) {
                report.add(.packStructure, "unpacks to something else than the index lists", entry: path)
            }
        } catch {
            report.add(.packStructure, "does not unpack: \(error.reason)", hint: "fetch or build it again")
        }
    }

    private func checkDigests(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ report: inout Report) {
        for entry in contents.entries
        where ContentDigest(of: slice(entry.stored, of: bytes)) != entry.stored.digest {
            report.add(
                .packContents, "has another SHA-256 than the index lists", entry: entry.path,
                hint: "fetch or build it again")
        }
    }

    private func checkImages(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ report: inout Report) {
        let variants = contents.images.flatMap { image in image.variants.map { (image.name, $0) } }
        // Read by all workers, changed by none: the pack's bytes outlive this call.
        nonisolated(unsafe) let bytes = bytes
        let complaints = Workers.map(variants.count, jobs: jobs) { number -> String? in
            let variant = variants[number].1
            guard variant.stored.length <= UInt64(limits.imageBytes) else {
                return "has \(variant.stored.length) bytes, more than any image may have"
            }
            let image = Array(slice(variant.stored, of: bytes))
            guard let structure = try? PNGStructure(image) else { return "is no PNG" }
            guard structure.size == variant.size else {
                return "is \(structure.size) px, its index lists \(variant.size) px"
            }
            guard UInt64(variant.size.width) * UInt64(variant.size.height) <= UInt64(limits.imagePixels) else {
                return "\(variant.size) px is too large"
            }
            do throws(PNGDecoder.Failure) { try PNGDecoder.decode(image, limits: limits) } catch {
                return "is damaged: \(error.reason)"
            }
            return nil
        }
        report.imageCount = variants.count
        for ((name, variant), complaint) in zip(variants, complaints) {
            guard let complaint else { continue }
            report.add(.imageCorrupt, complaint, entry: contents.path(of: name, at: variant.scale))
        }
    }

    private func checkManifest(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ report: inout Report) {
        if !PackManifest.bytes(of: contents).elementsEqual(slice(contents.manifest, of: bytes)) {
            report.add(
                .packContents, "does not say what the index says", entry: PackContents.manifestPath,
                hint: "build it again")
        }
        guard let settings = contents.settings else { return }
        do throws(SourceProblem) {
            let stored = Array(slice(settings, of: bytes))
            let document = try SourceDocument.read(stored, fileName: PackContents.settingsPath, limits: limits)
            if !document.problems.isEmpty || CanonicalJSON.encode(document.value) != stored {
                report.add(
                    .packContents, "is not in canonical form", entry: PackContents.settingsPath, hint: "build it again")
            }
        } catch {
            report.add(.packContents, error.message, entry: PackContents.settingsPath, hint: "build it again")
        }
    }

    private func slice(_ stored: StoredBytes, of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[Int(stored.offset)..<Int(stored.offset + stored.length)])
    }
}

/// A pack on disk.
public enum PackFile {
    /// - Throws: ``ProjectProblem`` if the file cannot be mapped.
    static func map(_ path: String) throws(ProjectProblem) -> MappedFile {
        let disk = DiskFileSystem()
        guard let kind = disk.kind(of: path) else {
            throw ProjectProblem(
                path: path, message: "does not exist", hint: "name a pack that 'themepack build' wrote")
        }
        guard kind == .file else {
            throw ProjectProblem(
                path: path, message: "is no regular file", hint: "name a pack that 'themepack build' wrote")
        }
        guard let file = MappedFile(at: path, followsLinks: true) else {
            throw ProjectProblem(path: path, message: "cannot be read", hint: "check its permissions")
        }
        return file
    }

    /// What a pack says of itself, and its settings. Its images are not looked at: ``PackVerifier`` does.
    ///
    /// - Throws: ``ProjectProblem`` if it is no pack, or its index or settings are damaged.
    public static func contents(
        of path: String
    ) throws(ProjectProblem) -> (contents: PackContents, settings: SettingValue?, formatVersion: UInt16) {
        let file = try map(path)
        do throws(PackDefect) {
            return try file.withBytes { bytes in Result { () throws(PackDefect) in try contents(in: bytes) } }.get()
        } catch {
            throw ProjectProblem(
                path: path, message: error.description, hint: "run 'themepack verify' on it, or build it again")
        }
    }

    private static func contents(
        in bytes: UnsafeRawBufferPointer
    ) throws(PackDefect) -> (PackContents, SettingValue?, UInt16) {
        let index = try PackIndex(of: bytes)
        let contents = try index.contents(of: bytes)
        guard let settings = contents.settings else { return (contents, nil, index.formatVersion) }
        let stored = Array(bytes[Int(settings.offset)..<Int(settings.offset + settings.length)])
        do throws(SourceProblem) {
            let document = try SourceDocument.read(stored, fileName: PackContents.settingsPath, limits: .ofPacks)
            return (contents, document.value, index.formatVersion)
        } catch {
            throw PackDefect("its settings are damaged: \(error.message)")
        }
    }
}
