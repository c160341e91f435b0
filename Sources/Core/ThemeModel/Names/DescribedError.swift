public import ThemeSystem

/// An error for people: `"\(error)"` and `localizedDescription` are its message and its hint, on every system.
public protocol DescribedError: LocalizedError, CustomStringConvertible {
    /// The place, if there is one, and the reason.
    var message: String { get }
    /// Advice on how to fix it; `nil` if there is no general advice.
    var hint: String? { get }
}

extension DescribedError {
    public var hint: String? { nil }
    public var description: String { message + (hint.map { " (\($0))" } ?? "") }
    public var errorDescription: String? { description }
    // Foundation's own defaults are seen only by files that import Foundation.
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}

extension Error {
    /// The text for the message of an error that has the hint of this one.
    package var textWithoutHint: String { (self as? any DescribedError)?.message ?? "\(self)" }
}
