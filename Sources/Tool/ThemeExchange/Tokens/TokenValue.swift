import ThemeModel

/// The settings that a token becomes: one, or several for a composite.
struct TokenValue {
    private(set) var settings: [(keys: [String], value: ThemeContents.Value)] = []
    private(set) var notes: [ExchangeItem.Note] = []

    init(_ value: SettingValue, type: String?) { add(value, type, at: []) }

    private mutating func add(_ value: SettingValue, _ type: String?, at keys: [String]) {
        let type = type ?? Self.type(of: value["$value"] ?? value, at: keys.last)
        if type != "color", let plain = value["$value"] {
            notes.append(.left("the alpha beside its value, which is not a color"))
            return add(plain, type, at: keys)
        }
        switch type {
        case "color": addColor(value, keys)
        case "dimension" where !isFormula(value): addMeasure(value, keys, units: Self.lengths, from: "rem")
        case "duration": addMeasure(value, keys, units: ["ms": 1, "s": 1000], from: "s")
        // Types of Tokens Studio, whose values can be texts as well.
        case "spacing", "sizing", "borderRadius", "borderWidth", "fontSizes", "letterSpacing", "paragraphSpacing",
            "dimension":
            if isFormula(value) { return notes.append(TokenTree.computed(value.string ?? "")) }
            addLooseMeasure(value, keys)
        case "fontWeights", "fontWeight": addWeight(value, keys, isLoose: type == "fontWeights")
        case "cubicBezier", "fontFamily", "fontFamilies", "string", "text", "content": addPlain(value, keys)
        case "shadow", "boxShadow", "border", "typography", "transition", "gradient", "strokeStyle":
            addParts(value, keys)
        default: if value.object != nil { addParts(value, keys) } else { addLooseMeasure(value, keys) }
        }
    }

    private func isFormula(_ value: SettingValue) -> Bool {
        guard let text = value.string else { return false }
        return text.contains { "*/(".contains($0) } || text.contains(" + ") || text.contains(" - ")
    }

    /// Parts of composites have no types of their own.
    private static func type(of value: SettingValue, at key: String?) -> String? {
        if value["colorSpace"] != nil { return "color" }
        if let unit = value["unit"]?.string { return ["ms", "s"].contains(unit) ? "duration" : "dimension" }
        if let text = value.string {
            if text.hasPrefix("#") || CSSColor.isFunction(text) { return "color" }
            if key == "fontWeight" { return "fontWeights" }
        }
        return nil
    }

    private static let lengths: [String: Double] = ["px": 1, "rem": 16]

    /// Adds a number of points, or the text as it is: `4`, `4px` and `12%`.
    private mutating func addLooseMeasure(_ value: SettingValue, _ keys: [String]) {
        let text = value.string ?? ""
        let hasUnit =
            value["unit"] != nil
            || Self.lengths.keys.contains { text.hasSuffix($0) && Double(text.dropLast($0.utf8.count)) != nil }
        if hasUnit {
            addMeasure(value, keys, units: Self.lengths, from: "rem")
        } else if let number = Double(text), number.isFinite,
            text.utf8.allSatisfy({ "0123456789.-+".utf8.contains($0) })
        {
            settings.append((keys, .other(.number(number))))
        } else {
            addPlain(value, keys)
        }
    }

    private mutating func addColor(_ value: SettingValue, _ keys: [String]) {
        do {
            let (color, changes) = try TokenColor.read(value)
            settings.append((keys, .color(color)))
            for change in changes { notes.append(.changed(change)) }
        } catch {
            notes.append(error)
        }
    }

    private mutating func addMeasure(
        _ value: SettingValue, _ keys: [String], units: [String: Double], from unit: String
    ) {
        var number = value["value"]?.double
        var name = value["unit"]?.string
        // Older exporters write "16px", 16 and "0".
        if let text = value.string {
            name = units.keys.filter(text.hasSuffix).max { $0.utf8.count < $1.utf8.count }
            let digits = text.dropLast(name?.utf8.count ?? 0)
            number = digits.allSatisfy { "0123456789.-".contains($0) } ? Double(digits) : nil
            if name == nil { name = units.first { $0.value == 1 }?.key }
        } else if let plain = value.double {
            number = plain
            name = units.first { $0.value == 1 }?.key
        }
        guard let number, let name, let factor = units[name], (number * factor).isFinite else {
            let names = units.keys.sorted().joined(separator: " or ")
            let words = "\(value.summary) is not a measure in \(names)"
            let hasOtherUnit = value.string?.utf8.first.map { $0.isASCIIDigit || "+-.".utf8.contains($0) } ?? false
            return notes.append(hasOtherUnit ? .left(words) : .defect(words))
        }
        settings.append((keys, .other(.number(number * factor))))
        if name == unit { notes.append(.changed("1\(unit) taken as \(Int(units[unit] ?? 1))")) }
    }

