#if canImport(Glibc)
    import CMalloc
#endif

enum Heap {
    /// Makes glibc return large blocks of memory to the system when they are freed. By default it keeps blocks of up to
    /// 32 MB, which later allocations of other sizes do not use. Small blocks stay with the process.
    static func returnFreedMemoryToSystem() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 4 << 20)
            mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }
}
