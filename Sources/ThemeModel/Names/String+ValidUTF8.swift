extension String {
    /// Decodes UTF-8; `nil` if the bytes are invalid.
    ///
    /// The standard library's `String(validating:as:)` needs iOS 18 and macOS 15. Decoding replaces invalid
    /// bytes, so the result equals only valid ones.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard withUTF8({ $0.elementsEqual(bytes) }) else { return nil }
    }
}
