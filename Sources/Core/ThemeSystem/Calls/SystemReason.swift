/// Returns the system's text for an error, such as "No such file or directory".
///
/// - Parameter code: a value of `errno`. By default that of the last call that failed, so make no other call before.
package func systemReason(of code: Int32 = errno) -> String { String(cString: strerror(code)) }

/// The reason why a call of the system failed.
package struct SystemError: Error, Equatable {
    /// The system's text, or the predicate of a sentence about the file.
    package let reason: String
    /// The value of `errno`; 0 if the reason is not the system's.
    package let code: Int32

    package init(_ reason: String, code: Int32 = 0) {
        self.reason = reason
        self.code = code
    }

    /// - Parameter code: a value of `errno`.
    package init(code: Int32) { self.init(systemReason(of: code), code: code) }

    /// The error of the last call that failed.
    package static func last() -> SystemError { SystemError(code: errno) }
}
