public import ThemeModel

/// Why a name resolves to what it does: every theme of the chain, in the order in which they are asked.
public struct Explanation: Hashable, Sendable {
    /// The logical name that was asked for.
    public let name: String
    /// The scale that was asked for.
    public let scale: Scale
    /// The theme that was asked.
    public let theme: ThemeID
    /// From the theme that was asked to the default theme.
    public let steps: [Step]

    /// One theme of the chain.
    public struct Step: Hashable, Sendable {
        /// The theme of this step.
        public let theme: ThemeID
        /// The theme's version; `nil` if no pack of it is mounted.
        public let version: SemanticVersion?
        /// Where its pack was mounted from; `nil` if none is.
        public let pack: String?
        /// What it has of the name.
        public let variants: [Variant]
        /// Whether it answers, or why not.
        public let outcome: Outcome
    }

    /// A variant that a pack has of the name.
    public struct Variant: Hashable, Sendable {
        /// The scale that its file name tells.
        public let scale: Scale
        /// In pixels.
        public let size: PixelSize
        /// How many bytes the PNG has.
        public let byteCount: Int
        /// The entry of the pack, as `unzip` lists it; the file, if a folder is mounted.
        public let entry: String
        /// SHA-256 of the PNG, as the index lists it.
        public let digest: ContentDigest
    }

    /// What a theme of the chain has to say to a look-up.
    public enum Outcome: Hashable, Sendable {
        /// This theme answers, with its variant at that scale.
        case chosen(Scale)
        /// It has nothing of the name.
        case absent
        /// It has the name, but a theme before it has answered.
        case hidden
        /// It was verified against other defaults, and its size is no longer that of the default image.
        case disagrees(size: PixelSize, scale: Scale, default: PixelSize, defaultScale: Scale)
        /// No pack of it is mounted: the chain goes on with the default theme.
        case notMounted
        /// Its index is damaged: the look-up throws this.
        case broken(ThemeError)
    }

    /// The variant that answers; `nil` if none does.
    public var chosen: (step: Step, variant: Variant)? {
        for step in steps {
            guard case .chosen(let scale) = step.outcome else { continue }
            return step.variants.first { $0.scale == scale }.map { (step, $0) }
        }
        return nil
    }
}

extension Theme {
    /// How ``image(_:scale:)`` comes to its answer. Never throws: what is broken is part of the explanation.
    public func explain(_ name: String, scale: Scale) -> Explanation {
        var steps: [Explanation.Step] = []
        var isAnswered = false
        for number in links.indices {
            if number == links.count - 1, let missingParent {
                let outcome = Explanation.Outcome.notMounted
                steps.append(.init(theme: missingParent, version: nil, pack: nil, variants: [], outcome: outcome))
            }
            let step = step(links[number], ImageKey(name), scale, isAnswered: isAnswered)
            switch step.outcome {
            case .chosen, .broken: isAnswered = true
            default: break
            }
            steps.append(step)
        }
        return Explanation(name: name, scale: scale, theme: id, steps: steps)
    }

    private func step(_ link: Link, _ key: ImageKey, _ scale: Scale, isAnswered: Bool) -> Explanation.Step {
        let pack = link.pack
        var variants: [Explanation.Variant] = []
        var outcome = Explanation.Outcome.absent
        do {
            let judged = try key.name.withBytes { name throws(ThemeError) in
                try judge(link, name, key.hash, scale, &variants)
            }
            if let judged { outcome = isAnswered ? .hidden : judged }
        } catch {
            outcome = isAnswered ? .hidden : .broken(error)
        }
        return Explanation.Step(
            theme: pack.theme.id, version: pack.theme.version, pack: pack.path, variants: variants, outcome: outcome)
    }

    /// - Returns: `nil` if the theme has nothing of the name.
    private func judge(
        _ link: Link, _ name: UnsafeRawBufferPointer, _ hash: UInt64, _ scale: Scale,
        _ variants: inout [Explanation.Variant]
    ) throws(ThemeError) -> Explanation.Outcome? {
        let pack = link.pack
        guard let record = try link.record(.image, named: name, hash: hash) else { return nil }
        for number in 0..<record.variantCount {
            let variant = try pack.variant(number, of: record)
            variants.append(
                Explanation.Variant(
                    scale: variant.scale, size: variant.size(in: link.bytes),
                    byteCount: variant.byteCount, entry: pack.entry(of: variant),
                    digest: variant.digest(in: link.bytes)))
        }
        if link.isForeign, let (own, original) = try disagreement(of: record, in: link, name, hash),
            let defaults = links.last
        {
            return .disagrees(
                size: own.size(in: link.bytes), scale: own.scale, default: original.size(in: defaults.bytes),
                defaultScale: original.scale)
        }
        return .chosen(try link.variant(for: scale, of: record).scale)
    }
}
