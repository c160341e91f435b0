import ThemeModel

/// Places the elements of a screen from top to bottom; the tab bar is at the bottom.
struct ScreenLayout {
    static let width = 390
    private static let heightWithTabBar = 600
    private static let margin = 16
    private static let spacing = 16
    /// Larger images are scaled down.
    private static let iconMax = 32

    private let theme: ScreenTheme
    private var shapes: [ScreenShape] = []
    private var y = 0

    /// Returns the shapes in the order of drawing, and the height of the screen in points.
    static func shapes(of screen: SampleScreen, in theme: ScreenTheme) -> (shapes: [ScreenShape], height: Int) {
        var layout = ScreenLayout(theme: theme)
        let tabBars = screen.elements.filter { $0.kind == .tabBar }
        for element in screen.elements {
            switch element.kind {
            case .navigationBar: layout.addNavigationBar(element.part)
            case .tabBar: break
            case .button: layout.addButton(element.part)
            case .list: layout.addList(element.part)
            case .badge: layout.addBadge(element.part)
            case .text: layout.addText(element.part)
            case .image: layout.addImage(element.part)
            }
        }
        // A tab bar is at the bottom of a screen of usual height.
        let heightMin = tabBars.isEmpty ? 240 : heightWithTabBar - tabBars.count * tabBarHeight
        layout.y = max(layout.y + spacing, heightMin)
        for bar in tabBars { layout.addTabBar(bar.part) }
        var ground = ScreenLayout(theme: theme)
        ground.addBackground(screen.background, ScreenFrame(x: 0, y: 0, width: width, height: layout.y))
        return (ground.shapes + layout.shapes, layout.y)
    }

    // MARK: bars

    private static let navigationBarHeight = 52
    private static let tabBarHeight = 64

    private mutating func addNavigationBar(_ bar: SamplePart) {
        let frame = ScreenFrame(x: 0, y: y, width: Self.width, height: Self.navigationBarHeight)
        addBackground(bar["background"], frame)
        var start = Self.margin
        for part in bar.parts["left"] ?? [] {
            let width = width(of: part)
            add(part, in: ScreenFrame(x: start, y: y, width: width, height: frame.height), .start)
            start += width + Self.spacing
        }
        var end = Self.width - Self.margin
        for part in (bar.parts["right"] ?? []).reversed() {
            let width = width(of: part)
            end -= width
            add(part, in: ScreenFrame(x: end, y: y, width: width, height: frame.height), .end)
            end -= Self.spacing
        }
        if let title = bar["title"] {
            // The title stays in the middle, so the wider side decides its width.
            let side = max(start, Self.width - end)
            let middle = ScreenFrame(x: side, y: y, width: max(0, Self.width - 2 * side), height: frame.height)
            add(title, in: middle, .middle, weight: 600)
        }
        y += frame.height
    }

    private mutating func addTabBar(_ bar: SamplePart) {
        let frame = ScreenFrame(x: 0, y: y, width: Self.width, height: Self.tabBarHeight)
        addBackground(bar["background"], frame)
        let items = bar.parts["items"] ?? []
        let width = Self.width / max(1, items.count)
        for (index, item) in items.enumerated() {
            // An app shows one tab as selected.
            let part = (index == 0 ? item.inState("selected") : nil) ?? item
            let x = index * width
            let hasText = part.text != nil
            addIcon(part, in: ScreenFrame(x: x, y: y, width: width, height: hasText ? 42 : frame.height))
            let label = ScreenFrame(x: x, y: y + 40, width: width, height: 16)
            if hasText || part.image == nil { addString(part, in: label, .middle, size: 11, weight: 500) }
        }
        y += frame.height
    }

    // MARK: controls

