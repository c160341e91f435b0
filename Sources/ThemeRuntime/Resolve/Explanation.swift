import PackFormat
public import ThemeModel

/// The way in which a name resolves: every theme of the chain, in order.
public struct Explanation: Hashable, Sendable {
    /// The logical name.
    public let name: String
    /// The scale that was asked for.
    public let scale: Scale
    /// The theme that was asked.
    public let theme: ThemeID
    /// The themes from the one that was asked to the default theme.
    public let steps: [Step]
    /// The most similar name that the chain has; `nil` if a theme answers or no name is similar.
    public let suggestion: String?

    /// A theme of the chain.
    public struct Step: Hashable, Sendable {
        /// The theme of this step.
        public let theme: ThemeID
        /// The theme's version; `nil` if no pack of it is mounted.
        public let version: SemanticVersion?
        /// The path of its pack; `nil` if none is mounted.
        public let pack: String?
        /// The variants of the name in its pack.
        public let variants: [Variant]
        /// The result of the step.
        public let outcome: Outcome
    }

    /// A variant of the name in a pack.
    public struct Variant: Hashable, Sendable {
        /// The scale in its file name.
        public let scale: Scale
        /// In pixels.
        public let size: PixelSize
        /// The size of the PNG in bytes.
        public let byteCount: Int
        /// The entry of the pack, as `unzip` lists it, or the file of a mounted folder.
        public let entry: String
        /// `year.themepack.zip!/entry`, or the file of a mounted folder.
        public let place: String
        /// The SHA-256 of the PNG in the index.
        public let digest: ContentDigest
    }

    /// The result of asking a theme of the chain.
    public enum Outcome: Hashable, Sendable {
        /// The theme answers with its variant of that scale.
        case chosen(Scale)
        /// The theme does not have the name.
        case absent
        /// The theme has the name, but an earlier theme has answered.
        case hidden
        /// The theme was verified against other defaults, and the sizes now differ.
        case disagrees(size: PixelSize, scale: Scale, default: PixelSize, defaultScale: Scale)
        /// The theme is not mounted. The chain continues with the default theme.
        case notMounted
        /// The index of its pack is damaged. A look-up throws this error.
        case broken(ThemeError)
    }

    /// The variant that answers; `nil` if there is none.
    public var chosen: (step: Step, variant: Variant)? {
        for step in steps {
            guard case .chosen(let scale) = step.outcome else { continue }
            return step.variants.first { $0.scale == scale }.map { (step, $0) }
        }
        return nil
    }
}

extension Theme {
    /// Explains the answer of ``image(_:scale:)``. Never throws: a damaged pack is part of the explanation.
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
        return Explanation(
            name: name, scale: scale, theme: id, steps: steps,
            suggestion: isAnswered ? nil : suggestion(forImageNamed: name))
    }

    private func step(_ link: ChainLink, _ key: ImageKey, _ scale: Scale, isAnswered: Bool) -> Explanation.Step {
        let pack = link.pack
        var variants: [Explanation.Variant] = []
        var outcome = Explanation.Outcome.absent
        do {
            let found = try key.name.withBytes { name throws(ThemeError) in
                try findOutcome(link, name, key.hash, scale, &variants)
            }
            if let found { outcome = isAnswered ? .hidden : found }
        } catch {
            outcome = isAnswered ? .hidden : .broken(error)
        }
        return Explanation.Step(
            theme: pack.theme.id, version: pack.theme.version, pack: pack.path, variants: variants, outcome: outcome)
    }

    /// Returns `nil` if the theme does not have the name.
    private func findOutcome(
        _ link: ChainLink, _ name: UnsafeRawBufferPointer, _ hash: UInt64, _ scale: Scale,
        _ variants: inout [Explanation.Variant]
    ) throws(ThemeError) -> Explanation.Outcome? {
        let pack = link.pack
        guard let record = try link.record(.image, named: name, hash: hash) else { return nil }
        for number in 0..<record.variantCount {
            let variant = try pack.variant(number, of: record)
            let entry = pack.entry(of: variant)
            variants.append(
                Explanation.Variant(
                    scale: variant.scale, size: variant.size(in: link.bytes),
                    byteCount: variant.byteCount, entry: entry, place: pack.place(of: entry),
                    digest: variant.digest(in: link.bytes)))
        }
        if link.hasOtherContract, let (own, counterpart) = try disagreement(of: record, in: link, name, hash),
            let defaults = links.last
        {
            return .disagrees(
                size: own.size(in: link.bytes), scale: own.scale, default: counterpart.size(in: defaults.bytes),
                defaultScale: counterpart.scale)
        }
        return .chosen(try link.variant(for: scale, of: record).scale)
    }
}
