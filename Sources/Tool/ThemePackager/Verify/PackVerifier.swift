import CPNGShim
import PackFormat
package import ThemeProject

/// Compares the index, archive, images and settings of a finished pack with one another.
package struct PackVerifier: Sendable {
    private let limits: ProjectLimits
    private let jobs: Int
    private let budget: WorkBudget

    /// - Parameter limits: those of the project that built the pack.
    package init(limits: ProjectLimits = ProjectLimits(), jobs: Int) {
        self.limits = limits
        self.jobs = jobs
        budget = WorkBudget(limits)
    }

    package func verify(_ path: String) throws(UserError) -> Verification {
        verify(try PackReader.map(path), path: path)
    }

    package func verify(_ file: MappedFile, path: String) -> Verification {
        file.withBytes { verify($0, path: path, release: file.release) }
    }

    /// Calls `release` with the number of bytes, from the start, that are not needed in memory any more.
    func verify(
        _ bytes: UnsafeRawBufferPointer, path: String, release: @escaping (Int) -> Void = { _ in }
    ) -> Verification {
        var found = PackFindings(path: path)
        do throws(PackError) {
            let index = try PackIndex(of: bytes)
            found.theme = index.theme.id.string
            let contents = try index.contents(of: bytes)
            check(contents, index, bytes, release, &found)
        } catch {
            found.add(.packStructure, error.description, hint: error.hint ?? "fetch or build it again")
        }
        return Verification(findings: found.findings.sorted(), themeCount: 1, imageCount: found.imageCount)
    }

    private struct PackFindings {
        let path: String
        var theme: String?
        var findings: [Finding] = []
        var imageCount = 0

        mutating func add(_ rule: Rule, _ message: String, entry: String? = nil, hint: String? = nil) {
            let location = entry.map { "\(path)!/\($0)" } ?? path
            var finding = Finding(rule, theme: theme, path: location, message, hint: hint)
            // A project can allow it in `themepack.json`, which the pack does not contain.
            if rule == .imageTrailingData { finding.severity = .warning }
            findings.append(finding)
        }
    }

    private func check(
        _ contents: PackContents, _ index: PackIndex, _ bytes: UnsafeRawBufferPointer,
        _ release: @escaping (Int) -> Void, _ found: inout PackFindings
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
        if (try? IndexEncoder(contents).pieces(packLength: UInt64(bytes.count)))?.elementsEqual(stored) != true {
            found.add(
                .packStructure, "the index differs from the one that a build writes for these contents",
                hint: "build it again")
        }
        checkNames(contents, &found)
        let defects = ArchiveStructure(of: bytes).defects(against: contents, release: release)
        for defect in defects { found.add(.packStructure, defect, hint: "fetch or build it again") }
        guard defects.isEmpty else { return }
        let checksums =
            [ZipArchive.checksum(stored)]
            + contents.entries.map { entry in
                ZipArchive.checksum(entry.stored.slice(of: bytes))
            }
        let archiveDefects = ZipArchive.defects(
            of: bytes, expecting: contents, indexLength: index.length, checksums: checksums, release: release)
        for defect in archiveDefects {
            found.add(.packStructure, defect.message, entry: defect.entry, hint: "fetch or build it again")
        }
        release(bytes.count)
        checkDigests(contents, bytes, &found)
        release(bytes.count)
        checkImages(contents, bytes, &found)
        release(bytes.count)
        checkManifest(contents, bytes, &found)
    }

    private func checkNames(_ contents: PackContents, _ found: inout PackFindings) {
        let nameLength = contents.theme.name.utf8.count
        if nameLength > NameLimits.displayName {
            found.add(
                .packContents, "the theme's name has \(nameLength) bytes; at most \(NameLimits.displayName) are shown",
                hint: "shorten it, and build again")
        }
        // Images and resources are in folders of their own.
        var clashes: [Substring: ClashCheck] = [:]
        for entry in contents.entries {
            do throws(InvalidPath) {
                let path = try entry.portablePath
                // Comparing all folders of deep paths would take memory for each of them.
                guard path.string.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= limits.folderDepth else {
                    found.add(
                        .packContents, "is more than \(limits.folderDepth) folders deep", entry: entry.path,
                        hint: Self.limitsHint)
                    continue
                }
                let clash = clashes[entry.path.firstPathComponent, default: ClashCheck()].clash(adding: path)
                if let clash {
                    found.add(.packContents, clash.explanation, entry: entry.path, hint: "rename it, and build again")
                }
            } catch {
                found.add(
                    .packContents, "its name \(error.explanation)", entry: entry.path,
                    hint: "rename it or choose another prefix, and build again")
            }
        }
    }

    private func checkDigests(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ found: inout PackFindings) {
        for entry in contents.entries
        where ContentDigest(of: entry.stored.slice(of: bytes)) != entry.stored.digest {
            found.add(
                .packContents, "has a SHA-256 that differs from the index", entry: entry.path,
                hint: "fetch or build it again")
        }
    }

    private func checkImages(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ found: inout PackFindings) {
        let variants = contents.images.flatMap { image in image.variants.map { (image.name, $0) } }
        // Safe: the workers only read, and the pack's bytes outlive this call.
        nonisolated(unsafe) let bytes = bytes
        let problems = Workers.map(variants.count, jobs: jobs) { number -> ImageError? in
            let variant = variants[number].1
            do throws(ImageError) {
                return try check(variant.stored.slice(of: bytes), is: variant.size)
            } catch {
                return error
            }
        }
        found.imageCount = variants.count
        var isComplete = true
        for ((name, variant), problem) in zip(variants, problems) {
            guard let problem else { continue }
            // Reported once: it says nothing about this image.
            if problem.rule == .workLimit, !isComplete { continue }
            if problem.rule == .workLimit { isComplete = false }
            found.add(
                problem.rule, problem.message, entry: contents.path(of: name, at: variant.scale),
                hint: problem.rule == .imageLimits || problem.rule == .workLimit ? Self.limitsHint : nil)
        }
    }

    private static let limitsHint = "\"limits\" in themepack.json allow more: verify it in the project that built it"

    /// Checks an image against the limits, then decodes it. Returns an error that does not prevent that.
    private func check(_ bytes: UnsafeRawBufferPointer, is size: PixelSize) throws(ImageError) -> ImageError? {
        guard bytes.count <= limits.imageBytes else {
            throw ImageError(.tooLarge(bytes: bytes.count, limit: limits.imageBytes))
        }
        let image = Array(bytes)
        guard let structure = try? PNGStructure(image) else { throw ImageError(.imageCorrupt, "is not a PNG") }
        guard structure.size == size else {
            throw ImageError(.imageCorrupt, "is \(structure.size) px, its index lists \(size) px")
        }
        try limits.check(structure)
        return try PNGDecoder.decode(structure, limits: limits, budget)
    }

    private func checkManifest(_ contents: PackContents, _ bytes: UnsafeRawBufferPointer, _ found: inout PackFindings) {
        if !PackManifest(of: contents).elementsEqual(contents.manifest.slice(of: bytes)) {
            found.add(
                .packContents, "differs from the index", entry: PackContents.manifestPath,
                hint: "build it again")
        }
        guard let settings = contents.settings else { return }
        if let problem = settingsProblem(settings.slice(of: bytes)) {
            found.add(.packContents, problem, entry: PackContents.settingsPath, hint: "build it again")
        }
    }

    private func settingsProblem(_ stored: UnsafeRawBufferPointer) -> String? {
        let document: SourceDocument
        do throws(SourceError) {
            document = try SourceDocument.read(stored, fileName: PackContents.settingsPath, limits: limits)
        } catch {
            return error.message
        }
        guard let members = document.value.object else { return "is not an object of settings" }
        if members["super"] != nil { return "names a parent in 'super', which a pack has as a property" }
        if let path = document.duplicateKeys.first?.key { return "has two settings with the key path '\(path)'" }
        var hidden: SettingPath?
        _ = Settings(members) { hidden = hidden ?? $0 }
        if let hidden { return "has a setting with the key path '\(hidden)' below a value" }
        return CanonicalJSON.encode(document.value).elementsEqual(stored) ? nil : "is not in canonical form"
    }
}
