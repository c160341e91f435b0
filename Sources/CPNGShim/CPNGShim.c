// The only `setjmp` of the project. libpng reports errors by `longjmp`, which must not cross a Swift frame.
#include "CPNGShim.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    png_structp png;
    png_infop info;
    const uint8_t *bytes;
    size_t length;
    size_t position;
    int has_trailing_data;
    char message[PNG_SHIM_MESSAGE_SIZE];
};

static void fail(png_structp png, png_const_charp text) {
    struct reader *reader = png_get_error_ptr(png);
    strncpy(reader->message, text, PNG_SHIM_MESSAGE_SIZE - 1);
    reader->message[PNG_SHIM_MESSAGE_SIZE - 1] = '\0';
    longjmp(png_jmpbuf(png), 1);
}

// libpng reports what it calls benign errors here. All but data after the image are errors for us.
static void check_warning(png_structp png, png_const_charp text) {
    struct reader *reader = png_get_error_ptr(png);
    if (strcmp(text, "IDAT: Extra compressed data") == 0 || strcmp(text, "IDAT: Too much image data") == 0)
        reader->has_trailing_data = 1;
    else
        png_error(png, text);
}

static void read_bytes(png_structp png, png_bytep out, size_t count) {
    struct reader *reader = png_get_io_ptr(png);
    if (count > reader->length - reader->position)
        png_error(png, "the file ends too early");
    memcpy(out, reader->bytes + reader->position, count);
    reader->position += count;
}

// Runs a step that calls libpng. Returns 0 if libpng reported an error. The step's own variables are lost then, so it
// stores what must be freed in `context`.
static int attempt(struct reader *reader, void (*step)(struct reader *, void *), void *context) {
    if (setjmp(png_jmpbuf(reader->png)))
        return 0;
    step(reader, context);
    return 1;
}

static void read_header(struct reader *reader, void *context) {
    const uint32_t *limits = context;
    png_structp png = reader->png;
    png_set_error_fn(png, reader, fail, check_warning);
    png_set_read_fn(png, reader, read_bytes);
    png_set_user_limits(png, limits[0], limits[1]);
    png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_benign_errors(png, 1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_compression_buffer_size(png, 65536);
    png_read_info(png, reader->info);
}

static void read_end(struct reader *reader, void *context) {
    (void)context;
    png_read_end(reader->png, reader->info);
}

static void discard_rows(struct reader *reader, void *context) {
    png_structp png = reader->png;
    int passes = png_set_interlace_handling(png);
    png_start_read_image(png);
    png_uint_32 height = png_get_image_height(png, reader->info);
    for (int pass = 0; pass < passes; pass++)
        for (png_uint_32 row = 0; row < height; row++)
            png_read_row(png, NULL, NULL);
    read_end(reader, context);
}

// Returns 0 if memory ran out.
static int create(struct reader *reader) {
    reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, fail, NULL);
    if (reader->png == NULL)
        return 0;
    reader->info = png_create_info_struct(reader->png);
    if (reader->info == NULL)
        png_destroy_read_struct(&reader->png, NULL, NULL);
    return reader->info != NULL;
}

static void destroy(struct reader *reader) { png_destroy_read_struct(&reader->png, &reader->info, NULL); }

static const char too_much_data[] = "more image data than the image has rows";

int png_shim_decode(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_trailing_data *trailing, char *message) {
    struct reader reader = {.bytes = bytes, .length = length};
    uint32_t limits[2] = {max_width, max_height};
    message[0] = '\0';
    *trailing = png_shim_find_trailing_data(bytes, length);
    if (trailing->inflated > PNG_SHIM_EXCESS_MAX) {
        strcpy(message, too_much_data);
        return 0;
    }
    if (!create(&reader))
        return -1;
    int is_sound = attempt(&reader, read_header, limits) && attempt(&reader, discard_rows, NULL);
    memcpy(message, reader.message, PNG_SHIM_MESSAGE_SIZE);
    destroy(&reader);
    if (is_sound && reader.has_trailing_data && trailing->inflated == 0 && trailing->after_stream == 0) {
        strcpy(message, too_much_data);
        return 0;
    }
    return is_sound;
}

// ---- pixels ---------------------------------------------------------------------------------------------------------

