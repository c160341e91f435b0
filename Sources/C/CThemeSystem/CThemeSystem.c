#define _GNU_SOURCE
#include "CThemeSystem.h"

#ifdef __linux__
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The headers of older C libraries lack these. All architectures have the same numbers.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#define CSYSTEM_RESOLVE_NO_SYMLINKS 0x04

int csystem_open_without_links(const char *path, int flags, unsigned mode) {
    // `struct open_how`. The kernel rejects a mode without O_CREAT.
    struct {
        uint64_t flags, mode, resolve;
    } how = {(unsigned)flags, (flags & O_CREAT) ? mode : 0, CSYSTEM_RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

#ifdef __GLIBC__
#include <malloc.h>

void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

static char **given_arguments;
static int given_count;

// Only glibc gives the arguments to constructors.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
    given_count = argc;
    given_arguments = argv;
}

void csystem_restore_arguments(void) {
    _swift_stdlib_overrideUnsafeArgvArgc(given_arguments, given_count);
}

void csystem_return_freed_memory(void) {
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 8 << 20);
}

void csystem_return_memory_of_threads(void) { malloc_trim(0); }
#endif
#endif
