public import ThemeSystem

/// An error for people. Its `localizedDescription` is its `description`, on every system.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    public var errorDescription: String? { description }
    // Foundation's own defaults are seen only by files that import Foundation.
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}
