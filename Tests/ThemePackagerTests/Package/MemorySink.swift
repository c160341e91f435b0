@testable import ThemePackager

final class MemorySink: ByteSink {
    private(set) var bytes: [UInt8] = []

    func append(_ new: [UInt8]) { bytes += new }
}
