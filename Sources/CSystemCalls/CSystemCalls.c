#define _GNU_SOURCE
#include "CSystemCalls.h"

#ifdef __linux__
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// The headers of older C libraries lack these. All architectures have the same numbers.
#ifndef SYS_openat2
#define SYS_openat2 437
#endif
#define CSYSTEMCALLS_RESOLVE_NO_SYMLINKS 0x04

int csystemcalls_open_without_links(const char *path, int flags, unsigned mode) {
    // `struct open_how`. The kernel rejects a mode without O_CREAT.
    struct {
        uint64_t flags, mode, resolve;
    } how = {(unsigned)flags, (flags & O_CREAT) ? mode : 0, CSYSTEMCALLS_RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}
#endif
