// The only `setjmp` of the project. libpng reports errors by `longjmp`, which must not cross a Swift frame.
#include "CPNGShim.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

struct reader {
    const uint8_t *bytes;
    size_t length;
    size_t position;
    char *message;
};

static void fail(png_structp png, png_const_charp text) {
    struct reader *reader = png_get_error_ptr(png);
    strncpy(reader->message, text, PNG_SHIM_MESSAGE_SIZE - 1);
    reader->message[PNG_SHIM_MESSAGE_SIZE - 1] = '\0';
    longjmp(png_jmpbuf(png), 1);
}

// `png_set_benign_errors` turns warnings about the image into errors.
static void ignore_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}

static void read_bytes(png_structp png, png_bytep out, size_t count) {
    struct reader *reader = png_get_io_ptr(png);
    if (count > reader->length - reader->position)
        png_error(png, "the file ends too early");
    memcpy(out, reader->bytes + reader->position, count);
    reader->position += count;
}

int png_shim_decode(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height, char *message) {
    struct reader reader = {.bytes = bytes, .length = length, .message = message};
    message[0] = '\0';
    if (png_shim_has_excess(bytes, length)) {
        strcpy(message, "more image data than the image has rows");
        return 0;
    }
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, fail, ignore_warning);
    if (png == NULL)
        return -1;
    png_infop info = png_create_info_struct(png);
    if (info == NULL) {
        png_destroy_read_struct(&png, NULL, NULL);
        return -1;
    }
    // `png`, `info` and `reader`'s address do not change between setjmp and longjmp, so they need no `volatile`.
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_read_fn(png, &reader, read_bytes);
    png_set_user_limits(png, max_width, max_height);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_benign_errors(png, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_compression_buffer_size(png, 65536);

    png_read_info(png, info);
    int passes = png_set_interlace_handling(png);
    png_start_read_image(png);
    png_uint_32 height = png_get_image_height(png, info);
    for (int pass = 0; pass < passes; pass++)
        for (png_uint_32 row = 0; row < height; row++)
            png_read_row(png, NULL, NULL);
    png_read_end(png, info);
    if (reader.position != length)
        png_error(png, "data follows the IEND chunk");
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
}
