// The C library, as a module for embedded Swift.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Swift imports no macros with casts, and no functions with a variable number of arguments.
#undef S_IFMT
#undef S_IFREG
#undef S_IFDIR
#undef S_IFSOCK
#undef MAP_FAILED
static const mode_t S_IFMT = 0170000, S_IFREG = 0100000, S_IFDIR = 0040000, S_IFSOCK = 0140000;
static void *const MAP_FAILED = (void *)-1;
#define O_NOFOLLOW_ANY 0
static inline int *system_errno(void) { return &errno; }
static inline int system_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int system_openat(int folder, const char *path, int flags, mode_t mode) {
    return openat(folder, path, flags, mode);
}
