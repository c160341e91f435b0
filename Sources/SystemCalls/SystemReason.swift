/// Returns the system's text for an error, such as "No such file or directory".
///
/// - Parameter code: a value of `errno`. By default that of the last call that failed, so make no other call before.
package func systemReason(of code: Int32 = errno) -> String { String(cString: strerror(code)) }
