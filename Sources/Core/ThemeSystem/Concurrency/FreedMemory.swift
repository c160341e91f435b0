#if canImport(Glibc)
    import CThemeSystem
#endif

/// Returns memory to the system that threads have freed. Call it after threads have made and freed much.
package func returnMemoryOfThreads() {
    #if canImport(Glibc)
        csystem_return_memory_of_threads()
    #endif
}
