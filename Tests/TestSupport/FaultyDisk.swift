import Foundation
package import ThemeSystem
import ThemeModel

/// A disk that fails or stops at one of the calls that write files.
package final class FaultyDisk: Sendable {
    package enum Fault: Sendable {
        case error(Int32)
        /// From this call on nothing reaches the disk except half of one piece, as after `kill -9` or a loss of power.
        case stop
    }

    private let fault: Fault
    private let target: Int
    private let count = AtomicInteger(0)

    package init(_ fault: Fault, at target: Int) {
        self.fault = fault
        self.target = target
    }

    package var callCount: Int { count.value }

    private func call<Value: BinaryInteger>(_ isTarget: Bool = true, _ body: () -> Value, atStop: () -> Void = {})
        -> Value
    {
        let number = isTarget ? count.add(1) : 0
        switch fault {
        case .error(let code) where number == target && isTarget:
            errno = code
            return -1
        case .stop where target > 0 && count.value >= target:
            if number == target { atStop() }
            errno = EIO
            return -1
        default: return body()
        }
    }

    /// Calls that clean up do not fail, because then nothing could be cleaned up.
    private var stopsDisk: Bool { if case .stop = fault { true } else { false } }

    package var calls: DiskCalls {
        let real = DiskCalls()
        var calls = DiskCalls()
        calls.create = { path in self.call { real.create(path) } }
        calls.append = { path in self.call { real.append(path) } }
        calls.write = { descriptor, bytes, count in
            self.call {
                real.write(descriptor, bytes, count)
            } atStop: {
                _ = real.write(descriptor, bytes, count / 2)
            }
        }
        calls.synchronize = { descriptor in self.call { real.synchronize(descriptor) } }
        calls.rename = { old, new in self.call { real.rename(old, new) } }
        calls.link = { old, new in self.call(self.stopsDisk) { real.link(old, new) } }
        calls.unlink = { path in self.call(self.stopsDisk) { real.unlink(path) } }
        calls.rmdir = { path in self.call(self.stopsDisk) { real.rmdir(path) } }
        return calls
    }
}
