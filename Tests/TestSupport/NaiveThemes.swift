public import ThemeModel

/// A resolver written from the promises of the runtime, without a thought for speed: a judge for the real one.
public struct NaiveThemes: Sendable {
    public struct Theme: Sendable {
        public var extends: String?
        /// The pixel sizes by name and scale.
        public var images: [String: [Scale: PixelSize]] = [:]
        public var settings: SettingValue?
        public var hasOtherContract = false

        public init(extends: String? = nil) { self.extends = extends }
    }

    public var themes: [String: Theme]

    public init(_ themes: [String: Theme]) { self.themes = themes }

    public func chain(of theme: String, after earlier: [String] = []) -> [String] {
        let chain = earlier + [theme]
        if theme == "default" { return chain }
        let parent = themes[theme]?.extends ?? "default"
        if themes[parent] != nil, !chain.contains(parent) { return self.chain(of: parent, after: chain) }
        return themes["default"] == nil || chain.contains("default") ? chain : chain + ["default"]
    }

    // MARK: Images

    public func image(_ name: String, at scale: Scale, of theme: String) -> (theme: String, scale: Scale)? {
        for link in chain(of: theme) where has(name, link) && !(isOther(link) && disagrees(name, of: link)) {
            return Self.nearest(scale, in: themes[link]?.images[name] ?? [:]).map { (link, $0) }
        }
        return nil
    }

    public func has(_ name: String, _ theme: String) -> Bool { themes[theme]?.images[name]?.isEmpty == false }

    public func isOther(_ theme: String) -> Bool { themes[theme]?.hasOtherContract == true }

    /// Whether any scale of a theme's image has another size in points than the default's.
    public func disagrees(_ name: String, of theme: String) -> Bool {
        (themes[theme]?.images[name] ?? [:]).keys.contains { disagrees(name, at: $0, of: theme) }
    }

    public func disagrees(_ name: String, at scale: Scale, of theme: String) -> Bool {
        let defaults = themes["default"]?.images[name] ?? [:]
        guard let own = themes[theme]?.images[name]?[scale], let nearest = Self.nearest(scale, in: defaults),
            let size = defaults[nearest]
        else { return false }
        if nearest == scale { return own != size }
        func isFar(_ left: UInt32, _ right: UInt32) -> Bool {
            abs(Double(left) / Double(scale.factor) - Double(right) / Double(nearest.factor)) > 0.9999
        }
        return isFar(own.width, size.width) || isFar(own.height, size.height)
    }

    private static func nearest(_ scale: Scale, in images: [Scale: PixelSize]) -> Scale? {
        images.keys.filter { $0 >= scale }.min() ?? images.keys.max()
    }

    // MARK: Settings

    /// The settings of a chain, merged. Members that are not set are left out.
    public func settings(of theme: String) -> SettingValue? {
        chain(of: theme).reversed().reduce(nil) { far, link in
            Self.merged(themes[link]?.settings.map(Self.nested), far)
        }
    }

    /// Returns settings without dots in keys. The first value at a path counts, in the order of the keys.
    public static func nested(_ value: SettingValue) -> SettingValue {
        guard let members = value.object else { return value }
        return members.sorted { UTF8Order.precedes($0.key, $1.key) }.reduce(.object([:])) { whole, member in
            let keys = member.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            return joined(whole, keys.reversed().reduce(nested(member.value)) { .object([$1: $0]) })
        }
    }

    private static func joined(_ first: SettingValue, _ second: SettingValue) -> SettingValue {
        guard first.isSet else { return second }
        guard let own = first.object, let others = second.object else { return first }
        return .object(own.merging(others, uniquingKeysWith: joined))
    }

    private static func merged(_ near: SettingValue?, _ far: SettingValue?) -> SettingValue? {
        switch near {
        case nil, .null, .string(""): return far
        case .object(let members):
            let others = far?.object ?? [:]
            var result: [String: SettingValue] = [:]
            for key in Set(members.keys).union(others.keys) { result[key] = merged(members[key], others[key]) }
            return .object(result)
        default: return near
        }
    }

    public static func setting(at path: String, in settings: SettingValue?) -> SettingValue? {
        path.split(separator: ".").reduce(settings) { $0?.object?[String($1)] }
    }
}

extension NaiveThemes {
    public static let imageNames = ["a", "b", "c"]
    public static let scales = (1...4).compactMap { Scale($0) }
    private static let keys = ["a", "b", "a.b", "b.a.b"]

    /// Every path that random settings can have, and more.
    public static let paths: [String] = {
        let two = keys + keys.flatMap { first in keys.map { "\(first).\($0)" } }
        return Array(Set(two + two.flatMap { first in keys.map { "\(first).\($0)" } })).sorted()
    }()

    /// Themes that extend each other, themselves, the default theme or one that does not exist.
    public static func random(_ random: inout SeededRandom) -> NaiveThemes {
        let ids = (0..<6).map { "t\($0)" }
        var themes: [String: Theme] = [:]
        for id in ids {
            let parent = (ids + ["gone"]).randomElement(using: &random)
            var theme = Theme(extends: Bool.random(using: &random) ? parent : nil)
            theme.hasOtherContract = Bool.random(using: &random)
            themes[id] = theme
        }
        if Int.random(in: 0..<5, using: &random) > 0 { themes["default"] = Theme() }
        for id in themes.keys.sorted() {
            for name in imageNames where Bool.random(using: &random) {
                themes[id]?.images[name] = sizes(&random)
            }
            themes[id]?.settings = setting(depth: 0, &random)
        }
        // Without a default theme, nothing can be compared with it.
        if themes["default"] == nil { for id in ids { themes[id]?.hasOtherContract = false } }
        return NaiveThemes(themes)
    }

    /// Sizes of 8 x 4 points, some of them wrong by a few pixels.
    private static func sizes(_ random: inout SeededRandom) -> [Scale: PixelSize] {
        var sizes: [Scale: PixelSize] = [:]
        for scale in scales.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)) {
            let extra = Int.random(in: 0..<6, using: &random) == 0 ? UInt32.random(in: 0...4, using: &random) : 0
            let factor = UInt32(scale.factor)
            sizes[scale] = PixelSize(width: 8 * factor + extra, height: 4 * factor)
        }
        return sizes
    }

    public static func setting(depth: Int, _ random: inout SeededRandom) -> SettingValue {
        switch depth == 0 ? 9 : Int.random(in: depth..<10, using: &random) {
        case 1: return .null
        case 2: return .string("")
        case 3, 4: return .number(Double(Int.random(in: 0..<1000, using: &random)))
        case 5: return .list([.string("x")])
        default:
            guard depth < 3 else { return .string("v\(Int.random(in: 0..<1000, using: &random))") }
            var members: [String: SettingValue] = [:]
            for key in keys where Bool.random(using: &random) {
                members[key] = setting(depth: depth + 1, &random)
            }
            return .object(members)
        }
    }
}
