/// The limits for a transfer.
public struct UpdateLimits: Hashable, Sendable {
    /// The time in which ``byteCountPerInterval`` bytes must arrive. A slower transfer ends.
    public var interval: Duration = .seconds(30)
    /// The bytes that must arrive in each ``interval``.
    public var byteCountPerInterval = 1024
    /// The times that a transfer is resumed within one download, if it made progress before it was cut.
    public var resumptions = 3

    /// Creates the usual limits.
    public init() {}
}
