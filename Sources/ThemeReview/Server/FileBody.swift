import ThemeSystem

/// A part of an open file, which is read while it is sent.
package final class FileBody: Sendable {
    private let descriptor: Int32
    package let range: Range<Int>

    /// Closes the descriptor when it is freed.
    package init(_ descriptor: Int32, _ range: Range<Int>) { (self.descriptor, self.range) = (descriptor, range) }

    deinit { close(descriptor) }

    /// Returns `nil` if the file was cut.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let isRead = (try? readFully(descriptor, at: offset, into: UnsafeMutableRawBufferPointer(buffer))) != nil
            filled = isRead ? count : 0
        }
        return bytes.count == count ? bytes : nil
    }
}
