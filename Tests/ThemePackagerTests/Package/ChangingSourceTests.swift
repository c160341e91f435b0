import Foundation
import TestSupport
import Testing
import ThemeSystem
import ThemeModel

@testable import ThemeProject

@Suite("Sources that change while they are read")
struct ChangingSourceTests {
    @Test("A file whose length changes while it is read is an error", arguments: [true, false])
    func changing(grows: Bool) throws {
        let sandbox = try Sandbox()
        let path = "\(sandbox.path)/x"
        try sandbox.write("x", "")
        let size = 256 << 20
        try #require(truncate(path, off_t(size)) == 0)
        let isDone = AtomicFlag()
        try withThreads {
            var length = size
            while !isDone.isRaised {
                length += grows ? 1 : -1
                truncate(path, off_t(length))
                usleep(500)
            }
        } while: {
            defer { isDone.raise() }
            #expect(throws: FileError.changed) { try DiskFileSystem().read(path, limit: .max) }
        }
    }

    private func withThreads(_ other: @escaping @Sendable () -> Void, while body: () throws -> Void) throws {
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            other()
            end.signal()
        }
        defer { end.wait() }
        try body()
    }
}
