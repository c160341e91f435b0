#include "CPlainPNG.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>
#include <zlib.h>

struct source {
    const uint8_t *bytes;
    size_t rest;
};

static void fail(png_structp png, png_const_charp text) {
    (void)text;
    longjmp(png_jmpbuf(png), 1);
}

static void warn(png_structp png, png_const_charp text) {
    const int *is_strict = png_get_error_ptr(png);
    if (*is_strict && (strstr(text, "tRNS: ") != NULL || strstr(text, "tRNS must be after") != NULL))
        longjmp(png_jmpbuf(png), 1);
}

static void read_bytes(png_structp png, png_bytep out, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->rest)
        png_error(png, "the file ends too early");
    memcpy(out, source->bytes, count);
    source->bytes += count;
    source->rest -= count;
}

int plain_png_reads(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height, int is_strict) {
    struct source source = {bytes, length};
    volatile int is_read = 0;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &is_strict, fail, warn);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info != NULL && !setjmp(png_jmpbuf(png))) {
        png_set_read_fn(png, &source, read_bytes);
        png_set_user_limits(png, max_width, max_height);
        if (is_strict)
            png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
        png_read_info(png, info);
        int passes = png_set_interlace_handling(png);
        png_read_update_info(png, info);
        for (int pass = 0; pass < passes; pass++)
            for (png_uint_32 row = 0; row < png_get_image_height(png, info); row++)
                png_read_row(png, NULL, NULL);
        png_read_end(png, info);
        is_read = 1;
    }
    png_destroy_read_struct(&png, &info, NULL);
    return is_read;
}

int plain_zlib_inflates(const uint8_t *stream, size_t length, size_t max) {
    uint8_t piece[4096];
    z_stream zlib = {.next_in = (Bytef *)stream, .avail_in = (uInt)length};
    int result = inflateInit(&zlib);
    while (result == Z_OK && zlib.total_out <= max) {
        zlib.next_out = piece;
        zlib.avail_out = sizeof piece;
        result = inflate(&zlib, Z_NO_FLUSH);
    }
    inflateEnd(&zlib);
    return result == Z_STREAM_END && zlib.total_out <= max;
}
