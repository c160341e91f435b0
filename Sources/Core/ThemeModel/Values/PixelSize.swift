/// The width and height of an image.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// The width in pixels.
    public let width: UInt32
    /// The height in pixels.
    public let height: UInt32

    /// Creates a size. Any numbers are allowed.
    public init(width: UInt32, height: UInt32) {
        self.width = width
        self.height = height
    }

    /// The size as `88x44`.
    public var description: String { "\(width)x\(height)" }

    /// Returns whether this size at `scale` and another at `otherScale` are the same size in points.
    ///
    /// Different scales may differ by less than one point, because tools round half points up or down.
    public func agrees(at scale: Scale, with other: PixelSize, at otherScale: Scale) -> Bool {
        if scale == otherScale { return self == other }
        let left = Int64(scale.factor)
        let right = Int64(otherScale.factor)
        func close(_ own: UInt32, _ foreign: UInt32) -> Bool {
            abs(Int64(own) * right - Int64(foreign) * left) < left * right
        }
        return close(width, other.width) && close(height, other.height)
    }

    /// Returns the same size in points at another scale; `nil` if that has parts of a pixel, or is too large.
    package func resized(from scale: Scale, to other: Scale) -> PixelSize? {
        func resized(_ side: UInt32) -> UInt32? {
            let product = UInt64(side) * UInt64(other.factor)
            return product.isMultiple(of: UInt64(scale.factor)) ? UInt32(exactly: product / UInt64(scale.factor)) : nil
        }
        guard let width = resized(width), let height = resized(height) else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Like ``agrees(at:with:at:)``, where the sizes may also differ by a number of points.
    package func agrees(at scale: Scale, with other: PixelSize, at otherScale: Scale, within points: Double) -> Bool {
        func close(_ own: UInt32, _ foreign: UInt32) -> Bool {
            let left = Double(own) / Double(scale.factor)
            let right = Double(foreign) / Double(otherScale.factor)
            return abs(left - right) <= points
        }
        return agrees(at: scale, with: other, at: otherScale)
            || points > 0 && close(width, other.width) && close(height, other.height)
    }
}

/// A width and a height in points.
public struct PointSize: Hashable, Sendable {
    /// In points.
    public var width: Double
    /// In points.
    public var height: Double

    /// Makes a size of any numbers.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

extension PointSize: SettingConvertible {
    public static var settingFormat: String { "a size: {\"width\", \"height\"}, \"320x44\" or \"{320, 44}\"" }

    public init?(setting: ResolvedSetting) {
        switch setting.value {
        case .object(let members):
            guard let width = members["width"]?.double, let height = members["height"]?.double else { return nil }
            self.init(width: width, height: height)
        // Two numbers are short. Most texts are not sizes, and can be long.
        case .string(let text) where text.utf8.count <= 256:
            let isBraced = text.hasPrefix("{") && text.hasSuffix("}")
            let inner = (isBraced ? text.dropFirst().dropLast() : text[...]).withoutOuterSpaces
            let isSeparator: (Character) -> Bool = { $0 == "x" || $0 == "," || $0 == " " }
            let parts = inner.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
            guard parts.count > 1, parts.dropFirst().dropLast().allSatisfy(\.isEmpty),
                let width = Double.plain(parts[0]), let height = Double.plain(parts[parts.count - 1])
            else { return nil }
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

    /// A missing edge counts as 0. Objects with members do not count: `button.9` is below `button`.
    public init?(setting: ResolvedSetting) {
        guard let object = setting.value.object else { return nil }
        let members = object.filter { $0.value.object?.isEmpty != false }
        let edges = ["top", "left", "bottom", "right"].map { members[$0, default: .number(0)].double }
        guard members.isEmpty == object.isEmpty,
            members.keys.allSatisfy(["top", "left", "bottom", "right"].contains),
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
    /// Parses a decimal number such as `-1.5`. `Double.init` also accepts `nan` and `0x1p3`, and makes a number that is
    /// too large infinite.
    static func plain(_ text: some StringProtocol) -> Double? {
        let isPlain = text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        return isPlain ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    }
}
