/// One mistake in the name of an image.
struct MisspelledPart {
    /// The path without the mistake.
    var rest: String
    let problem: String
    var scale: Scale?
    var canBeRenamed = true
    /// Whether a name can be like this by intention.
    var canBeIntended = false
    var folder: String?

    init?(in name: String, _ scale: Scale, isKnown: (String) -> Bool) {
        let stem = String(name.lastPathComponent)
        let folder = String(name.folderPart)
        let found =
            Self.extension(stem) ?? Self.copy(stem) ?? Self.device(stem)
            ?? Self.innerScale(stem) { isKnown(folder + $0) } ?? Self.scale(stem, scale)
        if let found = Self.lookAlike(name) ?? Self.hidden(name) {
            self = found
        } else if let found, !found.rest.isEmpty {
            self = found
            rest = folder + rest
        } else if let found = Self.scaleFolder(folder, stem, isKnown: isKnown) ?? Self.twin(name) {
            self = found
        } else {
            return nil
        }
        // Each rest is shorter, or ends the search.
        guard rest.utf8.count < name.utf8.count || !UTF8Order.equal(rest, name) && isKnown(rest) else { return nil }
    }

    private init(_ rest: some StringProtocol, _ problem: String) {
        self.rest = String(rest)
        self.problem = problem
    }

    private init(_ stem: String, without end: some StringProtocol, _ reason: String) {
        self.init(stem.dropLast(end.count), "ends in '\(end)', \(reason)")
    }

    private static func lookAlike(_ name: String) -> Self? {
        guard name.utf8.contains(where: { $0 >= 0x7F }),
            let scalar = name.unicodeScalars.first(where: { $0.lookAlike != nil })
        else { return nil }
        let rest = name.withoutLookAlikes
        guard !rest.lastPathComponent.isEmpty else { return nil }
        let folder = name.folderPart
        let isInFolder = folder.unicodeScalars.contains { $0.lookAlike != nil }
        let kind = scalar.lookAlike == "" ? "is invisible" : "looks like a space"
        var part = Self(rest, "has the character U+\(scalar.hexadecimal), which \(kind)")
        part.folder = isInFolder ? String(folder) : nil
        return part
    }

    /// `.button`, `.old/button`: file managers do not show it, so nobody means to ship it.
    private static func hidden(_ name: String) -> Self? {
        let (dot, slash) = (UInt8(ascii: "."), UInt8(ascii: "/"))
        let isHidden = name.utf8.first == dot || zip(name.utf8, name.utf8.dropFirst()).contains { $0 == (slash, dot) }
        guard isHidden else { return nil }
        let rest = name.utf8.split(separator: slash).map { Substring($0.drop { $0 == dot }) }.joined(separator: "/")
        guard !rest.lastPathComponent.isEmpty else { return nil }
        let isInFolder = name.lastPathComponent.utf8.first != dot
        var part = Self(rest, isInFolder ? "is in a hidden folder" : "is hidden, because its name begins with a dot")
        part.canBeRenamed = false
        part.folder = isInFolder ? String(name.folderPart) : nil
        return part
    }

    /// `button@2\u{D7}`: letters and signs of other alphabets in a name that is in ASCII without them.
    private static func twin(_ name: String) -> Self? {
        let scalars = name.unicodeScalars
        guard !name.isASCII, let scalar = scalars.first(where: { !$0.isASCII }), let twin = scalar.asciiTwin,
            scalars.allSatisfy({ $0.isASCII || $0.asciiTwin != nil })
        else { return nil }
        let rest = String(scalars.map { Character($0.asciiTwin ?? $0) })
        var part = Self(rest, "has the character U+\(scalar.hexadecimal), which looks like '\(twin)'")
        // Words of other languages can consist of such letters.
        part.canBeIntended = true
        return part
    }

    private static func `extension`(_ stem: String) -> Self? {
        guard stem.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let end = stem.suffix(4)
        return end.lowercased() == ".png" ? Self(stem, without: end, "so its extension is there twice") : nil
    }

    private static func copy(_ stem: String) -> Self? {
        guard let mark = CopyMark(stem) else { return nil }
        var part =
            mark.isFirst
            ? Self(stem.dropFirst(mark.text.count), "begins with '\(mark.text)', which marks a copy of a file")
            : Self(stem, without: mark.text, "which marks a copy of a file")
        // `button@2x 2`
        part.canBeIntended = !mark.text.utf8.dropFirst().allSatisfy(\.isASCIIDigit)
        return part
    }

    private static func device(_ stem: String) -> Self? {
        guard stem.utf8.contains(UInt8(ascii: "~")) else { return nil }
        let devices = ["~ipad", "~iphone", "~mac", "~tv", "~watch"]
        guard let end = devices.first(where: stem.hasSuffix) else { return nil }
        var part = Self(stem, without: end, "which names a device; a theme's images are those of all devices")
        part.canBeRenamed = false
        return part
    }

