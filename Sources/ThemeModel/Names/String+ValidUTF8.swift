/// The ways from bytes of others to text. Swift compares and hashes texts by canonical equivalence, in the square of
/// the combining marks in a row, so a text has few: see docs/decisions/03-bounded-work.md.
extension String {
    /// Decodes UTF-8. `String(validating:as:)` needs iOS 18 and macOS 15.
    @inlinable
    package init(checking bytes: some Collection<UInt8>) throws(InvalidText) {
        let checked = bytes.withContiguousStorageIfAvailable { InvalidText.text(of: $0) }
        self = try (checked ?? Array(bytes).withUnsafeBufferPointer { InvalidText.text(of: $0) }).get()
    }

    /// Decodes UTF-8; `nil` if the bytes are not a text.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        do throws(InvalidText) { try self.init(checking: bytes) } catch { return nil }
    }

    /// Decodes UTF-8 for messages. Replaces bytes that are not UTF-8, and ends before a mark that is one too many.
    package init(repairing bytes: some Collection<UInt8>) {
        if let text = String(validUTF8: bytes) {
            self = text
            return
        }
        self.init(decoding: bytes, as: UTF8.self)
        guard let invalid = withUTF8({ InvalidText.excessMark(in: $0) }) else { return }
        self = String(decoding: utf8.prefix(invalid.offset), as: UTF8.self)
    }
}
