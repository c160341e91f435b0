import CPNGShim
import ContentHashing
package import PackFormat
package import ThemeModel
package import ThemeProject

/// Verifies a finished pack: compares its index, archive, images and settings with one another.
package struct PackVerifier: Sendable {
    var limits = ProjectLimits.ofPacks
    let jobs: Int

    package init(jobs: Int) { self.jobs = jobs }

    /// - Parameter path: the pack's file. Findings contain this path.
    /// - Throws: ``UserError`` if the file cannot be read.
    package func verify(_ path: String) throws(UserError) -> Verification {
        let file = try PackReader.map(path)
        return file.withBytes { verify($0, path: path, release: file.release) }
    }

    func verify(_ bytes: UnsafeRawBufferPointer, path: String) -> Verification {
        verify(bytes, path: path) { _ in }
    }

    /// - Parameter release: called with a count of first bytes that are not needed soon. Their memory can be released.
    private func verify(_ bytes: UnsafeRawBufferPointer, path: String, release: (Int) -> Void) -> Verification {
        var found = FoundInPack(path: path)
        do throws(PackError) {
            let index = try PackIndex(of: bytes)
            found.theme = index.theme.id.string
            let contents = try index.contents(of: bytes)
            check(contents, index, bytes, release, &found)
        } catch {
            found.add(.packStructure, error.description, hint: "fetch or build it again")
        }
        return Verification(findings: found.findings.sorted(), themeCount: 1, imageCount: found.imageCount)
    }

    private struct FoundInPack {
        let path: String
        var theme: String?
        var findings: [Finding] = []
        var imageCount = 0

        mutating func add(_ rule: Rule, _ message: String, entry: String? = nil, hint: String? = nil) {
            let location = entry.map { "\(path)!/\($0)" } ?? path
            findings.append(Finding(rule, theme: theme, path: location, message, hint: hint))
        }
    }

    private func check(
        _ contents: PackContents, _ index: PackIndex, _ bytes: UnsafeRawBufferPointer, _ release: (Int) -> Void,
        _ found: inout FoundInPack
    ) {
        guard index.formatVersion <= PackIndex.formatVersion else {
            found.add(
                .packStructure,
                "was written in format version \(index.formatVersion), this program verifies versions "
                    + "up to \(PackIndex.formatVersion)",
                hint: "verify it with the themepack that built it, or a newer one")
            return
        }
        // The same contents always encode to the same index. Comparing the bytes finds defects that no look-up shows:
        // uncounted records, wrong numbers, unsorted variants, overlapping blocks.
        let stored = UnsafeRawBufferPointer(rebasing: bytes[PackIndex.start..<PackIndex.start + index.length])
        if (try? PackIndex.encode(contents, packLength: UInt64(bytes.count)))?.elementsEqual(stored) != true {
            found.add(.packStructure, "the index is not the one that its contents require", hint: "build it again")
        }
        checkNames(contents, &found)
        let defects = ArchiveStructure(of: bytes).defects(against: contents, release: release)
        for defect in defects { found.add(.packStructure, defect, hint: "fetch or build it again") }
        guard defects.isEmpty else { return }
        checkChecksums(contents, bytes, release, &found)
        release(bytes.count)
        checkDigests(contents, bytes, &found)
        release(bytes.count)
        checkImages(contents, bytes, &found)
        release(bytes.count)
        checkManifest(contents, bytes, &found)
    }

    private func checkNames(_ contents: PackContents, _ found: inout FoundInPack) {
        var clashes = ClashCheck()
        for entry in contents.entries {
            if let path = try? PortablePath(entry.path), let clash = clashes.clash(path) {
                found.add(.packContents, clash.explanation, entry: path.string, hint: "rename it, and build again")
            }
        }
    }

    /// Checks that `unzip` extracts every entry without an error.
    private func checkChecksums(
        _ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ release: (Int) -> Void, _ found: inout FoundInPack
    ) {
        let crc32 = { (data: UnsafeRawBufferPointer) in
            data.withMemoryRebound(to: UInt8.self) { png_shim_crc32($0.baseAddress, $0.count) }
        }
        for path in ArchiveStructure(of: bytes).wrongChecksums(of: contents, crc32: crc32, release: release) {
            found.add(
                .packStructure, "has a CRC-32 that differs from its headers", entry: path,
                hint: "fetch or build it again")
        }
    }

    private func checkDigests(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ found: inout FoundInPack) {
        for entry in contents.entries
        where ContentDigest(of: slice(entry.stored, of: bytes)) != entry.stored.digest {
            found.add(
                .packContents, "has a SHA-256 that differs from the index", entry: entry.path,
                hint: "fetch or build it again")
        }
    }

    private func checkImages(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ found: inout FoundInPack) {
        let variants = contents.images.flatMap { image in image.variants.map { (image.name, $0) } }
        // Safe: the workers only read, and the pack's bytes outlive this call.
        nonisolated(unsafe) let bytes = bytes
        let problems = Workers.map(variants.count, jobs: jobs) { number -> String? in
            let variant = variants[number].1
            guard variant.stored.length <= UInt64(limits.imageBytes) else {
                return "has \(variant.stored.length) bytes, more than any image may have"
            }
            let image = Array(slice(variant.stored, of: bytes))
            guard let structure = try? PNGStructure(image) else { return "is not a PNG" }
            guard structure.size == variant.size else {
                return "is \(structure.size) px, its index lists \(variant.size) px"
            }
            guard UInt64(variant.size.width) * UInt64(variant.size.height) <= UInt64(limits.imagePixels) else {
                return "\(variant.size) px is too large"
            }
            do throws(ImageError) { try PNGDecoder.decode(image, limits: limits) } catch { return error.message }
            return nil
        }
        found.imageCount = variants.count
        for ((name, variant), problem) in zip(variants, problems) {
            guard let problem else { continue }
            found.add(.imageCorrupt, problem, entry: contents.path(of: name, at: variant.scale))
        }
    }

    private func checkManifest(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ found: inout FoundInPack) {
        if !PackManifest.bytes(of: contents).elementsEqual(slice(contents.manifest, of: bytes)) {
            found.add(
                .packContents, "differs from the index", entry: PackContents.manifestPath,
                hint: "build it again")
        }
        guard let settings = contents.settings else { return }
        do throws(SourceError) {
            let stored = Array(slice(settings, of: bytes))
            let document = try SourceDocument.read(stored, fileName: PackContents.settingsPath, limits: limits)
            if !document.problems.isEmpty || CanonicalJSON.encode(document.value) != stored {
                found.add(
                    .packContents, "is not in canonical form", entry: PackContents.settingsPath, hint: "build it again")
            }
        } catch {
            found.add(.packContents, error.message, entry: PackContents.settingsPath, hint: "build it again")
        }
    }

    private func slice(_ stored: StoredBytes, of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[Int(stored.offset)..<Int(stored.offset + stored.length)])
    }
}

