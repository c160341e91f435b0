package import ThemeModel
import ThemeProject

/// Is called with the bytes of each sound image that an inspection reads, from any thread. Images whose results are
/// known are not read.
package typealias ImageVisitor = @Sendable (_ bytes: [UInt8], _ digest: ContentDigest) -> Void

// See docs/decisions/15-libpng-judges.md.
/// Finds the errors of images. Thread-safe.
struct ImageInspector: Sendable {
    let project: Project
    let images: ImageGroups
    let templates: ImageTemplates
    let defaultHandling: DefaultHandling
    /// Limits the image bytes that are kept for the packager, possibly to none; `nil` if no digest is needed either.
    let budget: MemoryBudget?
    var recorder: ImageRecorder?
    var visit: ImageVisitor?
    /// Whether all images get a grid of their colors, not only those with several scales.
    var wantsGrids = false

    /// The use of defaults: only compare images with them, also decode them, or also pack them.
    enum DefaultHandling { case compare, verify, pack }

    /// Inspects all groups on `jobs` threads, and calls `done` after each group.
    func inspectAll(jobs: Int, done: @escaping @Sendable (_ group: Int) -> Void) -> ImageInspection {
        let parts = parts
        var whole = ImageInspection()
        whole.images = [InspectedImage](unsafeUninitializedCapacity: images.files.count) { buffer, count in
            // Each part initializes its own range. `map` returns when all are. Joining arrays of parts would need twice
            // the memory.
            nonisolated(unsafe) let slots = buffer
            let inspections = Workers.map(parts.count, stride: 1, jobs: jobs) { number in
                var part = inspect(parts[number], done: done)
                let own = UnsafeMutableBufferPointer(rebasing: slots[numbers(of: parts[number])])
                precondition(part.images.count == own.count, "an image was inspected twice, or not at all")
                _ = own.initialize(from: part.images)
                part.images = []
                return part
            }
            for part in inspections {
                whole.defects += part.defects
                whole.decodedCount += part.decodedCount
            }
            count = images.files.count
        }
        return whole
    }

    /// Ranges of groups for the workers. All image names of a range are in one folder.
    private var parts: [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for group in images.ranges.indices.dropFirst() {
            let (path, last) = (images.variant(of: group).name.path, images.variant(of: group - 1).name.path)
            if group - start == Self.partLength || !path.isInFolder(of: last) {
                parts.append(start..<group)
                start = group
            }
        }
        return images.ranges.isEmpty ? [] : parts + [start..<images.ranges.count]
    }

    /// Large enough to share the cost of opening a folder, and small enough that no thread waits long at the end.
    private static let partLength = 32

    /// `groups` is one of ``parts``, or contained in one.
    func inspect(_ groups: Range<Int>, done: (_ group: Int) -> Void = { _ in }) -> ImageInspection {
        var inspection = ImageInspection()
        let numbers = numbers(of: groups)
        inspection.images.reserveCapacity(numbers.count)
        for group in groups {
            inspect(group, &inspection)
            done(group)
        }
        return inspection
    }

    /// Returns the indices of the images of these groups, which are next to each other.
    private func numbers(of groups: Range<Int>) -> Range<Int> {
        guard let first = groups.first, let last = groups.last else { return 0..<0 }
        return images.ranges[first].lowerBound..<images.ranges[last].upperBound
    }

    private func inspect(_ group: Int, _ inspection: inout ImageInspection) {
        let wantsGrid = wantsGrids || hasOtherScales(group)
        let defaultNumber = images.defaultImage(of: group)
        let defaultIndex = inspection.images.count
        var defaultImage = defaultNumber.flatMap { inspectDefault($0, wantsGrid: wantsGrid, &inspection) }
        for number in images.themedImages(of: group) {
            do throws(ImageError) {
                let opened = try verify(number, wantsGrid: wantsGrid, budget: budget, &inspection)
                inspection.images.append(result(of: opened, wantsGrid: wantsGrid))
                let isSame = isSame(opened, as: &defaultImage)
                let comparison = defaultImage?.stamp.map { DefaultComparison(defaultStamp: $0, isSame: isSame) }
                record(opened, isSound: true, comparison)
                func add(_ error: ImageError) {
                    inspection.defects.append(ImageDefect(error: error, number: number, defaultNumber: defaultNumber))
                }
                if let error = contentError(of: opened, &defaultImage) { add(error) }
                if isSame { add(.identical) }
            } catch {
                inspection.images.append(InspectedImage(content: nil, facts: nil, byteCount: nil))
                inspection.defects.append(ImageDefect(error: error, number: number))
            }
        }
        // Moved, because a copy of it takes longer than the rest.
        if let defaultImage = defaultImage.take() {
            // The comparisons can have read more of it.
            inspection.images[defaultIndex] = result(
                of: defaultImage, wantsGrid: wantsGrid, isOnlyCompared: defaultHandling == .compare)
            record(defaultImage, isSound: defaultHandling != .compare, nil)
        }
    }

