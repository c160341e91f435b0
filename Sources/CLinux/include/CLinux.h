// What the tool needs of Linux that no Swift module has.
#ifdef __linux__
#include <malloc.h>
#endif
