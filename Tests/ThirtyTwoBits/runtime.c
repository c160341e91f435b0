// Functions that embedded Swift's standard library and its objects expect of the program.

#include <stdio.h>
#include <stdlib.h>

unsigned long __stack_chk_guard = 0x5AFE;

const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end == text ? NULL : end;
}

void check_pack(const char *path);

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int number = 1; number < count; number++) check_pack(arguments[number]);
    return 0;
}
