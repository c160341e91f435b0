extension String {
    /// Hands out the UTF-8 of a string that is contiguous, and what `body` makes of it; `nil` for any other.
    @inline(__always)
    func withBytes<Answer>(
        _ body: (UnsafeRawBufferPointer) throws(ThemeError) -> Answer?
    ) throws(ThemeError) -> Answer? {
        // The standard library's own takes closures that throw anything or nothing.
        try utf8.withContiguousStorageIfAvailable { bytes in
            Result { () throws(ThemeError) in try body(UnsafeRawBufferPointer(bytes)) }
        }?.get()
    }
}