    /// Returns what checks get of an image: no more than this run asks for, whatever an earlier one has read.
    private func result(of image: OpenedImage, wantsGrid: Bool, isOnlyCompared: Bool = false) -> InspectedImage {
        var facts = image.facts
        if !wantsGrid { facts.content?.grid = nil }
        if isOnlyCompared { (facts.headStart, facts.content) = (facts.start, nil) }
        return InspectedImage(content: image.content, facts: facts, byteCount: image.byteCount)
    }

    /// Returns `nil` if the image has a defect that prevents comparisons with its content.
    private func inspectDefault(
        _ number: Int, wantsGrid: Bool, _ inspection: inout ImageInspection
    ) -> OpenedImage? {
        do throws(ImageError) {
            let opened =
                defaultHandling == .compare
                ? try readHead(of: number, &inspection)
                : try verify(
                    number, wantsGrid: wantsGrid, budget: defaultHandling == .pack ? budget : nil, &inspection)
            inspection.images.append(result(of: opened, wantsGrid: wantsGrid))
            return opened
        } catch {
            inspection.defects.append(ImageDefect(error: error, number: number))
            // Themed images are compared with a default's size even if the default is not sound.
            let facts = (try? head(of: number)).map { ImageFacts($0.structure) }
            inspection.images.append(InspectedImage(content: nil, facts: facts, byteCount: nil))
            return nil
        }
    }
}

extension ImageInspector {
    /// Returns whether an image looks as its default. Reads the files only if that is not known.
    func isSame(_ image: OpenedImage, as defaultImage: inout OpenedImage?) -> Bool {
        guard let size = defaultImage?.facts.size, image.facts.size == size else { return false }
        if let past = image.past?.image.comparison, past.defaultStamp == defaultImage?.stamp { return past.isSame }
        guard var other = defaultImage else { return false }
        defer { defaultImage = other }
        guard hasSamePixels(image, as: &other), let head = other.head,
            let own = image.head?.structure ?? wholeStructure(of: image.number)
        else { return false }
        return ShownChunks(own.bytes) == ShownChunks(head.structure.bytes)
    }

    /// If the result is `true`, the head of the default is its whole file.
    private func hasSamePixels(_ image: OpenedImage, as other: inout OpenedImage) -> Bool {
        if other.head == nil { other.head = try? head(of: other.number) }
        guard let head = other.head, let structure = image.head?.structure ?? wholeStructure(of: image.number) else {
            return false
        }
        switch structure.compare(with: head.structure, otherIsWhole: head.isWhole) {
        case .same: return true
        case .different:
            if let rows = image.rows, let otherRows = other.rows { return rows.isEqual(to: otherRows) == true }
            if other.facts.start == nil {
                let bytes = head.structure.bytes
                let start = image.rows?.compare(withStartOf: bytes)
                other.facts.headStart = start?.checksum
                if start?.differs == true { return false }
                other.facts.headStart = other.facts.headStart ?? ImageStart(ofHead: bytes).checksum
            }
            if let start = image.facts.start, let otherStart = other.facts.start, start != otherStart { return false }
        case .undecided: break
        }
        guard let whole = head.isWhole ? head.structure : wholeStructure(of: other.number) else { return false }
        other.head = ImageHead(structure: whole, stamp: head.stamp, isWhole: true)
        return structure.compare(with: whole, otherIsWhole: true) == .same
            || PNGDecoder.mayDecode([structure, whole], project.budget)
                && PixelComparison.areEqual(
                    structure.bytes, whole.bytes, limits: project.configuration.limits, rows: image.rows)
    }

