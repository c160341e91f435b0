// Atomic operations and calls of the system that Swift does not see. "CSystem" is a target of swift-system, and a
// package may not have two targets of one name.

#ifndef CTHEMESYSTEM_H
#define CTHEMESYSTEM_H

#include <stdbool.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// Atomic operations on plain memory, because Swift imports no `_Atomic` types and its Synchronization module needs
// iOS 18 and macOS 15. The memory must be aligned, must not move, and be accessed only by these functions.
// With `always_inline` the thread sanitizer sees the operations in the Swift function.
#define CATOMICS_INLINE static inline __attribute__((always_inline))

// Integers. All operations have one total order, so callers need not reason about weaker orders.

CATOMICS_INLINE intptr_t catomics_integer_load(const intptr_t *integer) {
    return __atomic_load_n(integer, __ATOMIC_SEQ_CST);
}

CATOMICS_INLINE void catomics_integer_store(intptr_t *integer, intptr_t value) {
    __atomic_store_n(integer, value, __ATOMIC_SEQ_CST);
}

/// Returns the sum.
CATOMICS_INLINE intptr_t catomics_integer_add(intptr_t *integer, intptr_t value) {
    return __atomic_add_fetch(integer, value, __ATOMIC_SEQ_CST);
}

// Bits that are never cleared. A thread that reads a set bit also sees the writes before it was set.

CATOMICS_INLINE uint64_t catomics_bits_load(const uint64_t *bits) {
    return __atomic_load_n(bits, __ATOMIC_ACQUIRE);
}

CATOMICS_INLINE void catomics_bits_insert(uint64_t *bits, uint64_t inserted) {
    (void)__atomic_fetch_or(bits, inserted, __ATOMIC_RELEASE);
}

// Pointers that are stored once. A thread that reads the pointer also sees the earlier writes to its memory.

CATOMICS_INLINE void *_Nullable catomics_pointer_load(void *_Nullable const *_Nonnull pointer) {
    return __atomic_load_n(pointer, __ATOMIC_ACQUIRE);
}

/// Stores `value` if the pointer is NULL. Returns the previous pointer.
CATOMICS_INLINE void *_Nullable catomics_pointer_store_if_null(void *_Nullable *_Nonnull pointer, void *value) {
    void *_Nullable previous = 0;
    __atomic_compare_exchange_n(pointer, &previous, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return previous;
}

#ifdef __linux__
/// Linux's openat2 with RESOLVE_NO_SYMLINKS. `errno` is ENOSYS if the kernel is older than 5.6.
/// <https://man7.org/linux/man-pages/man2/openat2.2.html>
int csystem_open_without_links(const char *path, int flags, unsigned mode);

#ifdef __GLIBC__
/// Gives Swift the arguments that glibc gave the program. Swift reads them from /proc, which some roots do not have.
void csystem_restore_arguments(void);

/// By default glibc keeps freed blocks of up to 32 MB, which later allocations of other sizes do not use.
void csystem_return_freed_memory(void);

/// Gives the system what is free now. The first thread does not use what others have freed.
void csystem_return_memory_of_threads(void);
#endif
#endif

#pragma clang assume_nonnull end

#endif
