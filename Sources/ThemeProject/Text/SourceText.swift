import ThemeModel

struct SourceText: Sendable {
    let bytes: [UInt8]
    let lineStarts: [Int]
    /// The offsets of UTF-8 continuation bytes, which do not start a column.
    private let continuations: [Int]

    init(_ bytes: [UInt8]) throws(SourceError) {
        self.bytes = bytes
        lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        continuations = bytes.indices.filter { bytes[$0] & 0xC0 == 0x80 }
        do throws(InvalidText) {
            _ = try String(checking: bytes)
        } catch {
            let hint = error.defect == .marks ? SourceError.marksHint : "save it as UTF-8 in the editor"
            throw SourceError(position: position(of: error.offset), message: error.description, hint: hint)
        }
    }

    func position(of offset: Int) -> SourcePosition {
        let line = Self.count(of: lineStarts, upTo: offset) - 1
        let start = lineStarts[line]
        let skipped = Self.count(of: continuations, upTo: offset) - Self.count(of: continuations, upTo: start)
        return SourcePosition(line: line + 1, column: offset - start - skipped + 1)
    }

    private static func count(of offsets: [Int], upTo limit: Int) -> Int {
        offsets.partitioningIndex { $0 > limit }
    }
}
