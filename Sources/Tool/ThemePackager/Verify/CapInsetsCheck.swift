import PackFormat
import ThemeProject

/// Checks that the cap insets of a theme's settings fit their images.
struct CapInsetsCheck {
    let inspection: ProjectInspection

    private var survey: ProjectSurvey { inspection.survey }

    /// `CapInsets.common/button` belongs to the image `common/button`.
    private static let section = SettingPath(["CapInsets"])

    func findings() -> [Finding] {
        survey.themes.selected.flatMap { theme -> [Finding] in
            guard survey.themes.sources[theme].settings?[Self.section] != nil,
                let section = survey.themes.mergedSettings(of: theme)?.setting(at: Self.section)
            else { return [] }
            var findings: [Finding] = []
            visit(section, at: Self.section, of: theme, &findings)
            return findings
        }
    }

    /// Insets that the theme does not set at all are its parent's, as is the finding about them.
    private func visit(_ setting: MergedSetting, at path: SettingPath, of theme: Int, _ findings: inout [Finding]) {
        guard setting.layer == 0 else { return }
        let keys = path.keys.dropFirst()
        let insets = CapInsets(setting: ResolvedSetting(setting.value))
        // A name with a dot is below the name up to the dot: `button.9` and `button`.
        for member in setting.members where insets == nil || member.setting.isObject {
            visit(member.setting, at: path.appending(member.key), of: theme, &findings)
        }
        func image(_ keys: some Sequence<String>, joinedBy separator: String) -> (name: LogicalName, image: Image)? {
            guard let name = try? LogicalName(Array(keys).joined(separator: separator)) else { return nil }
            return self.image(name, of: theme).map { (name, $0) }
        }
        let report = { survey.themes.finding(.configInsets, at: path, of: theme, $0, hint: $1) }
        let named = image(keys, joinedBy: ".")
        let nested = named == nil && insets != nil ? image(keys, joinedBy: "/") : nil
        // The settings of other themes are compared with those of the default theme.
        let isChecked =
            insets != nil
            ? !setting.members.isEmpty
            : theme == survey.themes.defaultTheme
                && (setting.members.contains { !$0.setting.isObject }
                    || !setting.members.contains { image(keys + [$0.key], joinedBy: ".") != nil })
        guard isChecked, let found = named ?? nested,
            var finding = nested == nil
                ? Self.check(insets, found.name, found.image, report) : Self.nested(found.name, report)
        else { return }
        finding.related = Finding.Related(path: survey.images.path(found.image.number), message: "the image is here")
        findings.append(finding)
    }

    private typealias Image = (number: Int, scale: Scale, size: PixelSize)
    private typealias Report = (_ message: String, _ hint: String) -> Finding

    /// A look-up asks for the whole name as one key.
    private static func nested(_ name: LogicalName, _ report: Report) -> Finding {
        report(
            "is not read as insets of '\(name)', because the name is not one key",
            "write \"CapInsets\": {\"\(name)\": {...}}")
    }

    private static func check(_ insets: CapInsets?, _ name: LogicalName, _ image: Image, _ report: Report) -> Finding? {
        guard let insets else {
            return report(
                "is not an object of numbers with the keys top, left, bottom and right",
                "write {\"top\": 4, \"left\": 9}, for example: an app reads no other form")
        }
        let sides = [
            ("left", insets.left, "right", insets.right, "width", image.size.width),
            ("top", insets.top, "bottom", insets.bottom, "height", image.size.height),
        ]
        for (first, start, second, end, side, pixels) in sides {
            let length = Double(pixels) / Double(image.scale.factor)
            guard start < 0 || end < 0 || start + end > length else { continue }
            let negative = [(first, start), (second, end)].first { $0.1 < 0 }
            let words =
                negative.map { "\($0.0) \(text($0.1)) is negative" }
                ?? "\(first) \(text(start)) and \(second) \(text(end)) exceed the \(side) of '\(name)', "
                + "\(text(length)) points"
            var finding = report(words, "make them smaller, so that the middle is left to stretch")
            finding.expected = "0 to \(text(length)) together"
            finding.actual = text(start + end)
            return finding
        }
        return nil
    }

    /// Returns the default image, whose size in points a themed image has as well; without one the theme's own.
    private func image(_ name: LogicalName, of theme: Int) -> Image? {
        let images = survey.images
        let groups = images.groups(of: name)
        let numbers = groups.compactMap(images.defaultImage) + groups.compactMap { images.image(of: $0, for: theme) }
        return numbers.lazy.compactMap { number in
            inspection.images[number].facts.map { (number, images.files[number].variant.scale, $0.size) }
        }.first
    }

    private static func text(_ number: Double) -> String { CanonicalJSON.line(.number(number)) }
}
