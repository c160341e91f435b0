#include "CPNGShim.h"

#include <stdlib.h>
#include <zlib.h>

struct png_shim_deflater {
    z_stream stream;
    uint64_t length;
    int is_finished;
};

png_shim_deflater *png_shim_deflater_open(void) {
    png_shim_deflater *deflater = calloc(1, sizeof *deflater);
    // Level 6 is zlib's default. Memory level 8 and a window of 32 KiB take 256 KiB.
    if (deflater != NULL && deflateInit(&deflater->stream, 6) != Z_OK) {
        free(deflater);
        return NULL;
    }
    return deflater;
}

void png_shim_deflater_add(png_shim_deflater *deflater, const uint8_t *bytes, size_t length, int is_last) {
    uint8_t output[4096];
    if (deflater->is_finished || length > UINT32_MAX)
        return;
    deflater->stream.next_in = (uint8_t *)bytes;
    deflater->stream.avail_in = (uInt)length;
    do {
        deflater->stream.next_out = output;
        deflater->stream.avail_out = sizeof output;
        deflate(&deflater->stream, is_last ? Z_FINISH : Z_NO_FLUSH);
        deflater->length += sizeof output - deflater->stream.avail_out;
    } while (deflater->stream.avail_out == 0);
    deflater->is_finished = is_last;
}

uint64_t png_shim_deflater_length(const png_shim_deflater *deflater) { return deflater->length; }

void png_shim_deflater_close(png_shim_deflater *deflater) {
    deflateEnd(&deflater->stream);
    free(deflater);
}
