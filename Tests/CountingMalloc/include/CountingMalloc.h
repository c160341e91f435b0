/// How often this thread has asked for memory since it began; -1 where that is not counted.
long themepack_allocation_count(void);

/// How many bytes the process has allocated and not freed; -1 where that is not counted.
long themepack_heap_bytes(void);
