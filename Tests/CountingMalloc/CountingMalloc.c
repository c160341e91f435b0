#include "CountingMalloc.h"

#include <stdlib.h>

/* https://clang.llvm.org/docs/SourceBasedCodeCoverage.html */
extern unsigned long long *__llvm_profile_begin_counters(void) __attribute__((weak));
extern unsigned long long *__llvm_profile_end_counters(void) __attribute__((weak));

const unsigned long long *themepack_visits(long *count) {
    if (!__llvm_profile_begin_counters) return NULL;
    *count = __llvm_profile_end_counters() - __llvm_profile_begin_counters();
    return __llvm_profile_begin_counters();
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

/* A program may bring its own malloc; glibc then uses that everywhere.
   https://sourceware.org/glibc/manual/latest/html_node/Replacing-malloc.html */
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Thread_local long count;

void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { count++; return __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { count++; return __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : 12;
}

long themepack_allocation_count(void) { return count; }

long themepack_heap_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return (long)(info.uordblks + info.hblkhd);
}

#else

long themepack_allocation_count(void) { return -1; }
long themepack_heap_bytes(void) { return -1; }

#endif
