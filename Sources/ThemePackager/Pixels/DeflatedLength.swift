import CPNGShim

/// The length to which zlib deflates bytes that arrive in pieces. Keeps none of the bytes.
package struct DeflatedLength: ~Copyable {
    private let deflater: OpaquePointer

    /// `nil` if there is not enough memory: zlib takes about 256 KiB.
    package init?() {
        guard let deflater = png_shim_deflater_open() else { return nil }
        self.deflater = deflater
    }

    deinit { png_shim_deflater_close(deflater) }

    package mutating func add(_ bytes: [UInt8]) { png_shim_deflater_add(deflater, bytes, bytes.count, 0) }

    /// The length in bytes. Nothing can be added afterwards.
    package mutating func finish() -> Int {
        png_shim_deflater_add(deflater, [], 0, 1)
        return Int(clamping: png_shim_deflater_length(deflater))
    }
}
