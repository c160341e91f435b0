import ThemeProject

/// A folder of an asset catalog that is one asset: `close.imageset`.
struct CatalogSet: Hashable {
    struct Kind: Hashable {
        static let image = Kind("imageset", "image set")
        static let color = Kind("colorset", "color set")

        /// The extension of its folder.
        let suffix: String
        /// In words: `image set`.
        let words: String
        /// The reason why it is not taken; `nil` for images and colors.
        let obstacle: String?

        private init(_ suffix: String, _ words: String? = nil, _ obstacle: String? = nil) {
            self.suffix = suffix
            self.words = words ?? suffix
            self.obstacle = obstacle
        }

        /// By the extensions of folders.
        static let all = Dictionary(
            ([image, color] + special + others.map { Kind($0, nil, "a theme has images and settings only") })
                .map { ($0.suffix, $0) }
        ) { first, _ in first }

        private static let special = [
            Kind("symbolset", "symbol set", "a symbol is a font glyph with weights; export it as SVG and import that"),
            Kind("dataset", "data set", "list the file under \"resources\" in theme.json"),
            Kind("appiconset", "app icon", ofSystem), Kind("iconset", "icon set", ofSystem),
            Kind("launchimage", "launch image", ofSystem), Kind("icon", nil, ofSystem),
        ]

        private static let ofSystem = "the system needs it in the app itself"

        private static let others = [
            "brandassets", "imagestack", "imagestacklayer", "complicationset", "cubetextureset", "textureset",
            "mipmapset", "arresourcegroup", "arreferenceimage", "arobject", "sticker", "stickerpack",
            "stickersequence", "gcdashboardimage", "gcleaderboard", "gcleaderboardset", "solidimagestack",
        ]
    }

    let kind: Kind
    /// With the namespaces of its folders.
    let name: String
    let path: String
    /// Whether its catalog belongs to an extension of the app.
    let isOfExtension: Bool

    /// The path of its catalog.
    var catalog: String {
        let end = path.ranges(of: ".xcassets/").last?.upperBound ?? path.endIndex
        return String(String(path[..<end]).withoutLastSlash)
    }

    /// Whether the folder of another set has the same JSON and the same other files.
    func isCopy(of other: CatalogSet, _ limits: ProjectLimits) -> Bool {
        guard let names = fileNames, names == other.fileNames else { return false }
        return names.allSatisfy { name in
            let own = "\(path)/\(name)"
            let another = "\(other.path)/\(name)"
            if name == "Contents.json" {
                return (try? SourceFile(own, limits).value) == (try? SourceFile(another, limits).value)
            }
            return DiskFileSystem().haveSameBytes(own, another, limit: limits.imageBytes)
        }
    }

    /// `nil` if there are other things than files.
    private var fileNames: [String]? {
        guard let entries = try? DiskFileSystem().entries(of: path), entries.allSatisfy({ $0.kind == .file }) else {
            return nil
        }
        return entries.map { String(repairing: $0.name) }.filter { !$0.hasPrefix(".") }.sorted()
    }
}

/// The members of a `Contents.json` beside its list, such as the rendering intent.
struct CatalogProperties {
    /// `template` or `original`.
    private(set) var renderingIntent: String?
    private(set) var notes: [ExchangeItem.Note] = []

    /// - Parameter list: the member that the caller reads, `images` or `colors`; `nil` for a folder.
    init(of file: SettingValue, list: String?) {
        if let problem = Self.problem(in: file, list: list) { notes.append(.defect(problem)) }
        let properties = file["properties"] ?? .null
        var known: Set = ["preserves-vector-representation"]
        if list == "images" {
            known.insert("template-rendering-intent")
            let intent = properties["template-rendering-intent"]?.string ?? "automatic"
            if ["template", "original"].contains(intent) {
                renderingIntent = intent
            } else if intent != "automatic" {
                notes.append(.defect("the rendering intent '\(intent)' is unknown"))
            }
        } else if list == nil {
            known.insert("provides-namespace")
        }
        if properties["preserves-vector-representation"]?.flag == true {
            notes.append(.changed("its vectors are not preserved"))
        }
        let others = file.members(otherThan: ["info", "properties", list ?? "info"])
        notes += (properties.members(otherThan: known) + others).map { .left("the property \($0)") }
    }

    /// Returns what is wrong with the form of the file; `nil` if its list has only objects.
    private static func problem(in file: SettingValue, list: String?) -> String? {
        guard file.object != nil else { return "Contents.json is \(file.summary), not an object" }
        guard let list, let value = file[list] else { return nil }
        guard case .list(let items) = value else { return "'\(list)' is \(value.summary), not a list" }
        let others = items.filter { $0.object == nil }
        guard let first = others.first else { return nil }
        return "\(others.count) of \(items.count) in '\(list)' are not objects, such as \(first.summary)"
    }
}

/// An appearance for which a set of a catalog has its own images or colors.
///
/// In the order in which Xcode writes slots: fewer conditions come first.
enum CatalogAppearance: String, OrderedCases {
    case light
    case dark
    case highContrast = "high-contrast"
    case lightHighContrast = "light-high-contrast"
    case darkHighContrast = "dark-high-contrast"

    private var conditions: [(appearance: String, value: String)] {
        let luminosities = ["light", "dark"].filter(rawValue.hasPrefix).map { ("luminosity", $0) }
        return luminosities + (rawValue.hasSuffix("high-contrast") ? [("contrast", "high")] : [])
    }

    /// Whether the conditions of another appearance hold as well.
    func includes(_ other: CatalogAppearance) -> Bool {
        other.conditions.allSatisfy { condition in conditions.contains { $0 == condition } }
    }

    /// The value of `appearances` in a slot.
    var value: SettingValue {
        .list(conditions.map { .object(["appearance": .string($0.appearance), "value": .string($0.value)]) })
    }
}

/// The value of `resizing`: margins in pixels that are not stretched.
struct CatalogSlicing {
    /// In points.
    let insets: CapInsets
    /// Descriptions of the parts that stretch in another way than in Xcode.
    let changes: [String]
    private let scale: Scale

    init(_ value: SettingValue, scale: Scale) throws(ExchangeItem.Note) {
        guard let mode = value["mode"]?.string, ["9-part", "3-part-horizontal", "3-part-vertical"].contains(mode) else {
            throw .defect("its resizing mode is not 9-part or 3-part")
        }
        func points(_ edge: String) throws(ExchangeItem.Note) -> Double {
            let inset = value["cap-insets"]?[edge] ?? .number(0)
            guard let pixels = inset.double, (0...1_000_000).contains(pixels) else {
                throw .defect("its cap inset '\(edge)' is not a number of pixels")
            }
            return pixels / Double(scale.factor)
        }
        insets = try CapInsets(
            top: points("top"), left: points("left"), bottom: points("bottom"), right: points("right"))
        var changes: [String] = []
        let center = value["center"]
        if mode != "9-part" { changes.append("its \(mode) slices become nine-part ones") }
        if center?["mode"]?.string == "tile" {
            changes.append("its center is stretched, not tiled")
        } else if ["width", "height"].contains(where: { (center?[$0]?.double ?? 1) > 1 }) {
            changes.append("all between its cap insets is stretched, not only its center")
        }
        self.changes = changes
        self.scale = scale
    }

    /// Whether the difference is less than a pixel. Scales are rounded one by one.
    func agrees(with other: CapInsets) -> Bool {
        zip(insets.edges, other.edges).allSatisfy { abs($0 - $1) * Double(scale.factor) < 1 }
    }
}
