import ThemeModel

/// The name of a folder of resources: `drawable-night-xhdpi`.
struct ResourceFolder {
    let type: String
    let isNight: Bool
    /// `nil` for densities that are no whole multiple of mdpi.
    let scale: Scale?
    /// 0 for mdpi, 1 for no density at all, which counts as mdpi.
    let rank: Int
    /// Qualifiers that themes do not have.
    let restrictions: [String]

    private static let densities = ["mdpi": 1, "xhdpi": 2, "xxhdpi": 3, "xxxhdpi": 4]
    private static let others: Set = ["ldpi", "hdpi", "tvdpi", "nodpi", "anydpi"]

    init(_ name: String) {
        let parts = name.split(separator: "-").map(String.init)
        type = parts.first ?? name
        let qualifiers = parts.dropFirst()
        isNight = qualifiers.contains("night")
        let density = qualifiers.first { Self.densities[$0] != nil }
        let other = qualifiers.first(where: Self.others.contains)
        scale = other == nil ? density.map { Scale(Self.densities[$0] ?? 1) } ?? .one : nil
        rank = density == nil ? 1 : 0
        restrictions = qualifiers.filter { $0 != "night" && $0 != "notnight" && Self.densities[$0] == nil }
    }

    /// Its restrictions, for messages.
    var words: String { restrictions.joined(separator: "-") }

    static func name(_ scale: Scale, isNight: Bool) -> String? {
        guard let density = densities.first(where: { $0.value == Int(scale.factor) })?.key else { return nil }
        return "drawable\(isNight ? "-night" : "")-\(density)"
    }
}
