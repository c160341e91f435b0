import ThemeModel

/// The bytes of a theme's pack that could be saved without a visible change.
package struct ReviewedWaste: Hashable, Sendable {
    /// Largest first.
    package var items: [WasteItem] = []
    /// The length of the theme's images in the pack.
    package var packByteCount = 0

    /// The sum of all items. A byte that could be saved for two reasons counts once.
    package var byteCount: Int { items.reduce(0) { $0 + $1.byteCount } }

    /// From 0 to 1.
    package var share: Double { packByteCount > 0 ? Double(byteCount) / Double(packByteCount) : 0 }
}

/// One reason why bytes of a pack could be saved.
package struct WasteItem: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The theme has the same bytes in several files, or the bytes of the default.
        case identical
        /// Chunks that no renderer reads, such as text and time.
        case unreadChunks = "unread-chunks"
        /// An alpha channel of an image whose pixels are all opaque.
        case opaqueAlpha = "opaque-alpha"
        /// Samples of 16 bits that 8 bits hold without loss.
        case wideSamples = "wide-samples"
    }

    package var kind: Kind
    /// Indexes in ``ReviewFacts/files``. For identical files, the first is the one to keep.
    package var files: [Int]
    package var byteCount: Int
    /// Whether `byteCount` is an estimate, because only encoding the image again would tell.
    package var isEstimate: Bool
    /// The names of unread chunks, as `tEXt`; empty for other kinds.
    package var chunks: [String]

    package init(_ kind: Kind, files: [Int], byteCount: Int, isEstimate: Bool = false, chunks: [String] = []) {
        self.kind = kind
        self.files = files
        self.byteCount = byteCount
        self.isEstimate = isEstimate
        self.chunks = chunks
    }
}

extension ReviewedWaste {
    /// Lists the waste of a theme's files. A file that could be left out has no other waste.
    init(of theme: Int, in input: ReviewInput, _ waste: [ImageWaste?]) {
        let owner = input.themes[theme].isDefault ? nil : theme
        let own = input.variants.filter { $0.theme == owner }.map(\.file).filter { input.files[$0].digest != nil }
        self.init(packByteCount: own.reduce(0) { $0 + (input.files[$1].byteCount ?? 0) })
        let defaults = owner == nil ? [:] : Self.defaults(in: input, except: Self.names(ofParentsOf: theme, in: input))
        var rest: [Int] = []
        var copies: [(first: Int, others: [Int])] = []
        var places: [ContentDigest: Int] = [:]
        for file in own {
            guard let digest = input.files[file].digest else { continue }
            if input.sameAsDefault.contains(file), let original = defaults[file] {
                items.append(
                    WasteItem(.identical, files: [original, file], byteCount: input.files[file].byteCount ?? 0))
            } else if let place = places[digest] {
                copies[place].others.append(file)
            } else {
                places[digest] = copies.count
                copies.append((file, []))
                rest.append(file)
            }
        }
        for (first, others) in copies where !others.isEmpty {
            let length = input.files[first].byteCount ?? 0
            items.append(WasteItem(.identical, files: [first] + others, byteCount: length * others.count))
        }
        for file in rest { if let waste = waste[file] { items += waste.items(of: file) } }
        items.sort { left, right in
            if left.byteCount != right.byteCount { return left.byteCount > right.byteCount }
            return left.files.lexicographicallyPrecedes(right.files)
                || left.files == right.files && left.kind.rawValue < right.kind.rawValue
        }
    }

    /// Returns the names for which a parent has an image that is not its default. Without the theme's own image, the
    /// parent's would be shown.
    private static func names(ofParentsOf theme: Int, in input: ReviewInput) -> Set<LogicalName> {
        let parents = Set(input.themes[theme].chain.dropFirst().filter { !input.themes[$0].isDefault })
        guard !parents.isEmpty else { return [] }
        let variants = input.variants.lazy.filter { variant in
            variant.theme.map(parents.contains) == true && !input.sameAsDefault.contains(variant.file)
        }
        return Set(variants.map(\.name))
    }

    /// Returns the default of each themed file that has one of its scale.
    private static func defaults(in input: ReviewInput, except names: Set<LogicalName>) -> [Int: Int] {
        var defaults: [Int: Int] = [:]
        var last: ReviewInput.Variant?
        for variant in input.variants {
            if variant.theme == nil { last = variant }
            if variant.theme != nil, let last, last.name == variant.name, last.scale == variant.scale,
                !names.contains(variant.name)
            {
                defaults[variant.file] = last.file
            }
        }
        return defaults
    }
}

extension ImageWaste {
    fileprivate func items(of file: Int) -> [WasteItem] {
        let chunkLength = unreadChunks.reduce(0) { $0 + $1.byteCount }
        let items = [
            WasteItem(.unreadChunks, files: [file], byteCount: chunkLength, chunks: unreadChunks.map(\.name)),
            WasteItem(.opaqueAlpha, files: [file], byteCount: opaqueAlpha, isEstimate: isAlphaEstimate),
            WasteItem(.wideSamples, files: [file], byteCount: wideSamples, isEstimate: true),
        ]
        return items.filter { $0.byteCount > 0 }
    }
}
