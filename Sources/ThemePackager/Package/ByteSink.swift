import SystemCalls

protocol ByteSink: AnyObject {
    func append(_ bytes: [UInt8]) throws(SinkError)
}

struct SinkError: Error {
    let message: String

    static func system() -> SinkError { SinkError(message: systemReason()) }
}
