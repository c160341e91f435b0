import Dispatch

/// Values that are made one after the other: the next one on another thread, while the caller uses the last one.
package final class ReadAhead<Value: Sendable>: Sendable {
    private let worker = SerialWorker()
    private let values = Lock<[Value]>([])
    private let isMade = DispatchSemaphore(value: 0)
    private let make: @Sendable () -> Value

    /// - Parameter make: is also called once after the last value that the caller asks for.
    package init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
        makeNext()
    }

    /// Waits for the next value.
    package func next() -> Value {
        isMade.wait()
        let value = values.withLock { $0.removeFirst() }
        makeNext()
        return value
    }

    private func makeNext() {
        worker.perform {
            let value = self.make()
            self.values.withLock { $0.append(value) }
            self.isMade.signal()
        }
    }
}
