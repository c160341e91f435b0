import PackFormat
import ThemeProject

/// Finds themes that break a limit of the pack format, so that every verified theme can be built.
struct PackCapacity {
    let inspection: ProjectInspection
    var packBytes = FormatLimits.packBytes

    private var survey: ProjectSurvey { inspection.survey }

    private struct Total {
        /// Not less than the length of the pack.
        var byteCount: UInt64
        /// The hashes of the names of images, then of resources.
        var hashes: [UInt64] = []
        private var lastName: LogicalName?

        /// - Parameter settingsBytes: not less than the length of the settings.
        init(settingsBytes: Int) { byteCount = UInt64(Self.fixedBytes + settingsBytes) }

        private static let fixedBytes = 1 << 16
        /// In two zip headers, the index and the manifest, without names.
        private static let bytesPerEntry = 1024
        /// A name is also in the path, which two zip headers and the manifest have.
        private static let copiesOfName = 5

        mutating func add(_ name: LogicalName, _ byteCount: Int) {
            // All variants of a name are adjacent.
            if lastName != name { hashes.append(XXHash64.hash(name.path.string)) }
            lastName = name
            addEntry(name.path, byteCount)
        }

        mutating func add(_ path: PortablePath, _ byteCount: Int) {
            hashes.append(XXHash64.hash(path.string))
            addEntry(path, byteCount)
        }

        private mutating func addEntry(_ path: PortablePath, _ count: Int) {
            byteCount += UInt64(count + Self.bytesPerEntry + Self.copiesOfName * path.string.utf8.count)
        }
    }

    func findings() -> [Finding] {
        let images = survey.images
        let defaultTheme = survey.themes.defaultTheme
        let empty = Total(settingsBytes: survey.project.configuration.limits.configBytes)
        var totals = [Total](repeating: empty, count: survey.themes.count)
        for number in images.files.indices {
            guard let theme = images.owner(number) ?? defaultTheme,
                let byteCount = inspection.images[number].byteCount
            else { continue }
            totals[theme].add(images.files[number].variant.name, byteCount)
        }
        return survey.themes.selected.flatMap { theme -> [Finding] in
            guard survey.themes.sources[theme].manifest != nil, !survey.themes.sources[theme].isImplied
            else { return [] }
            for resource in inspection.resources[theme] { totals[theme].add(resource.path, resource.byteCount) }
            return [tooLarge(totals[theme], theme), tooCrowded(totals[theme], theme)].compactMap { $0 }
        }
    }

    private func tooLarge(_ total: Total, _ theme: Int) -> Finding? {
        // The exact length takes memory for every entry, so it is computed only for the largest themes.
        guard total.byteCount > packBytes, let manifest = survey.themes.sources[theme].manifest else { return nil }
        var contents = contents(of: theme, manifest)
        contents.manifest.length = UInt64(PackManifest(of: contents).length)
        let length = contents.setOffsets().length
        guard length > packBytes else { return nil }
        return finding(
            theme, "its pack would have \(length) bytes; at most \(packBytes) can be packed",
            hint: survey.themes[theme].isDefault
                ? "give a part of the images a project of its own, which apps mount as a second library"
                : "split the theme, or move large resources out of it")
    }

    /// The lengths of a pack's parts do not depend on the digests.
    private func contents(of theme: Int, _ manifest: ThemeManifest) -> PackContents {
        let images = survey.images
        let owner = survey.themes.sources[theme].isDefault ? nil : theme
        func reference(_ byteCount: Int) -> DataReference {
            DataReference(length: UInt64(byteCount), digest: ContentDigest(of: []))
        }
        let settings = survey.themes.sources[theme].settings.map { reference(CanonicalJSON.encode($0.value).count) }
        let variants = images.files.indices.compactMap { number -> (ImageFile.Variant, PixelSize, DataReference)? in
            let result = inspection.images[number]
            guard images.owner(number) == owner, let facts = result.facts, let byteCount = result.byteCount else {
                return nil
            }
            return (images.files[number].variant, facts.size, reference(byteCount))
        }
        return PackContents(
            of: manifest, contract: ContentDigest(of: []), settings: settings, variants,
            inspection.resources[theme].map { PackResource(path: $0.path, stored: reference($0.byteCount)) },
            survey.templates)
    }

    private func tooCrowded(_ total: Total, _ theme: Int) -> Finding? {
        let limit = FormatLimits.recordsPerBlock
        let slotCount = RecordSlots.count(for: total.hashes.count)
        guard total.hashes.count > limit else { return nil }
        var counts = [Int](repeating: 0, count: slotCount)
        for hash in total.hashes { counts[Int(truncatingIfNeeded: hash) & (slotCount - 1)] += 1 }
        guard let count = counts.max(), count > limit else { return nil }
        return finding(
            theme,
            "\(count) of its names share a hash slot of the index; at most \(limit) can, and chance never does that",
            hint: "rename its images and resources")
    }

    private func finding(_ theme: Int, _ message: String, hint: String) -> Finding {
        Finding(
            .packStructure, theme: survey.themes.name(theme), path: survey.themes[theme].folder, message, hint: hint)
    }
}
