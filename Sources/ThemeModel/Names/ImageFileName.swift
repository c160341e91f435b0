/// The parts of an image file name: `year_buttonImage@2x.png` has stem `year_buttonImage` and scale 2.
package struct ImageFileName: Hashable, Sendable {
    /// The name without scale suffix and extension, but with the theme's prefix.
    package let stem: String
    package let scale: Scale
    /// Whether a pack has the same spelling: `.png` in lower case, no `@1x`.
    package let isSpelledAsInPacks: Bool

    /// Splits a path component; `nil` if it does not end in `.png` in any letter case, or if the stem is empty.
    package init?(_ fileName: Substring) {
        let bytes = fileName.utf8
        // The bit 0x20 makes letters lower case. The dot is compared without it, because it turns U+000E into a dot.
        guard bytes.suffix(4).first == UInt8(ascii: "."),
            bytes.suffix(3).elementsEqual("png".utf8, by: { $0 | 0x20 == $1 })
        else { return nil }
        var stem = bytes.dropLast(4)
        let suffixScale = Scale(suffixOf: stem)
        if suffixScale != nil { stem = stem.dropLast(3) }
        guard !stem.isEmpty else { return nil }
        self.stem = String(decoding: stem, as: UTF8.self)
        scale = suffixScale ?? .one
        isSpelledAsInPacks = suffixScale != .one && bytes.suffix(3).elementsEqual("png".utf8)
    }

    /// Returns the path of an image in a pack, below `root`, which is empty or ends with `/`.
    package static func packPath(
        below root: String = "", of name: LogicalName, prefix: ImagePrefix, scale: Scale
    ) -> String {
        var name = name.path.string
        return name.withUTF8 { name in
            let last = name.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            let length = root.utf8.count + name.count + prefix.string.utf8.count + scale.suffixLength + 4
            return String(unsafeUninitializedCapacity: length) { path in
                var count = 0
                func add(_ bytes: some Collection<UInt8>) {
                    count = path[count...].initialize(fromContentsOf: bytes)
                }
                add(root.utf8)
                add(name[..<last])
                add(prefix.string.utf8)
                add(name[last...])
                if scale != .one { add(scale.suffix.utf8) }
                add(".png".utf8)
                return count
            }
        }
    }

    /// The number of bytes of ``packPath(below:of:prefix:scale:)`` without `root`.
    package static func packPathLength(of name: LogicalName, prefix: ImagePrefix, scale: Scale) -> Int {
        name.path.string.utf8.count + prefix.string.utf8.count + scale.suffixLength + 4
    }
}
