import ThemeModel

/// Reads images and says whether they are sound. Safe to use from several threads.
struct ImageInspection: Sendable {
    let project: Project
    /// Where the packager will want the bytes; `nil` where nothing is to be packed.
    let budget: MemoryBudget?
    /// `nil` where nothing is remembered.
    var notes: ImageNotes?
    /// Whether what is to be packed is read for that alone, where its digest is known.
    var keepsBytes = false

    /// How much of a default is read at first: its header, and enough image data to see that a themed one differs.
    private static let headLength = 4096

    struct Outcome: Sendable {
        /// `nil` where there is no default, or it cannot be told.
        var originalFacts: ImageFacts?
        /// Only if the default was to be verified itself, and is sound.
        var original: SoundImage?
        /// In the order of the group's; `nil` for what is not sound.
        var themed: [SoundImage?] = []
        var complaints: [Complaint] = []
        var decodedCount = 0

        /// Of its images, as many bytes as are kept in memory.
        var keptBytes: Int {
            ([original] + themed).compactMap { $0?.content }.reduce(0) { $0 + ($1.isKept ? $1.length : 0) }
        }
    }

    /// What is wrong with an image, in itself or beside its default.
    struct Complaint: Error, Sendable {
        var rule: Rule
        var file: ImageFile
        /// `nil` for the default.
        var theme: Int?
        var message: String
        var actual: String?
        var hint: String?
        var original: ImageFile?
    }

    /// What is asked for of some groups at once.
    func stamps(of groups: ArraySlice<Group>) -> ImageStamps {
        // Only what is known is asked for by its stamp.
        let isAsked = notes?.known.isEmpty == false
        return ImageStamps(of: isAsked ? groups.flatMap(\.files) : [], in: project)
    }

    /// - Parameters:
    ///   - use: what the default is wanted for.
    ///   - stamps: of these files, among others.
    func inspect(_ group: Group, original use: OriginalUse, _ stamps: ImageStamps) -> Outcome {
        var outcome = Outcome()
        var original: Sighting?
        if let file = group.original {
            do throws(Complaint) {
                if use == .compared {
                    original = try look(at: file, stamps)
                } else {
                    let budget = use == .packed ? budget : nil
                    let image = try examine(file, theme: nil, budget: budget, stamps, &outcome)
                    outcome.original = image.sound
                    original = image
                }
                outcome.originalFacts = original?.sound.facts
                note(original, isSound: use != .compared, nil)
            } catch {
                outcome.complaints.append(error)
                // What a pack is verified against does not depend on how closely the default was looked at.
                outcome.originalFacts = (try? self.head(of: file)).map { ImageFacts($0.structure) }
            }
        }
        for (theme, file) in group.themed {
            do throws(Complaint) {
                let image = try examine(file, theme: theme, budget: budget, stamps, &outcome)
                outcome.themed.append(image.sound)
                let isSame = isSame(image, as: &original)
                note(image, isSound: true, original?.stamp.map { .init(original: $0, isSame: isSame) })
                if isSame {
                    outcome.complaints.append(
                        Complaint(
                            rule: .imageIdentical, file: file, theme: theme,
                            message: "is the same picture as its default",
                            hint: "remove it: the default serves as well",
                            original: group.original))
                }
            } catch {
                outcome.themed.append(nil)
                outcome.complaints.append(error)
            }
        }
        return outcome
    }

    /// What a default is wanted for, each including the ones before.
    enum OriginalUse { case compared, verified, packed }

    /// An image that was looked at.
    private struct Sighting {
        let file: ImageFile
        let sound: SoundImage
        let stamp: FileStamp?
        /// `nil` if it was known, and has not been read.
        var head: Head?
    }

    private struct Head {
        var structure: PNGStructure
        var stamp: FileStamp?
        var isWhole: Bool
    }