    /// - Parameter isLoose: whether an unknown name is taken as it is.
    private mutating func addWeight(_ value: SettingValue, _ keys: [String], isLoose: Bool) {
        guard let text = value.string else { return addPlain(value, keys) }
        // Names of fonts and of CSS: Semi Bold, semi-bold, Bold Italic.
        let name = text.lowercased().filter { !" -_".contains($0) }
        let style = ["italic", "oblique"].first(where: name.hasSuffix) ?? ""
        let plain = String(name.dropLast(style.utf8.count))
        guard let weight = Self.weights[plain.isEmpty ? "normal" : plain] ?? Int(plain).map(Double.init) else {
            return isLoose ? addPlain(value, keys) : notes.append(.defect("'\(text.prefix(40))' is not a font weight"))
        }
        settings.append((keys, .other(.number(weight))))
        if !style.isEmpty { notes.append(.left("the style '\(style)' beside its font weight")) }
    }

    private static let weights: [String: Double] = [
        "thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300, "normal": 400,
        "regular": 400, "book": 400, "medium": 500, "semibold": 600, "demibold": 600, "bold": 700,
        "extrabold": 800, "ultrabold": 800, "black": 900, "heavy": 900, "extrablack": 950, "ultrablack": 950,
    ]

    private mutating func addParts(_ value: SettingValue, _ keys: [String]) {
        switch value {
        case .object(let members):
            var members = members
            if let color = members["color"], let alpha = members.removeValue(forKey: "alpha") {
                members["color"] = .members(["$value": color, "alpha": alpha])
            }
            for (key, member) in members.sorted(by: { $0.key < $1.key }) { add(member, nil, at: keys + [key]) }
        case .list(let items):
            for (index, item) in items.enumerated() { add(item, nil, at: keys + [String(index)]) }
        default: addPlain(value, keys)
        }
    }

    private mutating func addPlain(_ value: SettingValue, _ keys: [String]) {
        guard value.isSet else { return notes.append(.left("it has no value")) }
        settings.append((keys, .other(value)))
    }
}

/// The value of a color token: an object with a color space, or a text of CSS as older exporters write it.
enum TokenColor {
    static func read(_ value: SettingValue) throws(ExchangeItem.Note) -> (ThemeColor, changes: [String]) {
        if let opaque = value["$value"] {
            let (color, changes) = try read(opaque)
            guard let alpha = opacity(of: value) else { throw .left("its alpha is not a number from 0 to 1") }
            return (color.with(alpha: alpha), changes)
        }
        if let text = value.string {
            guard text != "transparent" else { return (ThemeColor(red: 0, green: 0, blue: 0, alpha: 0), []) }
            if let color = try? ThemeColor(text, order: .rgba) { return (color, []) }
            if let color = CSSColor.read(text) { return color.converted }
            throw CSSColor.isUnread(text)
                ? .left("'\(text.prefix(40))' is a color of CSS that is not converted")
                : .defect("'\(text.prefix(40))' is not a color")
        }
        guard let name = value["colorSpace"]?.string, case .list(let items)? = value["components"], items.count == 3
        else { throw .defect("its color has no colorSpace or not three components") }
        var components: [Double] = []
        for item in items {
            guard let number = item.string == "none" ? 0 : item.double, number.magnitude <= 1000 else {
                throw .defect("a component of its color is \(item.summary), not a number")
            }
            components.append(number)
        }
        guard let alpha = opacity(of: value) else { throw .defect("its alpha is not a number from 0 to 1") }
        guard let channels = SourceColor.channels(components, in: name) else { return try fallback(value, name, alpha) }
        return SourceColor(space: name, channels: channels, alpha: alpha).converted
    }

    /// Returns a value's alpha from 0 to 1, which can be a text or a percentage; `nil` for another text.
    private static func opacity(of value: SettingValue) -> Double? {
        guard let alpha = value["alpha"] else { return 1 }
        let text = alpha.string ?? ""
        let percent = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
        guard let opacity = alpha.double ?? percent, (0...1).contains(opacity) else { return nil }
        return opacity
    }

    /// The token's own color in sRGB, if its space is not converted.
    private static func fallback(
        _ value: SettingValue, _ space: String, _ alpha: Double
    ) throws(ExchangeItem.Note) -> (ThemeColor, changes: [String]) {
        guard let hex = value["hex"]?.string, hex.utf8.count == 7, let color = try? ThemeColor(hex) else {
            throw .left("the color space '\(space)' is not converted, and it has no \"hex\"")
        }
        return (color.with(alpha: alpha), ["\(space) taken from its \"hex\""])
    }
}

extension ThemeColor {
    /// The color with another alpha, from 0 to 1.
    fileprivate func with(alpha: Double) -> ThemeColor {
        ThemeColor(red: red, green: green, blue: blue, alpha: UInt8((alpha * 255).rounded()))
    }
}
