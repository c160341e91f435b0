/// The reason why a store cannot load or save.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or key.
    public let place: String
    /// Completes the sentence "the store at this place ...".
    public let reason: String

    /// Creates an error.
    public init(place: String, reason: String) { (self.place, self.reason) = (place, reason) }

    public var description: String { "\(place): \(reason)" }
}
