import ThemeModel

/// The value of `color` in a color set.
enum CatalogColor {
    /// The color spaces of catalogs, as functions to gamma-encoded sRGB.
    private static let spaces: [String: @Sendable ([Double]) -> [Double]] = [
        "srgb": { $0 }, "extended-srgb": { $0 },
        "linear-srgb": { $0.map(TransferFunction.encode) },
        "extended-linear-srgb": { $0.map(TransferFunction.encode) },
        "display-p3": SourceColor.sRGB(ofP3:),
        "gray-gamma-22": { $0.map(TransferFunction.encodeGray) },
        "extended-gray": { $0.map(TransferFunction.encodeGray) },
    ]

    static func read(_ value: SettingValue) throws(ExchangeItem.Note) -> (ThemeColor, [ExchangeItem.Note]) {
        if let reference = value["reference"]?.string { throw .left("it refers to the system's color '\(reference)'") }
        guard let components = value["components"]?.object else { throw .defect("it has no components") }
        let name = value["color-space"].map { $0.string ?? $0.summary } ?? "srgb"
        guard let encode = spaces[name] else { throw .defect("the color space '\(name)' is unknown") }
        let isExtended = name.hasPrefix("extended-")
        let isGray = name.contains("gray")
        let keys = isGray ? ["white"] : ["red", "green", "blue"]
        var notes: [ExchangeItem.Note] = []
        let others =
            value.members(otherThan: ["color-space", "components", "platform"])
            + (value["components"]?.members(otherThan: Set(keys + ["alpha"])) ?? [])
        notes += others.map { .left("the property \($0) of the color") }
        var read: [CatalogComponent] = []
        for key in keys {
            guard let component = components[key] else { throw .defect("the component '\(key)' is missing") }
            guard let number = CatalogComponent(component, isExtended: isExtended) else {
                throw .defect("the component '\(key)' is \(component.summary), not a number")
            }
            read.append(number)
        }
        // "1" is one of 255 steps, or the whole. Xcode writes "1.000" for the whole, people write "1".
        let isWhole = read.allSatisfy(\.isZeroOrOne) && read.contains(where: \.isOneStep)
        if isWhole { notes.append(.changed("\"1\" taken as the whole, not as 1 of 255")) }
        var channels = read.map { isWhole ? $0.whole : $0.fraction }
        if isGray { channels = Array(repeating: channels[0], count: 3) }
        guard let alpha = CatalogComponent(components["alpha"] ?? .number(1)) else {
            throw .defect("the component 'alpha' is not a number")
        }
        let source = SourceColor(
            space: name, channels: encode(channels), alpha: alpha.isZeroOrOne ? alpha.whole : alpha.fraction)
        let (color, changes) = source.converted
        return (color, notes + changes.map { .changed($0) })
    }
}

/// A component as Xcode writes it: `0.929`, `"0.929"`, `"77"` or `"0x4D"`. Those of one color can differ in form.
struct CatalogComponent {
    let fraction: Double
    /// The value from 0 to 255: of an integer in a string, or of a number above 1 unless the space is extended.
    let steps: Int?
    private let isHexadecimal: Bool

    var isZeroOrOne: Bool {
        guard let steps else { return fraction == 0 || fraction == 1 }
        return steps == 0 || steps == 1 && !isHexadecimal
    }
    var isOneStep: Bool { steps == 1 && !isHexadecimal }
    var whole: Double { steps.map(Double.init) ?? fraction }

    /// Returns `nil` for values that are not a finite number, and for numbers that no color has.
    init?(_ value: SettingValue, isExtended: Bool = false) {
        var (number, steps): (Double, Int?)
        var isHexadecimal = false
        switch value {
        case .number(let plain):
            number = plain
            steps = !isExtended && plain > 1 ? Int(exactly: plain) : nil
        case .string(let text):
            let text = text.lowercased()
            if text.hasPrefix("0x") {
                let digits = text.utf8.dropFirst(2)
                guard (1...2).contains(digits.count), digits.allSatisfy({ $0.hexDigitValue != nil }) else { return nil }
                steps = digits.reduce(0) { $0 * 16 + Int($1.hexDigitValue ?? 0) }
                number = Double(steps ?? 0)
                isHexadecimal = true
            } else {
                let isPlain = text.utf8.allSatisfy {
                    $0.isASCIIDigit || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "e")].contains($0)
                }
                guard isPlain, let parsed = Double(text) else { return nil }
                number = parsed
                steps = text.utf8.allSatisfy(\.isASCIIDigit) ? Int(exactly: parsed) : nil
            }
        default: return nil
        }
        guard number.isFinite, number.magnitude <= 255 else { return nil }
        fraction = steps.map { Double($0) / 255 } ?? number
        self.steps = steps
        self.isHexadecimal = isHexadecimal
    }
}