    private mutating func addButton(_ button: SamplePart) {
        var x = Self.margin
        let all =
            [("normal", button)]
            + SamplePart.states.compactMap { state in button.inState(state).map { (state, $0) } }
        y += Self.spacing
        var rowHeight = 0
        for (label, part) in all {
            let image = part.image.flatMap(theme.image)
            let text = text(part, size: 16, weight: 500).map(\.estimatedWidth) ?? 0
            let width = min(max(image?.width ?? 44, image == nil ? text : min(text, 160), 76), 358)
            let height = max(image?.height ?? 0, 36)
            if x > Self.margin, x + width > Self.width - Self.margin {
                x = Self.margin
                y = y + rowHeight + 8
                rowHeight = 0
            }
            let frame = ScreenFrame(x: x, y: y, width: width, height: height)
            if let name = part.image {
                let place = image.map { frame.centered(width: $0.width, height: $0.height) } ?? frame
                add(image: name, in: place, colored: part.setting)
            } else if part.text == nil {
                addBackground(part, frame)
            }
            addString(part, in: frame, .middle, size: 16, weight: 500)
            let caption = ScreenFrame(x: x, y: y + height + 4, width: width, height: 16)
            shapes.append(ScreenShape(frame: caption, content: .label(label)))
            x += width + 12
            rowHeight = max(rowHeight, height + 20)
        }
        y += rowHeight
    }

    private static let rowHeight = 56

    private mutating func addList(_ list: SamplePart) {
        y += Self.spacing
        let rows = list.parts["rows"] ?? []
        let whole = ScreenFrame(x: 0, y: y, width: Self.width, height: rows.count * Self.rowHeight)
        addBackground(list["background"], whole)
        for (index, row) in rows.enumerated() {
            let frame = ScreenFrame(x: 0, y: y, width: Self.width, height: Self.rowHeight)
            var start = Self.margin
            if row.image != nil {
                addIcon(row, in: ScreenFrame(x: start, y: y, width: 40, height: frame.height), max: 40)
                start += 52
            }
            var end = Self.width - Self.margin
            if let accessory = row["accessory"] {
                let width = width(of: accessory)
                end -= width
                add(accessory, in: ScreenFrame(x: end, y: y, width: width, height: frame.height), .end)
                end -= 12
            }
            var line = ScreenFrame(x: start, y: y, width: max(0, end - start), height: frame.height)
            if let detail = row["detail"] {
                line.y = y + 8
                line.height = 22
                let below = ScreenFrame(x: start, y: y + 30, width: line.width, height: 18)
                addString(detail, in: below, .start, size: 13)
            }
            addString(row, in: line, .start, size: 16)
            y += Self.rowHeight
            if let separator = list["separator"], index < rows.count - 1 {
                let height = separator.image.flatMap(theme.image).map(\.height) ?? 1
                addBackground(
                    separator, ScreenFrame(x: start, y: y - height, width: Self.width - start, height: height))
            }
        }
    }

    private mutating func addBadge(_ part: SamplePart) {
        y += Self.spacing
        let image = part.image.flatMap(theme.image)
        let frame = ScreenFrame(x: Self.margin, y: y, width: image?.width ?? 24, height: image?.height ?? 24)
        if let name = part.image { add(image: name, in: frame, colored: part.setting) }
        addString(part, in: frame, .middle, size: min(12, max(8, frame.height * 3 / 5)), weight: 600)
        y += frame.height
    }

    private mutating func addText(_ part: SamplePart) {
        y += Self.spacing
        guard var text = text(part, size: 17) else { return }
        let lineHeight = text.size * 13 / 10
        let width = Self.width - 2 * Self.margin
        for line in Self.lines(of: text, width: width) {
            text.string = line
            let frame = ScreenFrame(x: Self.margin, y: y, width: width, height: lineHeight)
            shapes.append(ScreenShape(frame: frame, content: .text(text)))
            y += lineHeight
        }
    }

    private mutating func addImage(_ part: SamplePart) {
        guard let name = part.image else { return }
        y += Self.spacing
        guard let image = theme.image(name) else {
            let frame = ScreenFrame(x: Self.margin, y: y, width: Self.width - 2 * Self.margin, height: 80)
            add(image: name, in: frame)
            return y += 80
        }
        let width = min(image.width, Self.width)
        let height = max(1, image.height * width / image.width)
        add(image: name, in: ScreenFrame(x: (Self.width - width) / 2, y: y, width: width, height: height))
        y += height
    }

