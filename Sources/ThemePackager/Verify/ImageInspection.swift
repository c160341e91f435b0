import ThemeModel

/// Reads images and says whether they are sound. Safe to use from several threads.
struct ImageInspection: Sendable {
    let project: Project
    let images: ImageGroups
    /// What the defaults are wanted for.
    let originalUse: OriginalUse
    /// Where the packager will want the bytes; `nil` where nothing is to be packed.
    let budget: MemoryBudget?
    /// `nil` where nothing is remembered.
    var notes: ImageNotes?
    /// Whether what is to be packed is read for that alone, where its digest is known.
    var keepsBytes = false

    /// How much of a default is read at first: its header, and enough image data to see that a themed one differs.
    private static let headLength = 4096

    /// The groups in parts to be inspected at a time, each of one folder.
    var parts: [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        func folder(_ group: Int) -> Substring { images.variant(of: group).name.path.folder }
        for group in images.ranges.indices.dropFirst()
        where group - start == Self.partLength || !ByteOrder.equal(folder(group), folder(start)) {
            parts.append(start..<group)
            start = group
        }
        return images.ranges.isEmpty ? [] : parts + [start..<images.ranges.count]
    }

    /// Large enough that the way to the folder does not matter, small enough that no thread waits long for the last part.
    private static let partLength = 32

    /// - Parameters:
    ///   - groups: one behind the other, and all of one folder.
    ///   - done: called after each.
    func inspect(_ groups: Range<Int>, done: () -> Void = {}) -> Outcome {
        var outcome = Outcome()
        guard let first = groups.first, let last = groups.last else { return outcome }
        let numbers = images.ranges[first].lowerBound..<images.ranges[last].upperBound
        outcome.images.reserveCapacity(numbers.count)
        // Only what is known is asked for by its stamp.
        let isAsked = notes?.known.isEmpty == false
        let stamps = ImageStamps(of: isAsked ? numbers : 0..<0, in: images, project.fileSystem)
        for group in groups {
            inspect(group, stamps, &outcome)
            done()
        }
        return outcome
    }

    private func inspect(_ group: Int, _ stamps: ImageStamps, _ outcome: inout Outcome) {
        var original: Sighting?
        if let image = images.original(of: group) {
            do throws(Complaint) {
                let seen =
                    originalUse == .compared
                    ? try look(at: image, stamps)
                    : try examine(image, budget: originalUse == .packed ? budget : nil, stamps, &outcome)
                original = seen
                outcome.images.append(seen.seen)
                note(original, isSound: originalUse != .compared, nil)
            } catch {
                outcome.complaints.append(error)
                // What a pack is verified against does not depend on how closely the default was looked at.
                let facts = (try? head(of: image)).map { ImageFacts($0.structure) }
                outcome.images.append(SeenImage(content: nil, facts: facts))
            }
        }
        for image in images.themed(of: group) {
            do throws(Complaint) {
                let seen = try examine(image, budget: budget, stamps, &outcome)
                outcome.images.append(seen.seen)
                let isSame = isSame(seen, as: &original)
                note(seen, isSound: true, original?.stamp.map { .init(original: $0, isSame: isSame) })
                if isSame {
                    outcome.complaints.append(
                        Complaint(
                            rule: .imageIdentical, image: image, message: "is the same picture as its default",
                            hint: "remove it: the default serves as well", original: images.original(of: group)))
                }
            } catch {
                outcome.images.append(SeenImage(content: nil, facts: nil))
                outcome.complaints.append(error)
            }
        }
    }

    /// What a default is wanted for, each including the ones before.
    enum OriginalUse { case compared, verified, packed }

    /// An image that was looked at.
    private struct Sighting {
        let image: Int
        let seen: SeenImage
        let facts: ImageFacts
        let stamp: FileStamp?
        /// `nil` if it was known, and has not been read.
        var head: Head?

        init(_ image: Int, _ facts: ImageFacts, content: VerifiedBytes?, stamp: FileStamp?, head: Head? = nil) {
            (self.image, self.facts, self.stamp, self.head) = (image, facts, stamp, head)
            seen = SeenImage(content: content, facts: facts)
        }
    }

    private struct Head {
        var structure: PNGStructure
        var stamp: FileStamp?
        var isWhole: Bool
    }

    /// Decodes a file, unless it is known to be sound; then it is read only if its digest is wanted and not known.
    private func examine(
        _ image: Int, budget: MemoryBudget?, _ stamps: ImageStamps, _ outcome: inout Outcome
    ) throws(Complaint) -> Sighting {
        if let known = recall(image, stamps), known.isSound, budget == nil || known.digest != nil && !keepsBytes {
            let content = budget.flatMap { _ in known.digest }.map {
                VerifiedBytes(length: Int(clamping: known.stamp.size), digest: $0)
            }
            return Sighting(image, known.facts, content: content, stamp: known.stamp)
        }
        let contents = try read(image, first: nil)
        let bytes = contents.bytes
        let structure = try structure(of: bytes, image)
        if contents.stamp.flatMap({ notes?.known[$0]?.isSound }) != true {
            try hold(structure.size, image)
            try hold(extras: structure.compressedExtras, image)
            outcome.decodedCount += 1
            do {
                try PNGDecoder.decode(bytes, limits: project.limits)
            } catch {
                throw Complaint(
                    rule: .imageCorrupt, image: image, message: "is damaged: \(error.reason)", hint: "export it again")
            }
        }
        return Sighting(
            image, ImageFacts(structure), content: budget.map { VerifiedBytes(bytes, keeping: $0) },
            stamp: contents.stamp, head: Head(structure: structure, stamp: contents.stamp, isWhole: true))
    }