    /// Decodes a file, unless it is known to be sound; then it is read only if its digest is wanted and not known.
    private func examine(
        _ file: ImageFile, theme: Int?, budget: MemoryBudget?, _ stamps: ImageStamps, _ outcome: inout Outcome
    ) throws(Complaint) -> Sighting {
        if let image = recall(file, stamps), image.isSound, budget == nil || image.digest != nil && !keepsBytes {
            let content = budget.flatMap { _ in image.digest }.map {
                VerifiedBytes(length: Int(clamping: image.stamp.size), digest: $0, location: location(of: file))
            }
            return Sighting(file: file, sound: SoundImage(facts: image.facts, content: content), stamp: image.stamp)
        }
        let contents = try read(file, theme: theme, first: nil)
        let bytes = contents.bytes
        let structure = try structure(of: bytes, file, theme: theme)
        if contents.stamp.flatMap({ notes?.known[$0]?.isSound }) != true {
            try hold(structure.size, file, theme: theme)
            try hold(extras: structure.compressedExtras, file, theme: theme)
            outcome.decodedCount += 1
            do {
                try PNGDecoder.decode(bytes, limits: project.limits)
            } catch {
                throw Complaint(
                    rule: .imageCorrupt, file: file, theme: theme, message: "is damaged: \(error.reason)",
                    hint: "export it again")
            }
        }
        let content = budget.map { VerifiedBytes(bytes, location: location(of: file), keeping: $0) }
        return Sighting(
            file: file, sound: SoundImage(facts: ImageFacts(structure), content: content), stamp: contents.stamp,
            head: Head(structure: structure, stamp: contents.stamp, isWhole: true))
    }

    /// Reads of a default what a comparison needs, unless it is known.
    private func look(at file: ImageFile, _ stamps: ImageStamps) throws(Complaint) -> Sighting {
        if let image = recall(file, stamps) {
            return Sighting(file: file, sound: SoundImage(facts: image.facts, content: nil), stamp: image.stamp)
        }
        let head = try head(of: file)
        let facts = ImageFacts(head.structure)
        return Sighting(file: file, sound: SoundImage(facts: facts, content: nil), stamp: head.stamp, head: head)
    }

    private func recall(_ file: ImageFile, _ stamps: ImageStamps) -> KnownImage? {
        guard let notes, !notes.known.isEmpty,
            let stamp = stamps[file] ?? project.fileSystem.stamp(of: location(of: file))
        else { return nil }
        return notes.known[stamp]
    }

    /// For later runs.
    private func note(_ image: Sighting?, isSound: Bool, _ comparison: KnownImage.Comparison?) {
        guard let notes, let image, let stamp = image.stamp else { return }
        let past = notes.known[stamp]
        notes.note(
            KnownImage(
                stamp: stamp, facts: image.sound.facts, isSound: isSound || past?.isSound == true,
                digest: image.sound.content?.digest ?? past?.digest, comparison: comparison))
    }

    private func location(of file: ImageFile) -> String { project.location(of: file.file, in: file.folder) }

    /// As much of a default as a comparison needs.
    private func head(of file: ImageFile) throws(Complaint) -> Head {
        let start = try read(file, theme: nil, first: Self.headLength)
        let isWhole = start.bytes.count == start.size
        if !isWhole, let structure = try? PNGStructure(start.bytes), structure.isTelling {
            return Head(structure: structure, stamp: start.stamp, isWhole: false)
        }
        let contents = isWhole ? start : try read(file, theme: nil, first: nil)
        let structure = try structure(of: contents.bytes, file, theme: nil)
        return Head(structure: structure, stamp: contents.stamp, isWhole: true)
    }

    /// Whether two files hold the same picture. Reads of them what is not known.
    private func isSame(_ image: Sighting, as original: inout Sighting?) -> Bool {
        guard var other = original else { return false }
        if let stamp = image.stamp, let past = notes?.known[stamp]?.comparison, past.original == other.stamp {
            return past.isSame
        }
        defer { original = other }
        if other.head == nil { other.head = try? head(of: other.file) }
        guard let head = other.head, let structure = image.head?.structure ?? wholeStructure(of: image.file) else {
            return false
        }
        switch structure.compare(with: head.structure, isWhole: head.isWhole) {
        case .same: return true
        case .different: return false
        case .undecided:
            guard let whole = wholeStructure(of: other.file) else { return false }
            other.head = Head(structure: whole, stamp: head.stamp, isWhole: true)
            return structure.compare(with: whole, isWhole: true) == .same
        }
    }

