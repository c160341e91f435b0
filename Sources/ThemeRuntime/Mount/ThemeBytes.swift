#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The checked bytes of an image or a resource, in place in the mounted pack. They keep the pack in memory.
public struct ThemeBytes: Sendable {
    /// Points into `memory`, which this value retains. This process does not write to it.
    private nonisolated(unsafe) let buffer: UnsafeRawBufferPointer
    private let memory: PackMemory

    init(_ buffer: UnsafeRawBufferPointer, in memory: PackMemory) { (self.buffer, self.memory) = (buffer, memory) }

    /// The number of bytes.
    public var count: Int { buffer.count }

    /// Passes the bytes to a closure. Copies and allocates nothing.
    public func withSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try body(buffer.bytes)
    }

    /// Passes the bytes to a closure. The pointer is only valid during the call. Copies and allocates nothing.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try body(buffer)
    }

    /// The same bytes as `Data`, without a copy. It keeps the pack in memory.
    ///
    /// Do not modify it; make an array of it first. Foundation would write to the pack's memory, which is read-only,
    /// and the process would end. ``withSpan(_:)`` allows no writing.
    public var data: Data {
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return Data() }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: buffer.count,
            deallocator: .custom { [memory] _, _ in withExtendedLifetime(memory) {} })
    }
}
