import ThemeSystem

/// The parts of an image file name: `year_buttonImage@2x.png` has stem `year_buttonImage` and scale 2.
package struct ImageFileName: Hashable, Sendable {
    /// The name without scale suffix and extension, but with the theme's prefix: a part of the string that was split.
    package let stem: Substring
    package let scale: Scale
    /// Whether a pack has the same spelling: `.png` in lower case, no `@1x`.
    package let isSpelledAsInPacks: Bool

    /// Splits a path component; `nil` if it does not end in `.png` in any letter case, or if the stem is empty.
    package init?(_ fileName: Substring) {
        var fileName = fileName
        let parts = fileName.withUTF8 { bytes -> (stemLength: Int, scale: Scale?, isLowerCase: Bool)? in
            // The bit 0x20 makes letters lower case. The dot is compared without it: it turns U+000E into a dot.
            let stem = UnsafeBufferPointer(rebasing: bytes.dropLast(4))
            guard stem.count > 0, bytes[stem.count] == UInt8(ascii: ".") else { return nil }
            let end = (bytes[stem.count + 1], bytes[stem.count + 2], bytes[stem.count + 3])
            guard (end.0 | 0x20, end.1 | 0x20, end.2 | 0x20) == Self.png else { return nil }
            let scale = Scale(suffixOf: stem)
            return (stem.count - (scale == nil ? 0 : 3), scale, end == Self.png)
        }
        guard let parts, parts.stemLength > 0 else { return nil }
        stem = Substring(fileName.utf8.prefix(parts.stemLength))
        scale = parts.scale ?? .one
        isSpelledAsInPacks = parts.scale != .one && parts.isLowerCase
    }

    private static let png = (UInt8(ascii: "p"), UInt8(ascii: "n"), UInt8(ascii: "g"))

    /// Returns the path of an image in a pack, below `root`, which is empty or ends with `/`.
    package static func packPath(
        below root: String = "", of name: LogicalName, prefix: ImagePrefix, scale: Scale
    ) -> String {
        var path: [UInt8] = []
        path.reserveCapacity(root.utf8.count + packPathLength(of: name, prefix: prefix, scale: scale))
        path.addPackPath(below: root, of: name, prefix: prefix, scale: scale)
        return String(decoding: path, as: UTF8.self)
    }

    /// The number of bytes of ``packPath(below:of:prefix:scale:)`` without `root`.
    package static func packPathLength(of name: LogicalName, prefix: ImagePrefix, scale: Scale) -> Int {
        name.path.string.utf8.count + prefix.string.utf8.count + scale.suffix.utf8.count + 4
    }
}

extension [UInt8] {
    /// Appends ``ImageFileName/packPath(below:of:prefix:scale:)``. A build needs it several times for each image, and
    /// to build a string takes longer.
    package mutating func addPackPath(
        below root: String, of name: LogicalName, prefix: ImagePrefix, scale: Scale
    ) {
        var path = name.path.string
        path.withUTF8 { path in
            let last = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
            append(contentsOf: root.utf8)
            append(contentsOf: UnsafeBufferPointer(rebasing: path[..<last]))
            append(contentsOf: prefix.string.utf8)
            append(contentsOf: UnsafeBufferPointer(rebasing: path[last...]))
        }
        if scale != .one { append(contentsOf: scale.suffix.utf8) }
        append(contentsOf: ".png".utf8)
    }
}

/// The logical name and the scale of an image file, read from its path: `common/buttonImage@2x.png`.
public struct ImagePath: Hashable, Sendable {
    /// The name by which an app asks for the image: `common/buttonImage`.
    public let name: LogicalName
    /// The scale in the name of the file; `@1x` if it has none.
    public let scale: Scale

    /// Splits a path as verification does.
    ///
    /// - Parameters:
    ///   - path: relative to the asset tree or the theme's folder.
    ///   - prefix: the theme's prefix, which the name of the file must have.
    /// - Returns: `nil` if the path does not end in `.png` in any letter case, lacks the prefix, or has no valid name.
    public init?(_ path: String, prefix: ImagePrefix = .none) {
        let fileName = path.lastPathComponent
        guard let file = ImageFileName(fileName), let stem = prefix.removed(from: file.stem),
            let name = try? LogicalName(String(path[..<fileName.startIndex] + stem))
        else { return nil }
        self.name = name
        scale = file.scale
    }
}

/// The prefix of a theme's image file names: `year_`. If it is empty, only the folder identifies the theme.
public struct ImagePrefix: Hashable, Sendable, CustomStringConvertible {
    /// The empty prefix.
    public static let none = ImagePrefix(unchecked: "")
    /// The most bytes that a prefix can have.
    public static let maximumLength = NameLimits.identifier

    /// The prefix as a string.
    public let string: String

    /// Creates a prefix from letters, digits, `_`, `-` and `.`. It must not start with `.`, and it can be empty.
    public init(_ string: String) throws(InvalidName) {
        guard string.utf8.count <= Self.maximumLength, string.utf8.allSatisfy(Self.allows) else {
            throw InvalidName(
                string,
                expected: "letters, digits, '_', '-' and '.', at most \(Self.maximumLength) characters, "
                    + "such as \"year_\"")
        }
        guard string.utf8.first != UInt8(ascii: ".") else {
            throw InvalidName(string, expected: "no dot at its start: such files are hidden")
        }
        self.string = string
    }

    private init(unchecked string: String) { self.string = string }

    /// Whether the theme's images have the file names of the defaults.
    public var isEmpty: Bool { string.isEmpty }
    public var description: String { string }

    /// Returns the stem without this prefix; `nil` if it does not start with the prefix or has nothing after it.
    package func removed(from stem: Substring) -> Substring? {
        let length = string.utf8.count
        guard stem.utf8.count > length, UTF8Order.equal(Substring(stem.utf8.prefix(length)), string[...]) else {
            return nil
        }
        return Substring(stem.utf8.dropFirst(length))
    }

    private static func allows(_ byte: UInt8) -> Bool { ThemeID.allows(byte) }
}

// See docs/decisions/11-names-are-bytes.md.
/// The name by which an app asks for an image: its path in the asset tree without prefix, scale suffix and extension,
/// such as `common/buttonImage`.
public struct LogicalName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The name as a path.
    public let path: PortablePath

    /// Creates a name. A scale suffix is an error, because `button@2x` is a variant of `button`.
    public init(_ string: String) throws(InvalidPath) { try self.init(PortablePath(string)) }

    /// - Parameter stem: the name without its folder.
    package init(_ stem: Substring, in folder: PortablePath.Folder) throws(InvalidPath) {
        try self.init(PortablePath(stem, in: folder))
    }

    private init(_ path: PortablePath) throws(InvalidPath) {
        var string = path.string
        // A suffix contains no slash, so it is that of the last component.
        if let scale = string.withUTF8({ Scale(suffixOf: $0) }) { throw .scaleSuffix(scale.description) }
        self.path = path
    }

    public var description: String { path.string }

    public static func < (left: Self, right: Self) -> Bool { left.path < right.path }
}
