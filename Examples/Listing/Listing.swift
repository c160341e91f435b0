import Foundation
import ThemeRuntime

/// All answers of one theme: the image for every name, with its origin, and the settings.
struct Listing {
    let library: ThemeLibrary
    let theme: Theme
    let scale: Scale

    /// - Parameters:
    ///   - packs: paths of the default theme's pack and of others, in any order.
    ///   - id: the theme to ask; `nil` means the default theme.
    init(mounting packs: [String], theme id: String? = nil, scale: Scale = .two) throws {
        var mounted = try packs.map { path throws(ThemeError) in try ThemePack(mounting: path) }
        guard let number = mounted.firstIndex(where: { $0.theme.id == .default }) else {
            throw ThemeError.defaultRequired(found: mounted.first?.theme.id)
        }
        library = try ThemeLibrary(default: mounted.remove(at: number))
        for pack in mounted { try library.add(pack) }
        let wanted = try id.map { try ThemeID($0) } ?? .default
        guard let theme = library.theme(wanted) else { throw ThemeError.notMounted(wanted) }
        self.theme = theme
        self.scale = scale
    }

    func text() throws -> String {
        let parts = [themes(), try images(), try settings(), explanation()]
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    // MARK: Parts

    private func themes() -> [String] {
        let snapshot = library.snapshot
        let rows = snapshot.ids.compactMap(snapshot.theme).map { theme in
            [
                theme.id == self.theme.id ? "> \(theme.id)" : "  \(theme.id)", "\(theme.version)", theme.name,
                theme.chain.map(\.string).joined(separator: " -> "),
            ]
        }
        return Table(["  THEME", "VERSION", "NAME", "CHAIN"], rows).lines
    }

    /// One row per image of the default theme, which has every name.
    private func images() throws -> [String] {
        let rows = try library.defaultTheme.pack.imageNames().compactMap { name -> [String]? in
            guard let image = try theme.image(ImageKey(name), scale: scale) else { return nil }
            let points = image.pointSize
            // The first call compares the image's SHA-256 with the index.
            let bytes = try image.bytes()
            return [
                image.name, "\(image.origin.theme)", "\(image.scale)", "\(image.pixelSize)",
                "\(plain(points.width))x\(plain(points.height))", "\(bytes.count)",
                image.digest.description.prefix(8) + "...",
            ]
        }
        return Table(["IMAGE AT \(scale)", "FROM", "SCALE", "PIXELS", "POINTS", "BYTES", "SHA-256"], rows).lines
    }

    private func settings() throws -> [String] {
        let button: SettingKey = "Button.ThemeMode_Button_NavBarRight.titleColor.UIControlStateHighlight"
        let values: [(SettingKey, String?)] = [
            ("Color.background", try theme.color("Color.background")?.description),
            ("Color.title", try theme.color("Color.title")?.description),
            (button, try theme.color(button)?.description),
            (
                "Font.title",
                try theme.font("Font.title").map { "\($0.name ?? "system font"), \(plain($0.size)) points" }
            ),
            ("Metrics.cornerRadius", try theme.number("Metrics.cornerRadius").map(plain)),
            ("Metrics.rowSize", try theme.size("Metrics.rowSize").map { "\(plain($0.width))x\(plain($0.height))" }),
            ("Metrics.showsBadge", try theme.boolean("Metrics.showsBadge").map { "\($0)" }),
            ("Links.helpURL", try theme.url("Links.helpURL")?.absoluteString),
            ("Images.header", try theme.image(forKey: "Images.header", at: scale)?.origin.entry),
            ("Color.notThere", try theme.color("Color.notThere")?.description),
        ]
        let rows = try values.map { key, value in
            [key.path, try theme.origin(of: key)?.theme.string ?? "-", value ?? "not set"]
        }
        return Table(["SETTING", "FROM", "VALUE"], rows).lines
    }

    private func explanation() -> [String] {
        let explanation = theme.explain("common/badge", scale: scale)
        return ["WHY \(explanation.name) AT \(explanation.scale)"] + explanation.steps.map { "  \($0)" }
    }

    /// Formats a number without `.0`.
    private func plain(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
