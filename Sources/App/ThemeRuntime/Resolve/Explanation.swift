@_spi(Chain) public import ThemeModel

/// The way in which a name resolves: every theme of the chain, in order.
public struct Explanation: Hashable, Sendable {
    /// The logical name.
    public let name: String
    /// The scale that was asked for.
    public let scale: Scale
    /// The theme that was asked; of several selected themes, that of the strongest axis.
    public let theme: ThemeID
    /// The selected themes, from the weakest axis to the strongest.
    public let selection: [ThemeID]
    /// The themes from the one that was asked to the default theme.
    public let steps: [Step]
    /// The color of an image that is drawn as a mask; `nil` for one with colors of its own.
    public let template: Template?
    /// The most similar name that the chain has; `nil` if a theme answers or no name is similar.
    public let suggestion: String?

    /// The color of a mask.
    public struct Template: Hashable, Sendable {
        /// The setting that has the color; `nil` for the color of where the image is shown.
        public let setting: SettingKey?
        /// Its color; `nil` if no theme of the chain sets it, or if it cannot be read.
        public let color: ThemeColor?
        /// The theme that sets it.
        public let theme: ThemeID?
    }

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
        let key = ImageKey(name)
        var steps = Array(key.name.utf8).withUnsafeBytes { bytes in
            self.steps(for: ChainLink.Name(bytes: bytes, hash: key.hash), at: scale)
        }
        if let missingParent {
            steps.insert(
                .init(theme: missingParent, version: nil, pack: nil, variants: [], outcome: .notMounted),
                at: steps.count - 1)
        }
        let isAnswered = steps.contains { step in
            switch step.outcome {
            case .chosen, .broken: true
            default: false
            }
        }
        return Explanation(
            name: name, scale: scale, theme: id, selection: selection, steps: steps,
            template: template(ofImageNamed: key, at: scale),
            suggestion: isAnswered ? nil : suggestion(forImageNamed: name))
    }

    private func template(ofImageNamed key: ImageKey, at scale: Scale) -> Explanation.Template? {
        guard let image = try? image(key, scale: scale), let template = try? image.template else { return nil }
        let setting = template.color
        return Explanation.Template(
            setting: setting, color: setting.flatMap { try? color($0) },
            theme: setting.flatMap { try? origin(of: $0)?.theme })
    }

    private func steps(for name: ChainLink.Name, at scale: Scale) -> [Explanation.Step] {
        zip(links, ImageLookup.trace(for: name, in: links)).map { link, outcome in
            Explanation.Step(
                theme: link.pack.theme.id, version: link.pack.theme.version, pack: link.pack.path,
                variants: variants(of: name, in: link), outcome: self.outcome(outcome, in: link, at: scale))
        }
    }

    private func outcome(
        _ outcome: ImageOutcome<IndexedImage>, in link: ChainLink, at scale: Scale
    ) -> Explanation.Outcome {
        switch outcome {
        case .chosen(let variants):
            do throws(ThemeError) {
                return .chosen(try variants.best(for: scale).scale)
            } catch {
                return .broken(error)
            }
        case .absent: return .absent
        case .hidden: return .hidden
        case .broken(let error): return .broken(error)
        case .disagrees(let own, let counterpart):
            return .disagrees(
                size: own.size(in: link.bytes), scale: own.scale,
                default: counterpart.size(in: links.last?.bytes ?? link.bytes), defaultScale: counterpart.scale)
        }
    }

    /// Returns the variants up to the first that is damaged.
    private func variants(of name: ChainLink.Name, in link: ChainLink) -> [Explanation.Variant] {
        guard case .success(let image?) = link.variants(of: name) else { return [] }
        let pack = link.pack
        var variants: [Explanation.Variant] = []
        for number in 0..<image.count {
            guard let variant = try? image.variant(number) else { break }
            let entry = pack.entry(of: variant)
            variants.append(
                Explanation.Variant(
                    scale: variant.scale, size: image.size(of: variant), byteCount: variant.byteCount, entry: entry,
                    place: pack.place(of: entry), digest: variant.digest(in: link.bytes)))
        }
        return variants
    }
}

extension [ThemeID] {
    /// A selection for people: `acme + dark`.
    package var text: String { map(\.string).joined(separator: " + ") }
}

extension Explanation: CustomStringConvertible {
    /// A summary and a line for each theme.
    public var description: String {
        let answer = chosen?.variant.place ?? suggestion.map { "nothing; did you mean '\($0)'?" } ?? "nothing"
        let lines = steps.map { "  \($0)" } + (template.map { ["  \($0)"] } ?? [])
        return (["\(name) at \(scale) in theme '\(selection.text)': \(answer)"] + lines).joined(separator: "\n")
    }

    /// The explanation for programs: `CanonicalJSON.encode(explanation.settingValue)`.
    public var settingValue: SettingValue {
        var answer = chosen?.variant.json.object
        answer?["theme"] = chosen?.step.theme.json
        answer?["pack"] = chosen?.step.pack?.json
        answer?["template"] = template?.json
        return .members([
            "name": name, "scale": scale.factor, "theme": theme, "selection": selection.count > 1 ? selection : nil,
            "steps": steps, "answer": answer.map(SettingValue.object), "suggestion": suggestion,
        ])
    }
}

extension Explanation.Template: CustomStringConvertible, JSONConvertible {
    public var description: String {
        guard let setting else { return "a template, drawn in the color of where it is shown" }
        guard let color else { return "a template, drawn in \(setting), which has no color: that of where it is shown" }
        return "a template, drawn in \(setting): \(color)" + (theme.map { " of theme '\($0)'" } ?? "")
    }

    package var json: SettingValue {
        .members([
            "setting": setting?.path.json ?? SettingValue.null, "color": color?.description, "theme": theme,
        ])
    }
}

extension Explanation.Step: CustomStringConvertible, JSONConvertible {
    public var description: String {
        let scales = variants.map { "\($0.scale) \($0.size)" }.joined(separator: ", ")
        let title = version.map { "\(theme) \($0)" } ?? theme.string
        return "\(title): \(outcome)" + (scales.isEmpty ? "" : " (has \(scales))")
    }

    package var json: SettingValue {
        .members([
            "theme": theme, "outcome": outcome.keyword, "reason": outcome.description, "version": version,
            "pack": pack, "variants": variants,
        ])
    }
}

extension Explanation.Variant: JSONConvertible {
    package var json: SettingValue {
        .members([
            "scale": scale.factor, "width": size.width, "height": size.height, "bytes": byteCount, "entry": entry,
            "sha256": digest,
        ])
    }
}

extension Explanation.Outcome: CustomStringConvertible {
    /// The outcome in one word.
    var keyword: String {
        switch self {
        case .chosen: "chosen"
        case .absent: "absent"
        case .hidden: "hidden"
        case .disagrees: "disagrees"
        case .notMounted: "notMounted"
        case .broken: "broken"
        }
    }

    public var description: String {
        switch self {
        case .chosen(let scale): "chosen, at \(scale)"
        case .absent: "does not have it"
        case .hidden: "not asked, as a theme before it has answered"
        case .disagrees(let size, let scale, let defaultSize, let defaultScale):
            "skipped: it was built for other defaults, and its \(size) px at \(scale) do not agree with the default's "
                + "\(defaultSize) px at \(defaultScale)"
        case .notMounted: "not mounted, so the default theme is next"
        case .broken(let error): "broken: \(error.reason)"
        }
    }
}
