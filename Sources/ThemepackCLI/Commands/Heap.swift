#if canImport(Glibc)
    import CLinux
#endif

enum Heap {
    /// By default glibc keeps freed blocks of up to 32 MB, which later allocations of other sizes do not use.
    static func returnFreedMemoryToSystem() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 4 << 20)
            mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }
}
