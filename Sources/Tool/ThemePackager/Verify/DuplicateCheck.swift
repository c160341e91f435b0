import PackFormat
import ThemeProject

/// Finds the same image under several names of a theme, if their defaults differ.
///
/// Inspection knows the first rows of each image. Only images that have them in common are decoded, unless all of them
/// have the same bytes.
struct DuplicateCheck {
    let inspection: ProjectInspection

    private var survey: ProjectSurvey { inspection.survey }
    private var images: ImageGroups { survey.images }
    private var limits: ProjectLimits { survey.project.configuration.limits }

    private struct Candidate {
        let number: Int
        let defaultNumber: Int
        let kind: Kind
    }

    /// Images of one kind can be equal.
    private struct Kind: Hashable {
        let start: UInt32
        let theme: Int?
        let scale: Scale
        let size: PixelSize
    }

    private enum Look: Hashable {
        case bytes(ContentDigest)
        case pixels(ContentDigest, ShownChunks)
    }

    func findings(jobs: Int) -> [Finding] {
        let candidates = candidates()
        let looks = looks(of: candidates, jobs: jobs)
        var known: [Kind: [Look: Candidate]] = [:]
        return zip(candidates, looks).compactMap { candidate, look in
            guard let look else { return nil }
            guard let first = known[candidate.kind]?[look] else {
                known[candidate.kind, default: [:]][look] = candidate
                return nil
            }
            return haveEqualDefaults(first, candidate) ? nil : finding(candidate, first)
        }
    }

    /// Returns the images that can be equal to another one, sorted by name.
    private func candidates() -> [Candidate] {
        var candidates: [Candidate] = []
        var starts: Set<UInt32> = []
        var repeated: Set<UInt32> = []
        for group in images.ranges.indices {
            guard let defaultNumber = images.defaultImage(of: group) else { continue }
            for number in images.themedImages(of: group) {
                let image = inspection.images[number]
                guard let facts = image.facts, let content = facts.content, !content.isBlank else { continue }
                let kind = Kind(
                    start: content.start, theme: images.owner(number), scale: images.variant(of: group).scale,
                    size: facts.size)
                if !starts.insert(content.start).inserted { repeated.insert(content.start) }
                candidates.append(Candidate(number: number, defaultNumber: defaultNumber, kind: kind))
            }
        }
        candidates.removeAll { !repeated.contains($0.kind.start) }
        return Dictionary(grouping: candidates, by: \.kind).values.flatMap(likely)
            .sorted { $0.number < $1.number }
    }

    /// Leaves out images that begin alike because their defaults do, unless more than the first rows is equal.
    private func likely(_ alike: [Candidate]) -> [Candidate] {
        guard alike.count > 1 else { return [] }
        let lengths = Dictionary(grouping: alike) { inspection.images[$0.number].byteCount }
        let grids = Dictionary(grouping: alike) { inspection.images[$0.number].facts?.content?.grid }
        let equal = lengths.values.filter { $0.count > 1 } + grids.filter { $0.key != nil && $0.value.count > 1 }.values
        let numbers = Set(equal.joined().map(\.number))
        guard numbers.count < alike.count else { return alike }
        // The starts of most defaults have to be read.
        let first = start(of: alike[0].defaultNumber)
        let haveOneStart = alike.allSatisfy { start(of: $0.defaultNumber) == first }
        return haveOneStart ? alike.filter { numbers.contains($0.number) } : alike
    }

    private func start(of number: Int) -> UInt32? {
        inspection.images[number].facts?.start ?? bytes(of: number).flatMap({ ImageStart(ofHead: $0).checksum })
    }

    private func haveEqualDefaults(_ one: Candidate, _ other: Candidate) -> Bool {
        guard start(of: one.defaultNumber) == start(of: other.defaultNumber), let left = bytes(of: one.defaultNumber),
            let right = bytes(of: other.defaultNumber)
        else { return false }
        return left == right
            || PixelComparison.areEqual(left, right, limits: limits) && ShownChunks(left) == ShownChunks(right)
    }

    private func bytes(of number: Int) -> [UInt8]? {
        try? survey.project.fileSystem.read(images.location(number), limit: limits.imageBytes)
    }

    private func looks(of candidates: [Candidate], jobs: Int) -> [Look?] {
        let digests = candidates.map { inspection.images[$0.number].content?.digest }
        let digestsByKind = Dictionary(grouping: candidates.indices) { candidates[$0].kind }
            .mapValues { Set($0.map { digests[$0] }) }
        return Workers.map(candidates.count, jobs: jobs) { index in
            if let digest = digests[index], digestsByKind[candidates[index].kind]?.count == 1 { return .bytes(digest) }
            return look(of: candidates[index].number)
        }
    }

    private func look(of number: Int) -> Look? {
        guard let bytes = bytes(of: number), let structure = try? PNGStructure(bytes),
            PNGDecoder.mayDecode([structure], survey.project.budget)
        else { return nil }
        return (try? PixelComparison.digest(of: bytes, limits: limits))
            .map { .pixels($0, ShownChunks(bytes)) }
    }

    private func finding(_ image: Candidate, _ first: Candidate) -> Finding {
        Finding(
            .imageDuplicate, theme: survey.themes.ownerName(image.kind.theme), path: images.path(image.number),
            "is the same image as '\(images.files[first.number].variant.name)', but their defaults differ",
            hint: "export it from its own drawing",
            related: Finding.Related(path: images.path(first.number), message: "the other image is here"))
    }
}
