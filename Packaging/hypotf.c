// Swift's library names `hypotf`, whose newest version is of glibc 2.35, and nothing calls it. With this one, released
// programs run with glibc 2.34. It is weak, because `make bench-compare` also links commits that define it themselves.
__attribute__((weak, visibility("hidden"))) float hypotf(float x, float y) {
    if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
    return (float)__builtin_sqrt((double)x * x + (double)y * y);
}