    // MARK: parts

    private func width(of part: SamplePart) -> Int {
        let icon = part.image.map { min(theme.image($0)?.width ?? 24, Self.iconMax) } ?? 0
        return max(icon, text(part, size: 16).map(\.estimatedWidth) ?? 0, 24)
    }

    private mutating func add(
        _ part: SamplePart, in frame: ScreenFrame, _ alignment: ScreenText.Alignment, weight: Int = 400
    ) {
        if part.image != nil { addIcon(part, in: frame) }
        addString(part, in: frame, part.image == nil ? alignment : .middle, size: 16, weight: weight)
    }

    /// Draws an image at its size in points, or smaller, in the middle of a frame.
    private mutating func addIcon(_ part: SamplePart, in frame: ScreenFrame, max limit: Int = iconMax) {
        guard let name = part.image else { return }
        let image = theme.image(name)
        let width = image?.width ?? 24
        let height = image?.height ?? 24
        let longer = max(width, height)
        let scaled = { (length: Int) in longer > limit ? max(1, length * limit / longer) : length }
        let place = frame.centered(width: scaled(width), height: scaled(height))
        add(image: name, in: place, colored: part.setting)
    }

    private mutating func addBackground(_ part: SamplePart?, _ frame: ScreenFrame) {
        guard let part else { return }
        if let color = part.setting.flatMap(theme.color) {
            shapes.append(ScreenShape(frame: frame, content: .fill(color)))
        }
        if let name = part.image { add(image: name, in: frame, isStretched: true) }
    }

    /// - Parameter setting: the color of the place, for a mask that has none of its own.
    private mutating func add(
        image name: String, in frame: ScreenFrame, isStretched: Bool = false, colored setting: String? = nil
    ) {
        let content: ScreenShape.Content =
            theme.image(name).map { image in
                let tint = image.mask.flatMap { $0.color ?? setting.flatMap(theme.color) }
                return .image(name: name, of: image, isStretched: isStretched, tint: tint)
            } ?? .missing(name)
        shapes.append(ScreenShape(frame: frame, content: content))
    }

    private mutating func addString(
        _ part: SamplePart, in frame: ScreenFrame, _ alignment: ScreenText.Alignment, size: Int, weight: Int = 400
    ) {
        guard var text = text(part, size: size, weight: weight) else { return }
        text.alignment = alignment
        shapes.append(ScreenShape(frame: frame, content: .text(text)))
    }

    private func text(_ part: SamplePart, size: Int, weight: Int = 400) -> ScreenText? {
        guard let string = part.text, !string.isEmpty else { return nil }
        let font = part.font.flatMap(theme.font)
        let points = font.map { Int(min(max($0.size, 4), 96).rounded()) } ?? size
        return ScreenText(
            string: string, color: part.setting.flatMap(theme.color), fontName: font?.name, size: points,
            weight: font?.name.flatMap(Self.weight) ?? weight)
    }

    /// The weight in a PostScript name such as `PingFangSC-Medium`, for machines without the font.
    private static func weight(ofFont name: String) -> Int? {
        let lower = name.lowercased()
        let weights = [
            ("ultralight", 200), ("thin", 100), ("light", 300), ("semibold", 600), ("demibold", 600),
            ("extrabold", 800), ("heavy", 800), ("black", 900), ("bold", 700), ("medium", 500), ("regular", 400),
        ]
        return weights.first { lower.hasSuffix($0.0) }?.1
    }

    private static func lines(of text: ScreenText, width: Int) -> [String] {
        var lines: [String] = []
        var line = text
        line.string = ""
        for word in text.string.split(separator: " ") {
            var longer = line
            longer.string += (line.string.isEmpty ? "" : " ") + word
            if longer.estimatedWidth > width, !line.string.isEmpty {
                lines.append(line.string)
                line.string = String(word)
            } else {
                line = longer
            }
        }
        return lines + [line.string]
    }
}
