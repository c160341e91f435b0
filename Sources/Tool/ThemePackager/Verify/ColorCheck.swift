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
    /// Whether colors can have been written in the other order, because the theme says nothing about it.
    let isOrderOpen: Bool

    package init(
        order: ThemeColor.Order, defaultOrder: ThemeColor.Order, defaultTypes: [SettingPath: SettingType],
        isOrderOpen: Bool = false
    ) {
        self.isOrderOpen = isOrderOpen
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
        var found = Found()
        visit(settings, defaults, at: path, isListItem: false, &found)
        return found.allProblems
    }

    private struct Found {
        var problems: [Problem] = []
        /// The colors that make sense only with alpha last, though alpha is read first. `isLikely` says whether one
        /// shows that by itself.
        var reversed: [(problem: Problem, isLikely: Bool, hasUsualAlpha: Bool)] = []
        /// How many colors make sense only with alpha first.
        var orderedCount = 0

        /// With problems about the order: one of the theme, if most colors are reversed, else one of each likely color.
        var allProblems: [Problem] {
            let paths = Set(problems.map(\.path))
            guard reversed.count > max(1, orderedCount) else {
                let others = reversed.filter { color in
                    color.isLikely && (orderedCount == 0 || !color.hasUsualAlpha)
                        && !paths.contains(color.problem.path)
                }
                return problems + others.map(\.problem)
            }
            let reversedPaths = Set(reversed.map(\.problem.path))
            let others = problems.filter { !reversedPaths.contains($0.path) }
            guard let first = reversed.map(\.problem).min(by: { $0.path.description < $1.path.description }) else {
                return others
            }
            let rest = (reversed.count - 1).counting("other color")
            return others + [
                Problem(
                    path: first.path, text: first.text,
                    message: "'\(first.text)' and \(rest) make sense only with alpha last, but alpha is read first",
                    hint:
                        "set \"colorOrder\" in theme.json: \"rgba\" if alpha is last, as Figma and CSS write it, "
                        + "\"argb\" if these colors are meant", isWarning: true)
            ]
        }
    }

    /// Notes which order of alpha the digits of a color suggest.
    private func addOrder(
        of text: String, _ color: ThemeColor, _ usual: ThemeColor?, at path: SettingPath, _ found: inout Found
    ) {
        guard isOrderOpen, let digits = ColorDigits(text), let implied = digits.impliedOrder else { return }
        guard implied != order else {
            found.orderedCount += 1
            return
        }
        let opacity = (Int(color.alpha) * 100 + 127) / 255
        let problem = Problem(
            path: path, text: text,
            message:
                "'\(text)' is read with alpha first: its opacity is \(opacity) %, with alpha last it would be 100 %",
            hint:
                "write '\(digits.reordered(to: order))', or set \"colorOrder\" in theme.json: \"rgba\" if alpha is "
                + "last everywhere, \"argb\" if this color is meant", isWarning: true)
        let isOpaque = (try? ThemeColor(text, order: implied))?.alpha == 255
        let hasUsualAlpha = (0...20).contains { UInt8((Double($0) * 12.75).rounded()) == color.alpha }
        found.reversed.append((problem, isOpaque && usual.map { $0.alpha == 255 } ?? true, hasUsualAlpha))
    }

    private func visit(
        _ value: SettingValue, _ defaultValue: SettingValue?, at path: SettingPath, isListItem: Bool,
        _ found: inout Found
    ) {
        switch value {
        case .object(let members):
            for (key, member) in members {
                visit(member, defaultValue?.object?[key], at: path.appending(key), isListItem: isListItem, &found)
            }
        case .list(let items):
            var defaultItems: [SettingValue] = []
            if case .list(let items)? = defaultValue { defaultItems = items }
            for (number, item) in items.enumerated() {
                let defaultValue = defaultItems.isEmpty ? nil : defaultItems[min(number, defaultItems.count - 1)]
                visit(item, defaultValue, at: path.appending(String(number)), isListItem: true, &found)
            }
        case .string(let text) where value.isSet:
            // An alias that was not resolved has a finding of its own.
            guard SettingAlias(text) == nil else { return }
            check(text, value, defaultValue?.string, at: path, isListItem: isListItem, &found)
        case .number(let number) where (defaultTypes[path] ?? .number) == .number: check(number, at: path, &found)
        default: return
        }
    }

    /// Reports a number of six or eight digits under the key of a color: somebody forgot the quotation marks.
    private func check(_ number: Double, at path: SettingPath, _ found: inout Found) {
        guard SettingType(of: .string("x"), at: path) == .color, let integer = Int(exactly: number),
            case let text = String(integer), [6, 8].contains(text.utf8.count), ColorDigits(text) != nil
        else { return }
        found.problems.append(
            Problem(
                path: path, text: text, message: "is the number \(text), under the key of a color",
                hint: "write it in quotation marks: \"\(text)\"", isWarning: true))
    }

    private func check(
        _ text: String, _ value: SettingValue, _ defaultValue: String?, at path: SettingPath, isListItem: Bool,
        _ found: inout Found
    ) {
        // A list can contain texts that begin like a color: "#1 of 3". Only its key decides.
        let own = isListItem ? SettingType(of: .string("x"), at: path) : SettingType(of: value, at: path)
        let isNamed = (defaultTypes[path] ?? own) == .color
        guard isNamed || isMeantAsColor(text, defaultValue) else { return }
        guard let color = try? ThemeColor(text, order: order) else {
            let reason = isNamed ? "" : ", but the default theme's '\(defaultValue ?? "")' is"
            found.problems.append(
                Problem(
                    path: path, text: text, message: "'\(text)' is not a color\(reason)",
                    hint: "expected: \(InvalidColor.expected)"))
            return
        }
        let usual = defaultValue.flatMap { try? ThemeColor($0, order: defaultOrder) }
        addOrder(of: text, color, usual, at: path, &found)
        if text == "00" || text == "#00" {
            found.problems.append(
                Problem(
                    path: path, text: text, message: "'\(text)' is read as transparent",
                    hint: "write 00000000 if that is meant", isWarning: true))
        } else if let digits = ColorDigits(text), digits.hasAlpha, !digits.isZero, color.alpha == 0,
            let usual, usual.alpha > 0,
            usual.alpha == 255 || isTranslucent(text, order == .argb ? .rgba : .argb)
        {
            let other = order == .argb ? "comes last, set" : "comes first, remove"
            found.problems.append(
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
