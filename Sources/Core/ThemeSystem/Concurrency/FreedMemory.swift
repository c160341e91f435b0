#if canImport(Glibc)
    import CThemeSystem
#endif

/// Returns freed memory to the system. Call it after threads have freed much.
package func returnMemoryOfThreads() {
    #if canImport(Glibc)
        csystem_return_memory_of_threads()
    #endif
}
