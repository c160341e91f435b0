import ThemeSystem

/// Base64 of RFC 4648, section 4. Each value has one spelling: no white space, full padding, no stray bits.
package enum Base64 {
    package static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) { text += Data(bytes).base64EncodedData() }

    /// Returns `nil` if the text is not the one spelling of any bytes.
    package static func decode(_ text: [UInt8]) -> [UInt8]? {
        // Foundation ignores stray bits at the end.
        guard let bytes = Data(base64Encoded: Data(text)), bytes.base64EncodedData().elementsEqual(text) else {
            return nil
        }
        return Array(bytes)
    }
}
