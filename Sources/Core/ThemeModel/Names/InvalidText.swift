/// The reason why bytes are not a text, with the offset of the defect.
@usableFromInline
package struct InvalidText: Error, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline
    package enum Defect: Hashable, Sendable {
        case notUTF8
        /// More combining marks follow each other than ``marksMax``.
        case marks

        /// The reason, as the predicate of a sentence about the text.
        var reason: String {
            switch self {
            case .notUTF8: "is not UTF-8"
            case .marks: "has more than \(marksMax) combining marks in a row"
            }
        }
    }

    package let defect: Defect
    package let offset: Int

    /// The most scalars in a row that have a canonical combining class: Unicode's stream-safe text format, which no
    /// language exceeds. https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
    package static let marksMax = 30

    /// The reasons, as the predicate of a sentence about several texts.
    package static let reasons = "not UTF-8, or have more than \(marksMax) combining marks in a row"

    @usableFromInline
    package var description: String { defect.reason }

    @usableFromInline
    package init(_ defect: Defect, at offset: Int) {
        self.defect = defect
        self.offset = offset
    }

    /// Not generic, so that callers share its code.
    @usableFromInline
    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> Result<String, InvalidText> {
        // Decoding replaces invalid bytes, so the result then differs.
        var text = String(decoding: bytes, as: UTF8.self)
        let invalid = text.withUTF8 { text in
            if UTF8Order.equal(UnsafeRawBufferPointer(text), UnsafeRawBufferPointer(bytes)) {
                return excessMark(in: text)
            }
            let same = zip(text, bytes).prefix { $0 == $1 }
            return InvalidText(.notUTF8, at: same.count)
        }
        return invalid.map { .failure($0) } ?? .success(text)
    }

    /// Finds the first mark beyond ``marksMax``. The bytes are UTF-8.
    package static func excessMark(in bytes: UnsafeBufferPointer<UInt8>) -> InvalidText? {
        // The loop is a vector instruction for 16 bytes. U+0300, the first combining mark, starts with 0xCC.
        var highest: UInt8 = 0
        for byte in bytes { highest = max(highest, byte) }
        guard highest >= 0xCC else { return nil }
        var offset = 0
        var count = 0
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            count = isMark(scalar) ? count + 1 : 0
            if count > marksMax { return InvalidText(.marks, at: offset) }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x300, 0x3400..<0xA000, 0xAC00..<0xD800: false  // most texts, and no marks
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}

/// A string that does not follow the grammar of an id, a prefix, a version or a moment.
public struct InvalidName: DescribedError, Equatable, Sendable {
    /// The string.
    public let found: String
    /// The grammar, as the object of "expected" in a message.
    public let expected: String

    package init(_ found: String, expected: String) {
        self.found = found
        self.expected = expected
    }

    public var message: String { "'\(found)' is not valid: expected \(expected)" }
}

/// The longest names in a pack, in bytes of UTF-8. FORMAT.md specifies them.
package enum NameLimits {
    /// The path of an image or a resource. It is far below `PATH_MAX`, so that a pack can be unpacked into a folder.
    package static let path = 1024
    /// A path component, as in common file systems.
    package static let component = 255
    /// A theme's id, prefix or version. Each is part of file names.
    package static let identifier = 64
    package static let displayName = 256
}
