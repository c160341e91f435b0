/// Returns the result of `body`, or throws its error in another form.
@inlinable
package func rethrow<Value: ~Copyable, Failure: Error, Other: Error>(
    as form: (Failure) -> Other, _ body: () throws(Failure) -> Value
) throws(Other) -> Value {
    do throws(Failure) {
        return try body()
    } catch {
        throw form(error)
    }
}

// The standard library's own functions throw any error.
extension [UInt8] {
    /// Makes bytes of which `fill` stores each one.
    @inlinable
    package init<Failure: Error>(
        count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        var failure: Failure?
        self.init(unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(Failure) {
                try fill(UnsafeMutableRawBufferPointer(buffer))
                filled = count
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }

    @inlinable
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
    }
}