    private func wholeStructure(of file: ImageFile) -> PNGStructure? {
        (try? read(file, theme: nil, first: nil).bytes).flatMap { try? PNGStructure($0) }
    }

    private func read(_ file: ImageFile, theme: Int?, first: Int?) throws(Complaint) -> FileContents {
        let contents: FileContents
        do {
            contents = try project.fileSystem.read(
                project.location(of: file.file, in: file.folder), first: first, limit: project.limits.imageBytes)
        } catch {
            var rule = Rule.fileKind
            if case .tooLarge = error { rule = .imageLimits }
            throw Complaint(rule: rule, file: file, theme: theme, message: error.explanation, hint: error.hint)
        }
        guard contents.size > 0 else {
            throw Complaint(
                rule: .imageCorrupt, file: file, theme: theme, message: "is empty", hint: "export it again")
        }
        return contents
    }

    private func structure(of bytes: [UInt8], _ file: ImageFile, theme: Int?) throws(Complaint) -> PNGStructure {
        var complaint = Complaint(rule: .imageCorrupt, file: file, theme: theme, message: "", hint: "export it again")
        do throws(PNGStructure.Failure) {
            return try PNGStructure(bytes)
        } catch {
            switch error {
            case .notPNG:
                let kind = ImageKind.name(of: bytes)
                (complaint.rule, complaint.actual) = (.imageFormat, kind)
                complaint.message = kind.map { "is named .png, but is \($0)" } ?? "is named .png, but is no PNG"
                complaint.hint = "export it as PNG"
            case .crushed:
                (complaint.rule, complaint.actual) = (.imageFormat, "CgBI")
                complaint.message = "is in Apple's CgBI format, as Xcode writes it into an app, not a standard PNG"
                complaint.hint = "undo it: xcrun -sdk iphoneos pngcrush -revert-iphone-optimizations IN OUT"
            case .broken(let reason): complaint.message = "is damaged: \(reason)"
            case .incomplete: complaint.message = "is damaged: the file ends within its header"
            }
            throw complaint
        }
    }

    /// Decoding passes compressed text over, but what opens the picture later may inflate it.
    private func hold(extras: Int, _ file: ImageFile, theme: Int?) throws(Complaint) {
        guard extras > project.limits.imageExtraBytes else { return }
        throw Complaint(
            rule: .imageLimits, file: file, theme: theme,
            message:
                "has \(extras) bytes of compressed text or colour profiles, allowed are \(project.limits.imageExtraBytes)",
            hint: "export it without metadata: they could inflate to gigabytes")
    }

    /// Known from the header, before libpng allocates a row.
    private func hold(_ size: PixelSize, _ file: ImageFile, theme: Int?) throws(Complaint) {
        let excess: String
        if size.width == 0 || size.height == 0 {
            throw Complaint(
                rule: .imageCorrupt, file: file, theme: theme, message: "is damaged: its header says \(size) px",
                hint: "export it again")
        } else if size.width > project.limits.imageWidth {
            excess = "at most \(project.limits.imageWidth) px wide"
        } else if size.height > project.limits.imageHeight {
            excess = "at most \(project.limits.imageHeight) px high"
        } else if UInt64(size.width) * UInt64(size.height) > UInt64(project.limits.imagePixels) {
            excess = "at most \(project.limits.imagePixels) pixels"
        } else {
            return
        }
        throw Complaint(
            rule: .imageLimits, file: file, theme: theme, message: "\(size) px is too large, allowed are \(excess)",
            actual: size.description, hint: "scale it down, or set \"limits\" in themepack.json")
    }
}