struct png_shim_pixels {
    struct reader reader;
    png_uint_32 height, row;
    size_t row_length;
    int is_interlaced;
    // The rows of an interlaced image, which are complete only after the last pass.
    uint8_t *rows;
};

static void set_transforms(struct reader *reader, void *context) {
    struct png_shim_pixels *pixels = context;
    png_structp png = reader->png;
    png_set_expand(png); // palettes, fewer than 8 bits, tRNS
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER); // only where there is none
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1)
        png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, reader->info);
    pixels->height = png_get_image_height(png, reader->info);
    pixels->row_length = png_get_rowbytes(png, reader->info);
}

png_shim_pixels *png_shim_pixels_open(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_format *format, char *message) {
    // The excess of a small file is small as well: deflate makes at most 1,032 bytes of one.
    static const size_t small_file = 65536;
    uint32_t limits[2] = {max_width, max_height};
    message[0] = '\0';
    if (length > small_file && png_shim_find_trailing_data(bytes, length).inflated > PNG_SHIM_EXCESS_MAX) {
        strcpy(message, too_much_data);
        return NULL;
    }
    struct png_shim_pixels *pixels = calloc(1, sizeof *pixels);
    if (pixels == NULL)
        return NULL;
    struct reader *reader = &pixels->reader;
    if (!create(reader)) {
        free(pixels);
        return NULL;
    }
    reader->bytes = bytes;
    reader->length = length;
    if (!attempt(reader, read_header, limits)) {
        memcpy(message, reader->message, PNG_SHIM_MESSAGE_SIZE);
        png_shim_pixels_close(pixels);
        return NULL;
    }
    png_structp png = reader->png;
    format->width = png_get_image_width(png, reader->info);
    format->height = png_get_image_height(png, reader->info);
    format->bit_depth = png_get_bit_depth(png, reader->info);
    format->color_type = png_get_color_type(png, reader->info);
    format->is_interlaced = png_get_interlace_type(png, reader->info) != PNG_INTERLACE_NONE;
    format->has_transparency = png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
    pixels->is_interlaced = format->is_interlaced;
    if (!attempt(reader, set_transforms, pixels)
        || pixels->row_length != (size_t)format->width * (format->bit_depth == 16 ? 8 : 4)) {
        memcpy(message, reader->message, PNG_SHIM_MESSAGE_SIZE);
        png_shim_pixels_close(pixels);
        return NULL;
    }
    return pixels;
}

static void read_all_rows(struct reader *reader, void *context) {
    struct png_shim_pixels *pixels = context;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (png_uint_32 row = 0; row < pixels->height; row++)
            png_read_row(reader->png, pixels->rows + row * pixels->row_length, NULL);
    read_end(reader, NULL);
}

struct destination {
    uint8_t *row;
    int is_last;
};

static void read_one_row(struct reader *reader, void *context) {
    struct destination *destination = context;
    png_read_row(reader->png, destination->row, NULL);
    if (destination->is_last)
        read_end(reader, NULL);
}

int png_shim_pixels_read(
    png_shim_pixels *pixels, const uint8_t *bytes, size_t length, uint8_t *row, char *message) {
    struct reader *reader = &pixels->reader;
    reader->bytes = bytes;
    int is_read = 1;
    message[0] = '\0';
    if (pixels->row >= pixels->height || length != reader->length)
        return 0;
    if (!pixels->is_interlaced) {
        struct destination destination = {row, pixels->row + 1 == pixels->height};
        is_read = attempt(reader, read_one_row, &destination);
    } else if (pixels->rows == NULL) {
        pixels->rows = calloc(pixels->height, pixels->row_length);
        if (pixels->rows == NULL)
            return -1;
        is_read = attempt(reader, read_all_rows, pixels);
    }
    if (!is_read) {
        memcpy(message, reader->message, PNG_SHIM_MESSAGE_SIZE);
        pixels->height = 0; // libpng cannot go on after an error
        return 0;
    }
    if (pixels->is_interlaced)
        memcpy(row, pixels->rows + pixels->row * pixels->row_length, pixels->row_length);
    pixels->row++;
    return 1;
}

void png_shim_pixels_close(png_shim_pixels *pixels) {
    destroy(&pixels->reader);
    free(pixels->rows);
    free(pixels);
}
