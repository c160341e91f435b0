#define _GNU_SOURCE // for dladdr
#include "CPNGShim.h"

#include <dlfcn.h>
#include <libdeflate.h>
#include <png.h>
#include <zlib.h>

uint32_t png_shim_crc32(uint32_t start, const uint8_t *bytes, size_t length) {
    return libdeflate_crc32(start, bytes, length);
}

size_t png_shim_gzip(const uint8_t *bytes, size_t length, uint8_t *out, size_t capacity) {
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(9);
    if (compressor == NULL)
        return 0;
    size_t count = libdeflate_gzip_compress(compressor, bytes, length, out, capacity);
    libdeflate_free_compressor(compressor);
    return count;
}

const char *png_shim_library_path(int number) {
    void *const functions[] = {(void *)png_get_libpng_ver, (void *)inflate, (void *)libdeflate_crc32};
    Dl_info info;
    if (number < 0 || number >= 3 || dladdr(functions[number], &info) == 0)
        return NULL;
    return info.dli_fname;
}
