import ThemeSystem

/// A relative path that every common system and archive tool can store. Equality and order compare UTF-8 bytes.
public struct PortablePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The most bytes of a path.
    public static let maximumLength = NameLimits.path
    /// The most bytes of a component between two slashes.
    public static let maximumComponentLength = NameLimits.component

    /// The path as a string.
    public let string: String

    /// Creates a path. The error is the first defect from the left.
    public init(_ string: String) throws(InvalidPath) {
        if let defect = InvalidPath.first(in: string) { throw defect }
        self.string = string
    }

    /// A folder in which more paths lie. It comes from a checked path, so it is not checked again.
    package struct Folder: Sendable {
        /// Empty for the root, else with a slash at its end.
        package let prefix: String

        package static let root = Folder(prefix: "")

        private init(prefix: String) { self.prefix = prefix }

        /// Creates a folder with this path.
        package init(_ path: PortablePath) { prefix = path.string + "/" }
    }

    /// A file or folder in a folder, checked as its path is. Few files need their path as one string.
    package struct Entry: Sendable {
        package let folder: Folder
        /// The last component.
        package let name: String

        package init(_ name: String, in folder: Folder) throws(InvalidPath) {
            var checked = name
            let defect = checked.withUTF8 { bytes in
                UnsafeRawBufferPointer(bytes).offset(of: UInt8(ascii: "/")) == nil
                    ? InvalidPath.first(in: bytes, after: folder.prefix.utf8.count) : .character("/")
            }
            if let defect { throw defect }
            self.folder = folder
            self.name = name
        }

        /// Builds a new string at each access.
        package var path: PortablePath { PortablePath(name[...], after: folder) }
    }

    /// Creates the path of a file or folder in a folder.
    package init(_ name: Substring, in folder: Folder) throws(InvalidPath) {
        self.init(name, after: folder)
        if let defect = InvalidPath.first(in: string, from: folder.prefix.utf8.count) { throw defect }
    }

    private init(_ name: Substring, after folder: Folder) {
        string = String(unsafeUninitializedCapacity: folder.prefix.utf8.count + name.utf8.count) { bytes in
            let end = bytes[...].initialize(fromContentsOf: folder.prefix.utf8)
            return bytes[end...].initialize(fromContentsOf: name.utf8)
        }
    }

    /// The part after the last `/`.
    public var lastComponent: Substring { string.lastPathComponent }

    /// The part up to the last `/`, which it includes; empty if there is none.
    public var folder: Substring { string[..<lastComponent.startIndex] }

    /// Whether another path has the same ``folder``. Costs less than to compare two of them.
    package func isInFolder(of other: PortablePath) -> Bool {
        var (path, other) = (string, other.string)
        return path.withUTF8 { path in
            other.withUTF8 { other in
                let length = path.lastIndex(of: UInt8(ascii: "/")) ?? 0
                return length == other.lastIndex(of: UInt8(ascii: "/")) ?? 0
                    && path.prefix(length).elementsEqual(other.prefix(length))
            }
        }
    }

    public var description: String { string }

    public static func == (left: Self, right: Self) -> Bool { UTF8Order.equal(left.string, right.string) }
    public static func < (left: Self, right: Self) -> Bool { UTF8Order.precedes(left.string, right.string) }

    public func hash(into hasher: inout Hasher) { UTF8Order.hash(string, into: &hasher) }
}

/// The reason why a path is not portable, or why it is not a logical name.
public enum InvalidPath: DescribedError, Equatable, Sendable {
    /// It has no bytes.
    case empty
    /// It has more than ``PortablePath/maximumLength`` bytes.
    case tooLong(bytes: Int)
    /// A part has more than ``PortablePath/maximumComponentLength`` bytes.
    case componentTooLong(bytes: Int)
    /// It starts with a slash.
    case absolute
    /// It has two slashes in a row, or a slash at its end.
    case emptyComponent
    /// A part is `.` or `..`.
    case dotComponent(String)
    /// It has a character that some system cannot store or show, such as controls, `\`, `:` and direction marks.
    case character(Unicode.Scalar)
    /// A part starts or ends with a space.
    case surroundingSpace
    /// A part ends with a dot.
    case trailingDot
    /// A part is the name of a Windows device, with or without extension: `aux.png`.
    case reservedOnWindows(String)
    /// Its bytes are not UTF-8.
    case notUTF8
    /// It ends in a scale suffix. A logical name has none.
    case scaleSuffix(String)

    public var message: String { "the path \(explanation)" }

