import ThemeProject

/// A `<vector>` translated to SVG.
/// https://developer.android.com/reference/android/graphics/drawable/VectorDrawable
struct VectorDrawable {
    private(set) var svg = ""
    /// The color or attribute that colors all of it: the image is its alpha alone. `nil` if it has its own colors.
    private(set) var tint: String?
    private(set) var notes: [ExchangeItem.Note] = []

    /// A tint with a value, in which all of it is drawn.
    private var tintColor: ThemeColor?
    private let values: AndroidColors
    private let isNight: Bool
    /// Gradients and clips, which are referred to by number.
    private var definitions: [String] = []

    init(_ root: XMLElement, _ values: AndroidColors, atNight isNight: Bool) throws(ExchangeItem.Note) {
        self.values = values
        self.isNight = isNight
        let colors = Self.colors(in: root)
        let attributes = Set(colors.filter { $0.hasPrefix("?") })
        if let tint = root.android("tint"), tint.hasPrefix("?") {
            self.tint = tint
        } else if root.android("tint") == nil, attributes.count == 1, attributes.count == Set(colors).count {
            tint = attributes.first
        }
        if let text = root.android("tint"), tint == nil {
            tintColor = try values.color(of: text, atNight: isNight)
        }
        try root.checkTintMode(isOpaque: tintColor.map { $0.alpha == 255 } ?? true)
        let size = try (length("width", of: root), length("height", of: root))
        let view = try (number("viewportWidth", of: root, or: size.0), number("viewportHeight", of: root, or: size.1))
        guard [size.0, size.1, view.0, view.1].allSatisfy({ (0.01...100_000).contains($0) }) else {
            throw .defect("its size is not a number of points")
        }
        let content = try children(of: root)
        let opacity = try number("alpha", of: root, or: 1)
        svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size.0)" height="\(size.1)" \
            viewBox="0 0 \(view.0) \(view.1)" preserveAspectRatio="none">\
            <defs>\(definitions.joined())</defs><g opacity="\(opacity)">\(content)</g></svg>
            """
        if root.android("autoMirrored") == "true" { notes.append(.left("its mirroring from right to left")) }
    }

    private static func colors(in element: XMLElement) -> [String] {
        let names = ["fillColor", "strokeColor", "color", "startColor", "centerColor", "endColor"]
        return names.compactMap(element.android) + element.children.flatMap(colors)
    }

    private mutating func children(of parent: XMLElement) throws(ExchangeItem.Note) -> String {
        var content = ""
        var clips = 0
        for child in parent.children {
            switch child.name {
            case "path": content += try path(child)
            case "group":
                content += "<g transform=\"\(try transform(child))\">\(try children(of: child))</g>"
            case "clip-path":
                let rule = child.android("fillType") == "evenOdd" ? "evenodd" : "nonzero"
                let clip = "<path d=\"\(try pathData(child))\" clip-rule=\"\(rule)\"/>"
                // A clip applies to the elements after it in its group.
                content += "<g clip-path=\"url(#\(define("clipPath", "", clip)))\">"
                clips += 1
            default: notes.append(.left("its element '\(child.name)'"))
            }
        }
        return content + String(repeating: "</g>", count: clips)
    }

    private mutating func define(_ element: String, _ attributes: String, _ content: String) -> String {
        let id = "d\(definitions.count)"
        definitions.append("<\(element) id=\"\(id)\"\(attributes)>\(content)</\(element)>")
        return id
    }

    private func transform(_ group: XMLElement) throws(ExchangeItem.Note) -> String {
        let x = try number("pivotX", of: group, or: 0)
        let y = try number("pivotY", of: group, or: 0)
        let move = try (number("translateX", of: group, or: 0), number("translateY", of: group, or: 0))
        let scale = try (number("scaleX", of: group, or: 1), number("scaleY", of: group, or: 1))
        let rotation = try number("rotation", of: group, or: 0)
        return "translate(\(move.0 + x) \(move.1 + y)) rotate(\(rotation)) scale(\(scale.0) \(scale.1)) "
            + "translate(\(-x) \(-y))"
    }

    // MARK: Paths

    private mutating func path(_ path: XMLElement) throws(ExchangeItem.Note) -> String {
        let trims = [("trimPathStart", 0.0), ("trimPathEnd", 1), ("trimPathOffset", 0)]
        for (name, standard) in trims where try number(name, of: path, or: standard) != standard {
            notes.append(.left("the trimming of its paths, which are drawn whole"))
        }
        var attributes = "d=\"\(try pathData(path))\""
        attributes += try paint("fill", path) + paint("stroke", path)
        if path.android("fillType") == "evenOdd" { attributes += " fill-rule=\"evenodd\"" }
        attributes += " stroke-width=\"\(try number("strokeWidth", of: path, or: 0))\""
        attributes += " stroke-miterlimit=\"\(try number("strokeMiterLimit", of: path, or: 4))\""
        for (name, key, known) in [
            ("strokeLineCap", "stroke-linecap", ["butt", "round", "square"]),
            ("strokeLineJoin", "stroke-linejoin", ["miter", "round", "bevel"]),
        ] {
            if let value = path.android(name), known.contains(value) { attributes += " \(key)=\"\(value)\"" }
        }
        return "<path \(attributes)/>"
    }

    /// The grammar is SVG's.
    private func pathData(_ path: XMLElement) throws(ExchangeItem.Note) -> String {
        let data = try values.text(path.android("pathData") ?? "")
        guard data.utf8.allSatisfy({ "MmZzLlHhVvCcSsQqTtAaEe0123456789+-., \t\r\n".utf8.contains($0) }) else {
            throw .defect("its path data are not those of a path (line \(path.line))")
        }
        return data
    }

    private mutating func paint(_ kind: String, _ path: XMLElement) throws(ExchangeItem.Note) -> String {
        // The name is a text, in which any prefix can stand for Android's namespace.
        let attribute = path.children.first { child in
            child.name == "aapt:attr" && child.attributes["name"]?.hasSuffix(":\(kind)Color") == true
        }
        let alpha = try number("\(kind)Alpha", of: path, or: 1)
        let text = path.android("\(kind)Color")
        let gradient = text.flatMap { values.gradient($0, atNight: isNight) }
        if let gradient = attribute?.children.first(where: { $0.name == "gradient" }) ?? gradient {
            return " \(kind)=\"url(#\(try self.gradient(gradient)))\" \(kind)-opacity=\"\(alpha)\""
        }
        guard attribute == nil else { throw .left("a \(kind) that is not a gradient") }
        guard let text else { return " \(kind)=\"none\"" }
        let color = try color(text)
        return " \(kind)=\"\(Self.web(color))\" \(kind)-opacity=\"\(Double(color.alpha) / 255 * alpha)\""
    }

    /// Returns the id of its definition.
    private mutating func gradient(_ gradient: XMLElement) throws(ExchangeItem.Note) -> String {
        var stops = ""
        let items = gradient.children.filter { $0.name == "item" }
        for item in items { stops += try stop(item.android("color") ?? "", at: number("offset", of: item, or: 0)) }
        if items.isEmpty {
            for (name, offset) in [("startColor", 0.0), ("centerColor", 0.5), ("endColor", 1)] {
                if let color = gradient.android(name) { stops += try stop(color, at: offset) }
            }
        }
        let modes = ["repeat": "repeat", "mirror": "reflect"]
        var attributes = " gradientUnits=\"userSpaceOnUse\""
        attributes += " spreadMethod=\"\(modes[gradient.android("tileMode") ?? ""] ?? "pad")\""
        func add(_ names: [(String, String)]) throws(ExchangeItem.Note) {
            for (key, name) in names { attributes += " \(key)=\"\(try number(name, of: gradient, or: 0))\"" }
        }
        switch gradient.android("type") ?? "linear" {
        case "linear":
            try add([("x1", "startX"), ("y1", "startY"), ("x2", "endX"), ("y2", "endY")])
            return define("linearGradient", attributes, stops)
        case "radial":
            try add([("cx", "centerX"), ("cy", "centerY"), ("r", "gradientRadius")])
            return define("radialGradient", attributes, stops)
        case let type: throw .left("a \(type.prefix(20)) gradient")
        }
    }

    private mutating func stop(_ text: String, at offset: Double) throws(ExchangeItem.Note) -> String {
        let color = try color(text)
        let opacity = Double(color.alpha) / 255
        return "<stop offset=\"\(offset)\" stop-color=\"\(Self.web(color))\" stop-opacity=\"\(opacity)\"/>"
    }

    // MARK: Values

    /// Returns a color; black with the color's alpha if the vector is a template.
    private mutating func color(_ text: String) throws(ExchangeItem.Note) -> ThemeColor {
        if tint != nil, text.hasPrefix("?") { return .black }
        let color = try values.color(of: text, atNight: isNight)
        if text.hasPrefix("?") { notes.append(.changed("\(text) taken as \(color), as the styles have it")) }
        guard let mask = tint == nil ? tintColor : .black else { return color }
        return mask.faded(Double(color.alpha) / 255)
    }

    private static func web(_ color: ThemeColor) -> String { "#\(color.description.dropFirst(3))" }

    private func number(_ name: String, of element: XMLElement, or standard: Double) throws(ExchangeItem.Note) -> Double
    {
        guard let text = try element.android(name).map(values.text) else { return standard }
        guard let number = Double(text), number.magnitude <= 1_000_000 else {
            throw .defect("'\(text.prefix(40))' is not a number (line \(element.line))")
        }
        return number
    }

    /// Returns a length in points.
    private func length(_ name: String, of element: XMLElement) throws(ExchangeItem.Note) -> Double {
        let text = try values.text(element.android(name) ?? "")
        let units = ["dp", "dip", "px"].lazy.filter(text.hasSuffix)
        guard let points = units.compactMap({ Double(text.dropLast($0.utf8.count)) }).first else {
            throw .defect("its \(name) '\(text.prefix(40))' is not a number of dp")
        }
        return points
    }
}

extension XMLElement {
    /// The value of an attribute in Android's namespace; `nil` for `@null` as well.
    func android(_ name: String) -> String? { attributes["android:\(name)"].flatMap { $0 == "@null" ? nil : $0 } }

    /// Throws why the element cannot be drawn in its tint. A template is the alpha of an image alone.
    ///
    /// - Parameter isOpaque: whether the tint is; then it replaces all colors in two modes.
    func checkTintMode(isOpaque: Bool = true) throws(ExchangeItem.Note) {
        guard android("tint") != nil, let mode = android("tintMode"), mode != "src_in" else { return }
        guard mode == "src_atop", isOpaque else { throw .left("its tint has the mode '\(mode.prefix(20))'") }
    }

    /// The states of an item of a selector: `pressed`, `disabled`, `selected_notFocused`; `normal` without any.
    var states: String {
        let names = attributes.filter { $0.key.hasPrefix("android:state_") }.map { key, value in
            let name = String(key.dropFirst(14))
            guard value == "false" else { return name }
            return name == "enabled" ? "disabled" : "not" + name.firstUppercased
        }
        return names.isEmpty ? "normal" : names.sorted().joined(separator: "_")
    }
}