    /// Reads the pixels of the default only if those of the image make an error possible.
    func contentError(of image: OpenedImage, _ defaultImage: inout OpenedImage?) -> ImageError? {
        guard let known = defaultImage?.facts, let content = image.facts.content else { return nil }
        let isOpaque = image.facts.hasAlpha && content.isOpaque && known.hasAlpha
        let isFaint = !content.isStrong
        guard content.isBlank || isOpaque || isFaint,
            let other = self.content(of: &defaultImage, fainter: isFaint ? content.strongest : nil)
        else { return nil }
        if content.isBlank, !other.isBlank {
            return ImageError(
                .imageBlank,
                content.isTransparent
                    ? "shows nothing: every pixel is transparent" : "shows nothing: every pixel has the same color",
                hint: "export it again; was a layer hidden?")
        }
        if isOpaque, !other.isOpaque, !content.isBlank {
            return ImageError(
                .imageAlpha, "has an alpha channel, but every pixel is opaque; its default has transparent ones",
                hint: "export it with a transparent ground")
        }
        guard isFaint, !content.isTransparent,
            Int(other.strongest) - Int(content.strongest) >= PixelContent.faintness
        else { return nil }
        func percent(_ alpha: UInt8) -> String { "\((Int(alpha) * 100 + 127) / 255) %" }
        return ImageError(
            .imageFaint,
            "is faint: its strongest pixels have an opacity of \(percent(content.strongest)), its default's "
                + percent(other.strongest), actual: percent(content.strongest),
            hint: "export it again; did a layer or a group have an opacity?")
    }

    /// - Parameter alpha: the greatest alpha of the themed image, if it may be faint; else `nil`.
    private func content(of image: inout OpenedImage?, fainter alpha: UInt8?) -> PixelContent? {
        guard let number = image?.number else { return nil }
        // Without a grid, the rows that were not read can have stronger pixels.
        if let known = image?.facts.content, alpha == nil || known.grid != nil || !known.isStrong { return known }
        let content = content(of: number, wantsGrid: alpha != nil)
        if let content { image?.facts.content = content }
        return content
    }
}

extension ImageError {
    static var identical: ImageError {
        ImageError(
            .imageIdentical, "is the same image as its default", hint: "remove it: without it, the default is used")
    }
}

extension ImageInspector {
    /// Reads the image, unless it is known to be sound, and its digest is known or not needed.
    func verify(
        _ number: Int, wantsGrid: Bool, budget: MemoryBudget?, _ inspection: inout ImageInspection
    ) throws(ImageError) -> OpenedImage {
        func isComplete(_ known: KnownImage) -> Bool {
            known.isSound && hasMask(known.facts, number)
                && (!wantsGrid || known.facts.content.map { $0.grid != nil } ?? true)
        }
        let listed = past(number)
        if let known = listed?.image, isComplete(known), budget == nil || known.digest != nil {
            let byteCount = Int(clamping: known.stamp.size)
            let content = budget.flatMap { _ in known.digest }
                .map { VerifiedBytes(length: byteCount, digest: $0, kept: nil) }
            return OpenedImage(
                number: number, facts: known.facts, content: content, byteCount: byteCount, stamp: known.stamp,
                past: listed)
        }
        let contents = try project.readImage(at: images.location(number))
        let past = past(contents.stamp)
        let bytes = contents.bytes
        let structure = try PNGStructure(image: bytes)
        var facts = ImageFacts(structure)
        var error: ImageError?
        var rows: InflatedRows?
        if let known = past?.image, isComplete(known) {
            facts = known.facts
        } else {
            try project.configuration.limits.check(structure)
            inspection.decodedCount += 1
            let decoded = try decode(structure, wantsGrid: wantsGrid)
            error = decoded.error
            rows = decoded.rows
            facts.content = decoded.content
            facts.mask = mask(of: number, structure)
        }
        let content = budget.map { VerifiedBytes(bytes, keeping: $0) }
        if let content { visit?(bytes, content.digest) }
        var opened = OpenedImage(
            number: number, facts: facts, content: content, byteCount: bytes.count, stamp: contents.stamp,
            past: past, head: ImageHead(structure: structure, stamp: contents.stamp, isWhole: true), rows: rows)
        opened.add(error, to: &inspection)
        return opened
    }

