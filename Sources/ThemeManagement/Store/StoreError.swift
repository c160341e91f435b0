/// The reason why a store cannot load or save.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or key where the choice is saved.
    public let place: String
    /// The problem, as the end of a sentence that begins with the place: "is not a string".
    public let reason: String

    /// Creates an error.
    public init(place: String, reason: String) { (self.place, self.reason) = (place, reason) }

    public var description: String { "\(place): \(reason)" }
}