    /// The reason, as the predicate of a sentence about the path.
    public var explanation: String {
        switch self {
        case .empty: "is empty"
        case .tooLong(let bytes): "has \(bytes) bytes, at most \(PortablePath.maximumLength) can be unpacked everywhere"
        case .componentTooLong(let bytes):
            "has a part of \(bytes) bytes, at most \(PortablePath.maximumComponentLength) can be stored everywhere"
        case .absolute: "starts with a slash; paths in a tree are relative"
        case .emptyComponent: "has two slashes in a row, or one at its end"
        case .dotComponent(let dots): "has '\(dots)' as a part, which leads to another folder"
        case .character("\\"): "has a backslash, which separates folders on Windows"
        case .character(let scalar):
            "has the character U+\(scalar.hexadecimal), which not every system can store or show"
        case .surroundingSpace: "has a part that starts or ends with a space"
        case .trailingDot: "has a part that ends with a dot, which Windows drops"
        case .reservedOnWindows(let name): "has the part '\(name)', which is a device on Windows"
        case .notUTF8: "is not UTF-8"
        case .scaleSuffix(let suffix): "ends in \(suffix), which is a scale, not part of a name"
        }
    }

    /// - Parameter start: where to begin. What is before it is a folder that is checked already.
    static func first(in path: String, from start: Int = 0) -> InvalidPath? {
        var path = path
        return path.withUTF8 { first(in: UnsafeBufferPointer(rebasing: $0[start...]), after: start) }
    }

    /// - Parameter start: the length of the folder's path, which is checked already.
    fileprivate static func first(in bytes: UnsafeBufferPointer<UInt8>, after start: Int) -> InvalidPath? {
        let length = start + bytes.count
        if length == 0 { return .empty }
        if length > PortablePath.maximumLength { return .tooLong(bytes: length) }
        if start == 0, bytes[0] == UInt8(ascii: "/") { return .absolute }
        var rest = bytes
        while let end = UnsafeRawBufferPointer(rest).offset(of: UInt8(ascii: "/")) {
            if let defect = first(inComponent: UnsafeBufferPointer(rebasing: rest[..<end])) { return defect }
            rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
        }
        return first(inComponent: rest)
    }

    private static func first(inComponent name: UnsafeBufferPointer<UInt8>) -> InvalidPath? {
        guard let head = name.first, let tail = name.last else { return .emptyComponent }
        let dot = UInt8(ascii: ".")
        let space = UInt8(ascii: " ")
        if name.count <= 2, name.allSatisfy({ $0 == dot }) {
            return .dotComponent(String(decoding: name, as: UTF8.self))
        }
        if name.count > PortablePath.maximumComponentLength { return .componentTooLong(bytes: name.count) }
        let portable = portableASCII
        if name.contains(where: { !portable.contains($0) }) {
            for scalar in String(decoding: name, as: UTF8.self).unicodeScalars where !isPortable(scalar) {
                return .character(scalar)
            }
        }
        if head == space || tail == space { return .surroundingSpace }
        if tail == dot { return .trailingDot }
        let stemLength = UnsafeRawBufferPointer(name).offset(of: dot) ?? name.count
        guard (3...4).contains(stemLength), isReservedOnWindows(name.prefix(stemLength)) else { return nil }
        return .reservedOnWindows(String(decoding: name, as: UTF8.self))
    }

    /// A bit for each ASCII character, because nearly all names consist of them.
    private struct ASCIISet {
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        init(where isIncluded: (Unicode.Scalar) -> Bool) {
            for byte in 0..<64 as Range<UInt8> {
                if isIncluded(Unicode.Scalar(byte)) { low |= 1 << UInt64(byte) }
                if isIncluded(Unicode.Scalar(byte + 64)) { high |= 1 << UInt64(byte) }
            }
        }

        @inline(__always)
        func contains(_ byte: UInt8) -> Bool {
            byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
        }
    }

    private static let portableASCII = ASCIISet(where: isPortable)

    private static func isPortable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: false  // control characters
        case 0x22, 0x2A, 0x3A, 0x3C, 0x3E, 0x3F, 0x5C, 0x7C: false  // " * : < > ? \ |, which Windows rejects
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false  // direction marks reorder shown text
        case 0x2028, 0x2029, 0xFEFF, 0xFFFD: false  // line separators, byte-order mark, replacement character
        default: true
        }
    }

    /// Windows reserves device names with any extension and in any letter case, such as `aux.png`.
    /// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
    private static func isReservedOnWindows(_ stem: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let head = stem.prefix(3).map { $0 & 0xDF }
        guard let digit = stem.dropFirst(3).first else {
            return ["CON", "PRN", "AUX", "NUL"].contains { head.elementsEqual($0.utf8) }
        }
        return (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit)
            && (head.elementsEqual("COM".utf8) || head.elementsEqual("LPT".utf8))
    }
}