    func readHead(
        of number: Int, _ inspection: inout ImageInspection
    ) throws(ImageError) -> OpenedImage {
        if let past = past(number), hasMask(past.image.facts, number) {
            return OpenedImage(number: number, facts: past.image.facts, stamp: past.image.stamp, past: past)
        }
        let head = try head(of: number)
        let error = try PNGDecoder.checkHead(head.structure, isWhole: head.isWhole)
        let past = past(head.stamp)
        var facts = past?.image.facts ?? ImageFacts(head.structure)
        if !hasMask(facts, number) {
            let whole = head.isWhole ? head.structure : wholeStructure(of: number)
            facts.mask = whole.flatMap { mask(of: number, $0) }
        }
        var opened = OpenedImage(
            number: number, facts: facts, stamp: head.stamp, past: past, head: head)
        opened.add(error, to: &inspection)
        return opened
    }

    private func isTemplate(_ number: Int) -> Bool { templates[images.files[number].variant.name] != nil }

    private func hasMask(_ facts: ImageFacts, _ number: Int) -> Bool { facts.mask != nil || !isTemplate(number) }

    /// `nil` if the image is not a template or not sound, or if the budget is spent.
    private func mask(of number: Int, _ structure: PNGStructure) -> ImageMask? {
        let limits = project.configuration.limits
        guard isTemplate(number), (try? limits.check(structure)) != nil,
            PNGDecoder.mayDecode([structure], project.budget)
        else { return nil }
        return try? ImageMask(decoding: structure.bytes, limits: limits)
    }

    /// The earlier run's record of an image, by the stamp that its folder was listed with.
    private func past(_ number: Int) -> PastImage? { images.files[number].record.flatMap { recorder?.known[$0] } }

    /// The earlier run's record of a file with this stamp.
    private func past(_ stamp: FileStamp?) -> PastImage? {
        stamp.flatMap { recorder?.known.number(of: $0) }.flatMap { recorder?.known[$0] }
    }

    func record(_ image: OpenedImage, isSound: Bool, _ comparison: DefaultComparison?) {
        // An image with an error is looked at by every run.
        guard let recorder, !image.hasError, let stamp = image.stamp else { return }
        recorder.record(
            KnownImage(
                stamp: stamp, facts: image.facts, isSound: isSound || image.past?.image.isSound == true,
                digest: image.content?.digest ?? image.past?.image.digest, comparison: comparison),
            over: image.past)
    }

    /// Whether any theme or the default has another scale of a group's name.
    private func hasOtherScales(_ group: Int) -> Bool {
        let name = images.variant(of: group).name
        func hasName(_ other: Int) -> Bool {
            images.ranges.indices.contains(other) && images.variant(of: other).name == name
        }
        return hasName(group - 1) || hasName(group + 1)
    }
}

extension ImageInspector {
    /// Usually enough image data to show that another image differs.
    private static let headLength = 4096

    /// `nil` if the image is not sound, or too large.
    func content(of number: Int, wantsGrid: Bool) -> PixelContent? {
        guard let structure = wholeStructure(of: number),
            (try? project.configuration.limits.check(structure)) != nil
        else { return nil }
        return (try? decode(structure, wantsGrid: wantsGrid))?.content
    }

    /// Decodes a whole file. libpng reads the pixels that the quick check cannot.
    private func decode(_ structure: PNGStructure, wantsGrid: Bool) throws(ImageError) -> PNGDecoder.Result {
        let limits = project.configuration.limits
        var decoded = try PNGDecoder.decode(structure, limits: limits, project.budget, wantsGrid: wantsGrid)
        if decoded.content == nil {
            decoded.content = PixelContent(decoding: structure.bytes, limits: limits, wantsGrid: wantsGrid)
        }
        return decoded
    }

    func head(of number: Int) throws(ImageError) -> ImageHead {
        let location = images.location(number)
        let start = try project.readImage(at: location, first: Self.headLength)
        let isWhole = start.bytes.count == start.size
        if !isWhole, let structure = try? PNGStructure(start.bytes), structure.hasImageData {
            return ImageHead(structure: structure, stamp: start.stamp, isWhole: false)
        }
        let contents = isWhole ? start : try project.readImage(at: location)
        return ImageHead(
            structure: try PNGStructure(image: contents.bytes), stamp: contents.stamp, isWhole: true)
    }

    func wholeStructure(of number: Int) -> PNGStructure? {
        (try? project.readImage(at: images.location(number)).bytes).flatMap { try? PNGStructure($0) }
    }
}
