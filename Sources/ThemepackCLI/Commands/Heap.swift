#if canImport(Glibc)
    import CMalloc
#endif

enum Heap {
    /// Makes glibc return the memory of large lists to the system when they are freed. By default it keeps blocks of
    /// up to 32 MB, and later lists have other sizes. Small blocks stay with the process, which needs them again.
    static func giveBackLargeBlocks() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 4 << 20)
            mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }
}
