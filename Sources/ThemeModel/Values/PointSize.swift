/// A width and a height in points.
public struct PointSize: Hashable, Sendable {
    /// In points.
    public var width: Double
    /// In points.
    public var height: Double

    /// Makes a size of any numbers.
    public init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
}

extension PointSize: SettingConvertible {
    public static var settingFormat: String { "a size: {\"width\", \"height\"}, \"320x44\" or \"{320, 44}\"" }

    public init?(setting: ResolvedSetting) {
        switch setting.value {
        case .object(let members):
            guard let width = members["width"]?.double, let height = members["height"]?.double else { return nil }
            self.init(width: width, height: height)
        case .string(let text):
            let isBraced = text.hasPrefix("{") && text.hasSuffix("}")
            let inner = isBraced ? text.dropFirst().dropLast() : text[...]
            let numbers = inner.split(whereSeparator: { $0 == "x" || $0 == "," || $0 == " " })
            guard numbers.count == 2, let width = Double.plain(numbers[0]), let height = Double.plain(numbers[1]) else {
                return nil
            }
            self.init(width: width, height: height)
        default: return nil
        }
    }
}

/// The margins of an image, in points, that are not stretched. Left and right are those of the file, in every layout.
public struct CapInsets: Hashable, Sendable {
    /// From the upper edge, in points.
    public var top: Double
    /// From the left edge, in points.
    public var left: Double
    /// From the lower edge, in points.
    public var bottom: Double
    /// From the right edge, in points.
    public var right: Double

    /// Makes insets of any numbers, in UIKit's order.
    public init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
}

extension CapInsets: SettingConvertible {
    public static var settingFormat: String { "an object of numbers: \"top\", \"left\", \"bottom\", \"right\"" }

    /// A missing edge counts as 0.
    public init?(setting: ResolvedSetting) {
        guard let members = setting.value.object else { return nil }
        let edges = ["top", "left", "bottom", "right"].map { members[$0, default: .number(0)].double }
        guard members.keys.allSatisfy(["top", "left", "bottom", "right"].contains),
            let top = edges[0], let left = edges[1], let bottom = edges[2], let right = edges[3]
        else { return nil }
        self.init(top: top, left: left, bottom: bottom, right: right)
    }
}

extension SettingValue {
    package var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }
}

extension Double {
    /// Parses a decimal number such as `-1.5`. `Double.init` also accepts `nan` and `0x1p3`.
    static func plain(_ text: some StringProtocol) -> Double? {
        let isPlain = text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        return isPlain ? Double(text) : nil
    }
}
