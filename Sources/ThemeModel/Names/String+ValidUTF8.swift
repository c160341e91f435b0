extension String {
    /// Decodes UTF-8; `nil` if the bytes are invalid. `String(validating:as:)` needs iOS 18 and macOS 15.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        // Decoding replaces invalid bytes, so the result then differs.
        self.init(decoding: bytes, as: UTF8.self)
        guard withUTF8({ $0.elementsEqual(bytes) }) else { return nil }
    }
}
