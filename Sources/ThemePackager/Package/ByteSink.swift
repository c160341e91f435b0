import SystemCalls

/// A receiver of a pack's bytes.
protocol ByteSink: AnyObject {
    func append(_ bytes: [UInt8]) throws(SinkError)
}

struct SinkError: Error {
    let message: String

    static func system() -> SinkError { SinkError(message: String(cString: strerror(errno))) }
}