    /// Reads of a default what a comparison needs, unless it is known.
    private func look(at image: Int, _ stamps: ImageStamps) throws(Complaint) -> Sighting {
        if let known = recall(image, stamps) {
            return Sighting(image, known.facts, content: nil, stamp: known.stamp)
        }
        let head = try head(of: image)
        return Sighting(image, ImageFacts(head.structure), content: nil, stamp: head.stamp, head: head)
    }

    private func recall(_ image: Int, _ stamps: ImageStamps) -> KnownImage? {
        guard let notes, !notes.known.isEmpty,
            let stamp = stamps[image] ?? project.fileSystem.stamp(of: images.location(image))
        else { return nil }
        return notes.known[stamp]
    }

    /// For later runs.
    private func note(_ image: Sighting?, isSound: Bool, _ comparison: KnownImage.Comparison?) {
        guard let notes, let image, let stamp = image.stamp else { return }
        let past = notes.known[stamp]
        notes.note(
            KnownImage(
                stamp: stamp, facts: image.facts, isSound: isSound || past?.isSound == true,
                digest: image.seen.content?.digest ?? past?.digest, comparison: comparison))
    }

    /// As much of a default as a comparison needs.
    private func head(of image: Int) throws(Complaint) -> Head {
        let start = try read(image, first: Self.headLength)
        let isWhole = start.bytes.count == start.size
        if !isWhole, let structure = try? PNGStructure(start.bytes), structure.isTelling {
            return Head(structure: structure, stamp: start.stamp, isWhole: false)
        }
        let contents = isWhole ? start : try read(image, first: nil)
        let structure = try structure(of: contents.bytes, image)
        return Head(structure: structure, stamp: contents.stamp, isWhole: true)
    }

    /// Whether two files hold the same picture. Reads of them what is not known.
    private func isSame(_ image: Sighting, as original: inout Sighting?) -> Bool {
        guard var other = original else { return false }
        if let stamp = image.stamp, let past = notes?.known[stamp]?.comparison, past.original == other.stamp {
            return past.isSame
        }
        defer { original = other }
        if other.head == nil { other.head = try? head(of: other.image) }
        guard let head = other.head, let structure = image.head?.structure ?? wholeStructure(of: image.image) else {
            return false
        }
        switch structure.compare(with: head.structure, isWhole: head.isWhole) {
        case .same: return true
        case .different: return false
        case .undecided:
            guard let whole = wholeStructure(of: other.image) else { return false }
            other.head = Head(structure: whole, stamp: head.stamp, isWhole: true)
            return structure.compare(with: whole, isWhole: true) == .same
        }
    }

    private func wholeStructure(of image: Int) -> PNGStructure? {
        (try? read(image, first: nil).bytes).flatMap { try? PNGStructure($0) }
    }

    private func read(_ image: Int, first: Int?) throws(Complaint) -> FileContents {
        let contents: FileContents
        do {
            contents = try project.fileSystem.read(
                images.location(image), first: first, limit: project.limits.imageBytes)
        } catch {
            var rule = Rule.fileKind
            if case .tooLarge = error { rule = .imageLimits }
            throw Complaint(rule: rule, image: image, message: error.explanation, hint: error.hint)
        }
        guard contents.size > 0 else {
            throw Complaint(
                rule: .imageCorrupt, image: image, message: "is empty", hint: "export it again")
        }
        return contents
    }

    private func structure(of bytes: [UInt8], _ image: Int) throws(Complaint) -> PNGStructure {
        var complaint = Complaint(rule: .imageCorrupt, image: image, message: "", hint: "export it again")
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
    private func hold(extras: Int, _ image: Int) throws(Complaint) {
        guard extras > project.limits.imageExtraBytes else { return }
        throw Complaint(
            rule: .imageLimits, image: image,
            message:
                "has \(extras) bytes of compressed text or colour profiles, allowed are \(project.limits.imageExtraBytes)",
            hint: "export it without metadata: they could inflate to gigabytes")
    }

    /// Known from the header, before libpng allocates a row.
    private func hold(_ size: PixelSize, _ image: Int) throws(Complaint) {
        let excess: String
        if size.width == 0 || size.height == 0 {
            throw Complaint(
                rule: .imageCorrupt, image: image, message: "is damaged: its header says \(size) px",
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
            rule: .imageLimits, image: image, message: "\(size) px is too large, allowed are \(excess)",
            actual: size.description, hint: "scale it down, or set \"limits\" in themepack.json")
    }
}
