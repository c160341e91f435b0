/// The reason why a delta cannot be made or applied.
package struct DeltaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file at fault.
    package let path: String
    /// A predicate whose subject is the file.
    package let reason: String

    package init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

    package var description: String { "\(path): \(reason)" }
}
