import ThemeSystem
import ThemeModel

/// Takes the bytes of an archive in order.
protocol ByteSink: AnyObject {
    func append(_ bytes: [UInt8]) throws(SystemError)
}

extension AtomicFile: ByteSink {}
