#if canImport(Glibc)
    import CMalloc
#endif

/// How the process manages its memory.
enum Heap {
    /// Has what large lists took given back as soon as they are let go of. Left alone, glibc keeps blocks of up to 32 MB for
    /// later ones, which are of other sizes. What is smaller stays with the process, as it is asked for again and again.
    static func giveBackLargeBlocks() {
        #if canImport(Glibc)
            mallopt(M_MMAP_THRESHOLD, 4 << 20)
            mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }
}
