extension String {
    /// Returns `nil` if the string is not contiguous UTF-8.
    @inline(__always)
    func withBytes<Answer>(
        _ body: (UnsafeRawBufferPointer) throws(ThemeError) -> Answer?
    ) throws(ThemeError) -> Answer? {
        // The standard library's function takes no typed throws.
        try utf8.withContiguousStorageIfAvailable { bytes in
            Result { () throws(ThemeError) in try body(UnsafeRawBufferPointer(bytes)) }
        }?.get()
    }
}
