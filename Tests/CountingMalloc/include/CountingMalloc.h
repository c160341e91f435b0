/// Returns the number of allocations of this thread since it began; -1 where they are not counted.
long themepack_allocation_count(void);

/// Returns the bytes that the process has allocated and not freed; -1 where they are not counted.
long themepack_heap_bytes(void);

/// Returns how often each region of the code has run, and sets their number; NULL in a build without coverage.
const unsigned long long *themepack_visits(long *count);
