import ThemeModel
import ThemeProject

extension ImageInspector {
    /// Reads an image that is known to be sound only if its digest is needed and unknown.
    func verify(
        _ number: Int, budget: MemoryBudget?, _ stamps: ImageStamps, _ inspection: inout ImageInspection
    ) throws(ImageDefect) -> OpenedImage {
        let wantsGrid = hasOtherScales(number)
        func isComplete(_ known: KnownImage) -> Bool {
            known.isSound && (!wantsGrid || known.facts.content.map { $0.grid != nil } ?? true)
        }
        if let known = known(number, stamps), isComplete(known), budget == nil || known.digest != nil && !keepsBytes {
            let byteCount = Int(clamping: known.stamp.size)
            let content = budget.flatMap { _ in known.digest }.map { VerifiedBytes(length: byteCount, digest: $0) }
            return OpenedImage(number, known.facts, content: content, byteCount: byteCount, stamp: known.stamp)
        }
        let contents = try read(number, first: nil)
        let bytes = contents.bytes
        let structure = try structure(of: bytes, number)
        var facts = ImageFacts(structure)
        var trailingData: ImageError?
        if let known = contents.stamp.flatMap({ recorder?.known[$0] }), isComplete(known) {
            facts = known.facts
        } else {
            do throws(ImageError) {
                try project.limits.check(structure)
                inspection.decodedCount += 1
                let decoded = try PNGDecoder.decode(
                    structure, limits: project.limits, project.budget, wantsGrid: wantsGrid)
                trailingData = decoded.trailingData
                facts.content =
                    decoded.content
                    ?? PixelContent(decoding: bytes, limits: project.limits, wantsGrid: wantsGrid)
            } catch {
                throw ImageDefect(error, number: number)
            }
        }
        let content = budget.map { VerifiedBytes(bytes, keeping: $0) }
        if let content { visit?(bytes, content.digest, facts.content?.isOpaque) }
        var opened = OpenedImage(
            number, facts, content: content, byteCount: bytes.count, stamp: contents.stamp,
            head: ImageHead(structure: structure, stamp: contents.stamp, isWhole: true))
        opened.add(trailingData, to: &inspection)
        return opened
    }

    func readHead(
        of number: Int, _ stamps: ImageStamps, _ inspection: inout ImageInspection
    ) throws(ImageDefect) -> OpenedImage {
        if let known = known(number, stamps) {
            return OpenedImage(number, known.facts, content: nil, byteCount: nil, stamp: known.stamp)
        }
        let head = try head(of: number)
        let trailingData: ImageError?
        do throws(ImageError) {
            trailingData = try PNGDecoder.checkHead(head.structure, isWhole: head.isWhole)
        } catch {
            throw ImageDefect(error, number: number)
        }
        var opened = OpenedImage(
            number, ImageFacts(head.structure), content: nil, byteCount: nil,
            stamp: trailingData == nil ? head.stamp : nil, head: head)
        opened.add(trailingData, to: &inspection)
        return opened
    }

    private func known(_ number: Int, _ stamps: ImageStamps) -> KnownImage? {
        guard let recorder, !recorder.known.isEmpty,
            let stamp = stamps[number] ?? project.fileSystem.stamp(of: images.location(number))
        else { return nil }
        return recorder.known[stamp]
    }

    func record(_ image: OpenedImage, isSound: Bool, _ comparison: DefaultComparison?) {
        guard let recorder, let stamp = image.stamp else { return }
        let past = recorder.known[stamp]
        recorder.record(
            KnownImage(
                stamp: stamp, facts: image.facts, isSound: isSound || past?.isSound == true,
                digest: image.result.content?.digest ?? past?.digest, comparison: comparison))
    }

    /// Whether any theme or the default has another scale of an image's name.
    private func hasOtherScales(_ number: Int) -> Bool {
        let name = images.files[number].variant.name
        let scale = images.files[number].variant.scale
        func differs(_ index: Int, _ step: Int) -> Bool {
            var index = index + step
            while images.files.indices.contains(index), images.files[index].variant.name == name {
                if images.files[index].variant.scale != scale { return true }
                index += step
            }
            return false
        }
        return differs(number, 1) || differs(number, -1)
    }
}
