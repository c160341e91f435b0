#include "CLinux.h"

#ifdef __linux__
// Swift's library names `hypotf`, whose newest version is of glibc 2.35, and nothing calls it. With this one, the tool
// runs with glibc 2.34.
__attribute__((visibility("hidden"))) float hypotf(float x, float y) {
    if (__builtin_isinf(x) || __builtin_isinf(y))
        return __builtin_inff();
    return (float)__builtin_sqrt((double)x * x + (double)y * y);
}

// Swift reads the arguments from /proc/self/cmdline, which some roots do not have. glibc gives them to constructors.
void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc);

__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
    _swift_stdlib_overrideUnsafeArgvArgc(argv, argc);
}
#endif
