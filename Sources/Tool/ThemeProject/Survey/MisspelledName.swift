/// The name of an image that is nearly another one: with a misspelled scale, with what other programs add to the names
/// of copies, with a character that looks like another, or hidden: `button@2X`, `button (1)`, `2.0x/button`, `.button`.
package struct MisspelledName: Hashable, Sendable {
    /// The predicate of a sentence about the file.
    package private(set) var problem: String
    /// The path without the mistake, without scale.
    package private(set) var name: String
    /// The scale that was probably meant.
    package private(set) var scale: Scale
    /// Whether the file can get the name without being exported again: what is removed has no meaning of its own.
    package private(set) var canBeRenamed: Bool
    /// The folder that is misspelled; `nil` if the last component is.
    package private(set) var folder: String?

    /// Removes one mistake after the other, until the name is known, or none is left. `nil` if there is no mistake, or
    /// if the name can be intended and the result is not known.
    ///
    /// - Parameters:
    ///   - name: a path without prefix, valid scale suffix and extension.
    ///   - isKnown: whether a default has a name.
    package init?(_ name: String, _ scale: Scale, isKnown: (String) -> Bool) {
        guard Self.canBeMisspelled(name) else { return nil }
        var steps: [Self] = []
        var sound: Int?
        var isIntended = false
        var rest = name
        var restScale = scale
        while let part = MisspelledPart(in: rest, restScale, isKnown: isKnown) {
            // `button@2x (1).png`, `button@2x@2.png`
            let inner = restScale == .one ? ImageFileName(part.rest.lastPathComponent + ".png") : nil
            let scales = [restScale, inner?.scale, part.scale].compactMap { $0 }.filter { $0 != .one }
            rest = inner.map { "\(part.rest[..<part.rest.lastPathComponent.startIndex])\($0.stem)" } ?? part.rest
            restScale = part.scale ?? inner?.scale ?? restScale
            // With two different scales, the intended one is unknown.
            let canBeRenamed = part.canBeRenamed && Set(scales).count < 2 && steps.last?.canBeRenamed != false
            steps.append(
                Self(
                    problem: steps.first?.problem ?? part.problem, name: rest, scale: restScale,
                    canBeRenamed: canBeRenamed, folder: steps.first.map(\.folder) ?? part.folder))
            isIntended = isIntended || part.canBeIntended
            if !isIntended || isKnown(rest) { sound = steps.count - 1 }
            if isKnown(rest) { break }
        }
        guard let sound else { return nil }
        self = steps[sound]
    }

    private init(problem: String, name: String, scale: Scale, canBeRenamed: Bool, folder: String?) {
        self.problem = problem
        self.name = name
        self.scale = scale
        self.canBeRenamed = canBeRenamed
        self.folder = folder
    }

    /// Most names have letters, digits, `-` and `_` only, and do not end like a scale or a number.
    private static func canBeMisspelled(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { name in
            guard let last = name.last else { return false }
            if last.isASCIIDigit || last | 0x20 == UInt8(ascii: "x") { return true }
            var previous: UInt8 = 0
            for byte in name {
                switch byte {
                case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "~"), UInt8(ascii: "@"),
                    UInt8(ascii: "."), 0x7F...:
                    return true
                // A folder `2x` or `xhdpi`.
                case UInt8(ascii: "/")
                where previous | 0x20 == UInt8(ascii: "x") || previous | 0x20 == UInt8(ascii: "i"):
                    return true
                default: previous = byte
                }
            }
            return false
        }
    }

    /// Adds the name that was probably meant to a finding about the file.
    ///
    /// - Parameters:
    ///   - name: of the file, as in ``init(_:_:isKnown:)``.
    ///   - isTaken: whether there is a file with that name.
    package func complete(_ finding: inout Finding, of name: String, prefix: ImagePrefix, isTaken: Bool) {
        let file = "\(prefix)\(self.name.lastPathComponent)\(scale.suffix).png"
        let tree = Substring(
            finding.path.utf8.dropLast(name.folderPart.utf8.count + finding.path.lastPathComponent.utf8.count))
        let target = "\(tree)\(self.name.folderPart)\(file)"
        let isMoved = self.name.folderPart != name.folderPart
        let shown = isMoved ? target : file
        finding.expected = shown
        finding.actual = isMoved ? finding.path : String(finding.path.lastPathComponent)
        if isTaken {
            finding.hint = "there is '\(shown)' as well: remove one of the two"
        } else if isMoved {
            finding.hint = canBeRenamed ? "move it to '\(shown)'" : "export it as '\(shown)', or remove it"
        } else {
            finding.hint = canBeRenamed ? "did you mean '\(shown)'?" : "export it as '\(shown)', or remove it"
        }
        finding.remedy = canBeRenamed && !isMoved ? .rename(to: target) : nil
    }
}

extension String {
    /// The part up to the last `/`, which it includes.
    var folderPart: Substring { self[..<lastPathComponent.startIndex] }
}