    /// `button@2x.ios`, `button@2x-fs8`: what stands after the scale belongs before it, or is another program's.
    private static func innerScale(_ stem: String, isKnown: (String) -> Bool) -> Self? {
        guard stem.utf8.contains(UInt8(ascii: "@")) else { return nil }
        let bytes = Array(stem.utf8)
        let marks = Array("._-~ +,".utf8)
        let start = bytes.indices.dropLast(3).last { at in
            bytes[at] == UInt8(ascii: "@") && (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[at + 1])
                && bytes[at + 2] | 0x20 == UInt8(ascii: "x") && marks.contains(bytes[at + 3])
        }
        guard let start, start > 0, let scale = Scale(Int(bytes[start + 1]) - 0x30) else { return nil }
        let head = String(repairing: bytes[..<start])
        let tail = String(repairing: bytes[(start + 3)...])
        let isDropped = !isKnown(head + tail) && isKnown(head)
        var part = Self(
            isDropped ? head : head + tail, "has '\(tail)' after \(scale), but a scale is the end of a name")
        part.scale = scale
        part.canBeRenamed = !isDropped
        return part
    }

    /// `@2X`, `@ 2x`, `@x2`, `@2`, `_2x`, `-2x`, and numbers that are not a scale: `@1.5x`.
    private static func scale(_ stem: String, _ scale: Scale) -> Self? {
        let bytes = Array(stem.utf8)
        let marks = [UInt8(ascii: "@"), UInt8(ascii: "_"), UInt8(ascii: "-")]
        // A longer end is no scale.
        let tail = bytes.suffix(6).reversed().prefix { !marks.contains($0) }
        guard let mark = bytes.dropLast(tail.count).last, tail.count <= 4 else { return nil }
        let isX = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "x") }
        // `@ 2x`
        let written = tail.filter { mark != marks[0] || $0 != UInt8(ascii: " ") }
        let digits = written.reversed().filter { !isX($0) }
        // `@2xx`
        let letters = written.count - digits.count
        guard !digits.isEmpty, letters <= (mark == marks[0] ? 2 : 1), scale == .one || mark == marks[0],
            digits.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
        else { return nil }
        let number = String(repairing: digits)
        let end = stem.suffix(tail.count + 1)
        if digits.count == 1, let scale = Int(number).flatMap({ Scale($0) }) {
            let canBeIntended = mark != marks[0]
            // `icon_2` and `icon-x2` are usual names.
            guard !canBeIntended || tail.first.map(isX) == true else { return nil }
            var part = Self(stem, without: end, "but a scale is written \(scale)")
            part.scale = scale
            part.canBeIntended = canBeIntended
            return part
        }
        guard mark == marks[0] else { return nil }
        // A screen that needed a scale between two others shows the larger one.
        var part = Self(stem, without: end, "but a scale is a whole number from 1 to 9")
        part.scale = Double(number).flatMap { Int(exactly: $0.rounded(.up)) }.flatMap { Scale($0) }
        part.canBeRenamed = false
        return part
    }
}

extension MisspelledPart {
    /// The densities of Android's folders.
    private static let densities: KeyValuePairs = [
        "xxxhdpi": 4, "xxhdpi": 3, "xhdpi": 2, "hdpi": 2, "mdpi": 1, "ldpi": 1, "tvdpi": 2,
    ]

    /// `2.0x/button`, `2x/button`, `icons@2x/button`, `drawable-xhdpi/button`, if a folder beside it has the name.
    private static func scaleFolder(_ folder: String, _ stem: String, isKnown: (String) -> Bool) -> Self? {
        guard folder.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") || $0 | 0x20 == UInt8(ascii: "p") }) else {
            return nil
        }
        let parts = folder.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        for (number, part) in parts.enumerated().reversed() {
            guard let (base, factor) = folderScale(part), let scale = Scale(factor), scale != .one else { continue }
            let names = [base, base + "1x", base + "1.0x", base + "@1x", base + "-mdpi", base + "mdpi", base + "-hdpi"]
            let paths = names.filter { $0 != part }.map { name in
                (parts[..<number] + (name.isEmpty ? [] : [name[...]]) + parts[(number + 1)...] + [stem[...]])
                    .joined(separator: "/")
            }
            guard let path = paths.first(where: isKnown) else { continue }
            var found = Self(path, "is in the folder '\(part)', but a scale is the end of a name, as \(scale)")
            found.scale = scale
            found.canBeRenamed = !part.hasSuffix("hdpi") || part.hasSuffix("xhdpi")
            found.canBeIntended = true
            found.folder = folder
            return found
        }
        return nil
    }

    /// Returns the rest of a folder's name and the scale in it.
    private static func folderScale(_ name: Substring) -> (base: String, scale: Int)? {
        // A density ends in `i`, a scale such as `2x` in `x`.
        guard let last = name.utf8.last, last | 0x20 == UInt8(ascii: "i") || last | 0x20 == UInt8(ascii: "x") else {
            return nil
        }
        let lower = name.lowercased()
        if let (density, scale) = densities.first(where: { lower == $0.key || lower.hasSuffix("-" + $0.key) }) {
            return (String(name.dropLast(density.utf8.count + (lower == density ? 0 : 1))), scale)
        }
        let start = lower.lastIndex(of: "@") ?? lower.startIndex
        let number = lower[start...].drop { $0 == "@" }
        guard start == lower.startIndex || lower[start] == "@", number.last == "x" else { return nil }
        let digits = number.dropLast().hasSuffix(".0") ? number.dropLast(3) : number.dropLast()
        guard let scale = Int(digits) else { return nil }
        return (String(name.prefix(lower.distance(from: lower.startIndex, to: start))), scale)
    }
}
