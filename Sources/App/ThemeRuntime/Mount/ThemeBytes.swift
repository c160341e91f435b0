public import ThemeSystem

/// The checked bytes of an image or a resource in a mounted pack. They keep the pack in memory.
public struct ThemeBytes: Sendable {
    /// Points into `memory`, to which this process does not write.
    private nonisolated(unsafe) let buffer: UnsafeRawBufferPointer
    private let memory: PackMemory

    init(_ buffer: UnsafeRawBufferPointer, in memory: PackMemory) {
        self.buffer = buffer
        self.memory = memory
    }

    /// The number of bytes.
    public var count: Int { buffer.count }

    /// Passes the bytes to a closure, without a copy.
    public func withSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try body(buffer.bytes)
    }

    /// Passes the bytes to a closure, without a copy. The pointer is only valid during the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(memory) {} }
        return try body(buffer)
    }

    /// The bytes as `Data`, without a copy. Do not modify it: Foundation would write to the pack's memory, which is
    /// read-only, and the process would end.
    public var data: Data {
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return Data() }
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: buffer.count,
            deallocator: .custom { [memory] _, _ in withExtendedLifetime(memory) {} })
    }
}
