/// The end of an image's file name that is nearly a scale, or that another system adds: `button@2X.png`.
package struct MisspelledSuffix: Hashable, Sendable {
    /// The end as it is written: `@2X`.
    package let text: String
    /// The predicate of a sentence about the file.
    package let problem: String
    /// The name without the suffix.
    package let stem: String
    /// The scale that was probably meant.
    package let scale: Scale
    /// Whether the file can get the name without being exported again: the suffix has no meaning of its own.
    package let canBeRenamed: Bool
    /// Whether a name can end like this by intention.
    package let canBeIntended: Bool

    /// `nil` if the name has no such end. `stem` is a file name without `.png` and without a valid scale suffix.
    package init?(stem: Substring, scale: Scale) {
        guard let last = stem.utf8.last, Self.lastBytes.contains(last) else { return nil }
        let bytes = Array(stem.utf8)
        guard let found = Self.extension(bytes) ?? Self.copy(bytes) ?? Self.device(bytes) ?? Self.scale(bytes),
            found.length < bytes.count, scale == .one || !found.isOfScale
        else { return nil }
        var rest = String(decoding: bytes.dropLast(found.length), as: UTF8.self)
        // `button@2x (1).png`, `button@2x@2.png`
        let inner = scale == .one ? ImageFileName(Substring(rest + ".png")) : nil
        if let inner { rest = inner.stem }
        let scales = [inner?.scale, found.scale].compactMap { $0 }.filter { $0 != .one }
        text = String(decoding: bytes.suffix(found.length), as: UTF8.self)
        problem = "ends in '\(text)', \(found.reason)"
        self.stem = rest
        self.scale = found.scale ?? inner?.scale ?? scale
        // Of two different scales, nobody knows which one was meant.
        canBeRenamed = found.canBeRenamed && Set(scales).count < 2
        canBeIntended = found.canBeIntended
    }

    /// The name of the file, without the theme's prefix.
    package var fileName: String { "\(stem)\(scale.suffix).png" }

    /// The last bytes of all suffixes. Most names end with another one.
    private static let lastBytes = Set("gG)ydecvhxX0123456789".utf8)

    private struct Found {
        let length: Int
        let reason: String
        var scale: Scale?
        var isOfScale = false
        var canBeRenamed = true
        var canBeIntended = false
    }

    private static func `extension`(_ bytes: [UInt8]) -> Found? {
        guard String(decoding: bytes.suffix(4), as: UTF8.self).lowercased() == ".png" else { return nil }
        return Found(length: 4, reason: "so its extension is there twice")
    }

    /// `button (1)` and `button(1)` of browsers, `button - Copy` of Windows, `button copy`, `button copy 2` and
    /// `button@2x 2` of macOS. `button 2` can be a name.
    private static func copy(_ bytes: [UInt8]) -> Found? {
        let reason = "which marks a copy of a file"
        if bytes.last == UInt8(ascii: ")") {
            let digits = bytes.dropLast().reversed().prefix(while: \.isASCIIDigit).count
            guard (1...3).contains(digits), bytes.dropLast(digits + 1).last == UInt8(ascii: "(") else { return nil }
            let hasSpace = bytes.dropLast(digits + 2).last == UInt8(ascii: " ")
            return Found(length: digits + (hasSpace ? 3 : 2), reason: reason, canBeIntended: true)
        }
        let digits = bytes.reversed().prefix(while: \.isASCIIDigit).count
        let number = (1...3).contains(digits) && bytes.dropLast(digits).last == UInt8(ascii: " ") ? digits + 1 : 0
        let rest = Array(bytes.dropLast(number))
        if let end = [" - Copy", " copy"].first(where: { Self.ends(rest, with: $0) }) {
            return Found(length: end.utf8.count + number, reason: reason, canBeIntended: true)
        }
        let name = number > 0 ? ImageFileName(Substring(String(decoding: rest, as: UTF8.self) + ".png")) : nil
        return name.flatMap { $0.scale == .one ? nil : Found(length: number, reason: reason) }
    }

    private static func ends(_ bytes: [UInt8], with end: String) -> Bool {
        bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
    }

    private static func device(_ bytes: [UInt8]) -> Found? {
        let devices = ["~ipad", "~iphone", "~mac", "~tv", "~watch"]
        guard let end = devices.first(where: { Self.ends(bytes, with: $0) }) else { return nil }
        return Found(
            length: end.utf8.count, reason: "which names a device; a theme's images are those of all devices",
            canBeRenamed: false)
    }

    /// `@2X`, `@x2`, `@2`, `_2x`, `-2x`, and numbers that are not a scale: `@1.5x`.
    private static func scale(_ bytes: [UInt8]) -> Found? {
        let marks = Array("@_-".utf8)
        let tail = bytes.reversed().prefix { !marks.contains($0) }
        guard let mark = bytes.dropLast(tail.count).last, tail.count <= 4 else { return nil }
        let isX = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "x") }
        let digits = tail.reversed().filter { !isX($0) }
        guard !digits.isEmpty, tail.count - digits.count <= 1,
            digits.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
        else { return nil }
        let number = String(decoding: digits, as: UTF8.self)
        if digits.count == 1, let scale = Int(number).flatMap({ Scale($0) }) {
            let canBeIntended = mark != marks[0]
            // `icon_2` and `icon-x2` are usual names.
            guard !canBeIntended || tail.first.map(isX) == true else { return nil }
            return Found(
                length: tail.count + 1, reason: "but a scale is written \(scale)", scale: scale, isOfScale: true,
                canBeIntended: canBeIntended)
        }
        guard mark == marks[0] else { return nil }
        // A screen that needed a scale between two others shows the larger one.
        let larger = Double(number).flatMap { Int(exactly: $0.rounded(.up)) }.flatMap { Scale($0) }
        return Found(
            length: tail.count + 1, reason: "but a scale is a whole number from 1 to 9", scale: larger, isOfScale: true,
            canBeRenamed: false)
    }
}
