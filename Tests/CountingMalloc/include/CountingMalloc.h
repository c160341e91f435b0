/// How often this thread has asked for memory since it began; -1 where that is not counted.
long themepack_allocation_count(void);
