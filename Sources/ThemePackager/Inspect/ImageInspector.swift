package import ThemeModel
import ThemeProject

/// Is called with the bytes of each sound image that an inspection reads, from any thread. Images whose results are
/// known are not read. `isOpaque` is `nil` if the pixels were not looked at.
package typealias ImageVisitor = @Sendable (_ bytes: [UInt8], _ digest: ContentDigest, _ isOpaque: Bool?) -> Void

/// Finds the errors of images. Thread-safe.
struct ImageInspector: Sendable {
    let project: Project
    let images: ImageGroups
    let defaultHandling: DefaultHandling
    /// Limits the image bytes that are kept for the packager; `nil` if nothing will be packed.
    let budget: MemoryBudget?
    var recorder: ImageRecorder?
    /// Whether an image with a known digest is read only to keep its bytes.
    var keepsBytes = false
    var visit: ImageVisitor?

    /// The use of defaults: only compare images with them, also decode them, or also pack them.
    enum DefaultHandling { case compare, verify, pack }

    /// Inspects all groups on `jobs` threads, and calls `done` after each group.
    func inspectAll(jobs: Int, done: @Sendable () -> Void) -> ImageInspection {
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
        func folder(_ group: Int) -> Substring { images.variant(of: group).name.path.folder }
        for group in images.ranges.indices.dropFirst()
        where group - start == Self.partLength || !UTF8Order.equal(folder(group), folder(start)) {
            parts.append(start..<group)
            start = group
        }
        return images.ranges.isEmpty ? [] : parts + [start..<images.ranges.count]
    }

    /// Large enough to share the cost of opening a folder, and small enough that no thread waits long at the end.
    private static let partLength = 32

    /// `groups` is one of ``parts``, or contained in one.
    func inspect(_ groups: Range<Int>, done: () -> Void = {}) -> ImageInspection {
        var inspection = ImageInspection()
        let numbers = numbers(of: groups)
        inspection.images.reserveCapacity(numbers.count)
        let needsStamps = recorder?.known.isEmpty == false
        let stamps = ImageStamps(of: needsStamps ? numbers : 0..<0, in: images, project.fileSystem)
        for group in groups {
            inspect(group, stamps, &inspection)
            done()
        }
        return inspection
    }

    /// Returns the indices of the images of these groups, which are next to each other.
    private func numbers(of groups: Range<Int>) -> Range<Int> {
        guard let first = groups.first, let last = groups.last else { return 0..<0 }
        return images.ranges[first].lowerBound..<images.ranges[last].upperBound
    }

    private func inspect(_ group: Int, _ stamps: ImageStamps, _ inspection: inout ImageInspection) {
        let defaultNumber = images.defaultImage(of: group)
        var defaultImage = defaultNumber.flatMap { inspectDefault($0, stamps, &inspection) }
        for number in images.themedImages(of: group) {
            do throws(ImageDefect) {
                let opened = try verify(number, budget: budget, stamps, &inspection)
                inspection.images.append(opened.result)
                let isSame = isSame(opened, as: &defaultImage)
                let comparison = defaultImage?.stamp.map { DefaultComparison(defaultStamp: $0, isSame: isSame) }
                record(opened, isSound: !opened.hasTrailingData, comparison)
                for error in [contentError(of: opened, defaultImage), isSame ? .identical : nil] {
                    guard let error else { continue }
                    inspection.defects.append(ImageDefect(error, number: number, defaultNumber: defaultNumber))
                }
            } catch {
                inspection.images.append(InspectedImage(content: nil, facts: nil))
                inspection.defects.append(error)
            }
        }
    }

    /// Returns `nil` if the image has a defect that prevents comparisons with its content.
    private func inspectDefault(
        _ number: Int, _ stamps: ImageStamps, _ inspection: inout ImageInspection
    ) -> OpenedImage? {
        do throws(ImageDefect) {
            let opened =
                defaultHandling == .compare
                ? try readHead(of: number, stamps, &inspection)
                : try verify(number, budget: defaultHandling == .pack ? budget : nil, stamps, &inspection)
            inspection.images.append(opened.result)
            record(opened, isSound: defaultHandling != .compare && !opened.hasTrailingData, nil)
            return opened
        } catch {
            inspection.defects.append(error)
            // Themed images are compared with a default's size even if the default is not sound.
            let facts = (try? head(of: number)).map { ImageFacts($0.structure) }
            inspection.images.append(InspectedImage(content: nil, facts: facts))
            return nil
        }
    }
}
