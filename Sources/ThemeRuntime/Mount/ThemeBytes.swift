import Crypto
public import Foundation

/// Checked bytes of an image or a resource, where they lie in the mounted pack. Holding them keeps the pack in memory.
public struct ThemeBytes: Sendable {
    /// Lies within `memory`, which nobody writes to and which this value keeps alive.
    private nonisolated(unsafe) let buffer: UnsafeRawBufferPointer
    private let memory: PackMemory

    init(_ buffer: UnsafeRawBufferPointer, in memory: PackMemory) { (self.buffer, self.memory) = (buffer, memory) }

    /// How many bytes there are.
    public var count: Int { buffer.count }

    /// Hands out the bytes for the time of a call. Copies and allocates nothing.
    public func withSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try body(buffer.bytes)
    }

    /// Hands out the bytes for the time of a call. The pointer must not be kept. Copies and allocates nothing.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try body(buffer)
    }

    /// The same bytes as `Data`, not copied; for decoders of images. Keeps the pack in memory.
    ///
    /// It is to be read. To change some, make an array of it first: Foundation changes bytes that it was lent where they lie, and
    /// a pack's memory cannot be written to: that would end the process. ``withSpan(_:)`` leaves no way to try.
    public var data: Data {
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return Data() }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: buffer.count,
            deallocator: .custom { [memory] _, _ in withExtendedLifetime(memory) {} })
    }
}

extension ContentDigest {
    /// By swift-crypto.
    init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256()
        hasher.update(bufferPointer: bytes)
        self = hasher.finalize().withUnsafeBytes { ContentDigest(reading: $0) }
    }
}
