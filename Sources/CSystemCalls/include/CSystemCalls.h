// Calls of the system that its C library does not declare.

#ifndef CSYSTEMCALLS_H
#define CSYSTEMCALLS_H

#ifdef __linux__
/// Linux's openat2 with RESOLVE_NO_SYMLINKS. `errno` is ENOSYS if the kernel is older than 5.6.
/// <https://man7.org/linux/man-pages/man2/openat2.2.html>
int csystemcalls_open_without_links(const char *_Nonnull path, int flags, unsigned mode);
#endif

#endif
