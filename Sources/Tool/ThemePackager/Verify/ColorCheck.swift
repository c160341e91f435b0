import ThemeProject

/// Checks the colors of a theme's settings, also in lists.
///
/// A string is a color by its key, by the default theme's type, or because the default theme's value is clearly one.
package struct ColorCheck {
    /// A value that is not a color, or that may not be the color that was meant.
    package struct Problem {
        package let path: SettingPath
        let text: String
        package let message: String
        let hint: String
        package fileprivate(set) var isWarning = false
    }

    let order: ThemeColor.Order
    let defaultOrder: ThemeColor.Order
    let defaultTypes: [SettingPath: SettingType]

    package init(order: ThemeColor.Order, defaultOrder: ThemeColor.Order, defaultTypes: [SettingPath: SettingType]) {
        self.order = order
        self.defaultOrder = defaultOrder
        self.defaultTypes = defaultTypes
    }

    /// - Parameters:
    ///   - defaults: `nil` if there are none, or if they are the settings to check.
    ///   - path: of both, if they are not whole files.
    package func problems(
        in settings: SettingValue, _ defaults: SettingValue?, at path: SettingPath = .root
    ) -> [Problem] {
        var problems: [Problem] = []
        visit(settings, defaults, at: path, isListItem: false, &problems)
        return problems
    }

    private func visit(
        _ value: SettingValue, _ defaultValue: SettingValue?, at path: SettingPath, isListItem: Bool,
        _ problems: inout [Problem]
    ) {
        switch value {
        case .object(let members):
            for (key, member) in members {
                visit(member, defaultValue?.object?[key], at: path.appending(key), isListItem: isListItem, &problems)
            }
        case .list(let items):
            var defaultItems: [SettingValue] = []
            if case .list(let items)? = defaultValue { defaultItems = items }
            for (number, item) in items.enumerated() {
                let defaultValue = defaultItems.isEmpty ? nil : defaultItems[min(number, defaultItems.count - 1)]
                visit(item, defaultValue, at: path.appending(String(number)), isListItem: true, &problems)
            }
        case .string(let text) where value.isSet:
            // An alias that was not resolved has a finding of its own.
            guard SettingAlias(text) == nil else { return }
            check(text, value, defaultValue?.string, at: path, isListItem: isListItem, &problems)
        case .number(let number) where (defaultTypes[path] ?? .number) == .number: check(number, at: path, &problems)
        default: return
        }
    }

    /// Reports a number of six or eight digits under the key of a color: somebody forgot the quotation marks.
    private func check(_ number: Double, at path: SettingPath, _ problems: inout [Problem]) {
        guard SettingType(of: .string("x"), at: path) == .color, let integer = Int(exactly: number),
            case let text = String(integer), [6, 8].contains(text.utf8.count), ColorDigits(text) != nil
        else { return }
        problems.append(
            Problem(
                path: path, text: text, message: "is the number \(text), under the key of a color",
                hint: "write it in quotation marks: \"\(text)\"", isWarning: true))
    }

    private func check(
        _ text: String, _ value: SettingValue, _ defaultValue: String?, at path: SettingPath, isListItem: Bool,
        _ problems: inout [Problem]
    ) {
        // A list can contain texts that begin like a color: "#1 of 3". Only its key decides.
        let own = isListItem ? SettingType(of: .string("x"), at: path) : SettingType(of: value, at: path)
        let isNamed = (defaultTypes[path] ?? own) == .color
        guard isNamed || isMeantAsColor(text, defaultValue) else { return }
        guard let color = try? ThemeColor(text, order: order) else {
            let reason = isNamed ? "" : ", but the default theme's '\(defaultValue ?? "")' is"
            problems.append(
                Problem(
                    path: path, text: text, message: "'\(text)' is not a color\(reason)",
                    hint: "expected: \(InvalidColor.expected)"))
            return
        }
        if text == "00" || text == "#00" {
            problems.append(
                Problem(
                    path: path, text: text, message: "'\(text)' is read as transparent",
                    hint: "write 00000000 if that is meant", isWarning: true))
        } else if let digits = ColorDigits(text), digits.hasAlpha, !digits.isZero, color.alpha == 0,
            let usual = defaultValue.flatMap({ try? ThemeColor($0, order: defaultOrder) }), usual.alpha > 0,
            usual.alpha == 255 || isTranslucent(text, order == .argb ? .rgba : .argb)
        {
            let other = order == .argb ? "comes last, set" : "comes first, remove"
            problems.append(
                Problem(
                    path: path, text: text,
                    message: "'\(text)' is transparent, the default theme's color is "
                        + (usual.alpha == 255 ? "opaque" : "not"),
                    hint:
                        "if alpha \(other) \"colorOrder\": \"rgba\" in theme.json; write 00000000 if that is meant",
                    isWarning: true))
        }
    }

    private func isTranslucent(_ text: String, _ order: ThemeColor.Order) -> Bool {
        (try? ThemeColor(text, order: order)).map { (1..<255).contains($0.alpha) } ?? false
    }

    /// Whether a text stands where the default theme has a color under a key that does not say so. Decimal digits alone
    /// can be another number, so then the text has to look like a color as well.
    private func isMeantAsColor(_ text: String, _ defaultValue: String?) -> Bool {
        guard let defaultValue, defaultValue.utf8.count >= 6, let digits = ColorDigits(defaultValue) else {
            return false
        }
        return digits.isUnmistakable || ColorDigits.isHexadecimal(text) && ColorDigits.hasLetter(text)
    }
}