/// Reads packs on disk.
package enum PackReader {
    /// - Throws: ``UserError`` if the file cannot be mapped.
    static func map(_ path: String) throws(UserError) -> MappedFile {
        let disk = DiskFileSystem()
        guard let kind = disk.kind(of: path) else {
            throw UserError(
                path: path, "does not exist", hint: "name a pack that 'themepack build' wrote")
        }
        guard kind == .file else {
            throw UserError(
                path: path, "is not a regular file", hint: "name a pack that 'themepack build' wrote")
        }
        guard let file = MappedFile(at: path, followsLinks: true) else {
            throw UserError(path: path, "cannot be read", hint: "check its permissions")
        }
        return file
    }

    /// Returns the contents that a pack's index lists, its settings and its format version. Does not check the images:
    /// ``PackVerifier`` does.
    ///
    /// - Throws: ``UserError`` if it is no pack, or its index or settings are damaged.
    package static func contents(
        of path: String
    ) throws(UserError) -> (contents: PackContents, settings: SettingValue?, formatVersion: UInt16) {
        let file = try map(path)
        do throws(PackError) {
            return try file.withBytes { bytes in Result { () throws(PackError) in try contents(in: bytes) } }.get()
        } catch {
            throw UserError(
                path: path, error.description, hint: "run 'themepack verify' on it, or build it again")
        }
    }

    private static func contents(
        in bytes: UnsafeRawBufferPointer
    ) throws(PackError) -> (PackContents, SettingValue?, UInt16) {
        let index = try PackIndex(of: bytes)
        let contents = try index.contents(of: bytes)
        guard let settings = contents.settings else { return (contents, nil, index.formatVersion) }
        let stored = Array(bytes[Int(settings.offset)..<Int(settings.offset + settings.length)])
        do throws(SourceError) {
            let document = try SourceDocument.read(stored, fileName: PackContents.settingsPath, limits: .ofPacks)
            return (contents, document.value, index.formatVersion)
        } catch {
            throw PackError("its settings are damaged: \(error.message)")
        }
    }
}
