import ThemeModel

/// A place in a text file. Both count from 1; columns count Unicode scalars.
public struct Place: Hashable, Comparable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    public static func < (left: Self, right: Self) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// What is wrong with a text file, where, and how to mend it.
struct SourceProblem: Error, Hashable, Sendable {
    var place: Place?
    var key: SettingPath?
    var message: String
    var hint: String?
}

/// A configuration that was read, with the places of its keys and values.
struct SourceDocument: Sendable {
    var value: SettingValue
    var keyPlaces: [SettingPath: Place] = [:]
    var valuePlaces: [SettingPath: Place] = [:]
    /// What does not keep the file from being understood: keys that stand twice.
    var problems: [SourceProblem] = []

    /// Reads JSON or an XML property list, by the file name's extension.
    static func read(_ bytes: [UInt8], fileName: String, limits: Limits) throws(SourceProblem) -> SourceDocument {
        guard bytes.count <= limits.configBytes else {
            throw SourceProblem(
                message: "has \(bytes.count) bytes, at most \(limits.configBytes) are read",
                hint: "split it, or raise the limit")
        }
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if fileName.lowercased().hasSuffix(".plist") {
            return try PropertyListSource(bytes, limits).document()
        }
        return try JSONSource.document(of: bytes, limits)
    }
}

/// The bytes of a text file with a way from offsets to places.
struct SourceText: Sendable {
    let bytes: [UInt8]
    private let lineStarts: [Int]
    /// Offsets of the bytes that continue a scalar and make no column of their own.
    private let continuations: [Int]

    /// - Throws: ``SourceProblem`` with the place of the first byte that is not UTF-8.
    init(_ bytes: [UInt8]) throws(SourceProblem) {
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        continuations = bytes.indices.filter { bytes[$0] & 0xC0 == 0x80 }
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
        let offset = zip(bytes, repaired).enumerated().first { $1.0 != $1.1 }?.offset ?? bytes.count
        throw SourceProblem(
            place: place(of: offset), message: "is not UTF-8", hint: "save it as UTF-8 in the editor")
    }

    /// Cost: the logarithm of the number of lines and of non-ASCII bytes.
    func place(of offset: Int) -> Place {
        let line = Self.count(of: lineStarts, upTo: offset) - 1
        let start = lineStarts[line]
        let skipped = Self.count(of: continuations, upTo: offset) - Self.count(of: continuations, upTo: start)
        return Place(line: line + 1, column: offset - start - skipped + 1)
    }

    /// How many of the ascending offsets are not greater than `limit`.
    private static func count(of offsets: [Int], upTo limit: Int) -> Int {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] <= limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
