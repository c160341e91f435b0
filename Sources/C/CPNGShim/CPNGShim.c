// The only `setjmp` of the project. libpng reports errors by `longjmp`, which must not cross a Swift frame.
//
// An image is sound if libpng reads it to its end and leaves out no tRNS chunk, and if all checksums are right: the CRC
// of each chunk, which libpng checks, and the one at the end of the zlib stream, of which it only warns.
#include "CPNGShim.h"

#include "image_end.h"

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
    struct image_end end;
    int knows_end;
    char message[PNG_SHIM_MESSAGE_SIZE];
};

static void fail(png_structp png, png_const_charp text) {
    struct reader *reader = png_get_error_ptr(png);
    strncpy(reader->message, text, PNG_SHIM_MESSAGE_SIZE - 1);
    reader->message[PNG_SHIM_MESSAGE_SIZE - 1] = '\0';
    longjmp(png_jmpbuf(png), 1);
}

// libpng goes on without a tRNS chunk that it cannot use: the image loses its transparency, and other decoders fail.
static void check_warning(png_structp png, png_const_charp text) {
    if (strstr(text, "tRNS: ") != NULL || strstr(text, "tRNS must be after") != NULL)
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
    // Metadata are skipped, so their length costs no memory. The project's limits decide about it.
    png_set_chunk_malloc_max(png, 0);
    png_set_compression_buffer_size(png, 65536);
    png_read_info(png, reader->info);
}

// Returns why the end of the image is damaged, or NULL.
static const char *problem_of_end(struct reader *reader) {
    if (!reader->knows_end)
        reader->end = find_image_end(reader->bytes, reader->length);
    reader->knows_end = 1;
    if (reader->end.is_unknown)
        return "there is not enough memory";
    if (reader->end.trailing.inflated > PNG_SHIM_EXCESS_MAX)
        return "more image data than the image has rows";
    return reader->end.problem;
}

static void read_end(struct reader *reader, void *context) {
    (void)context;
    png_read_end(reader->png, reader->info);
    const char *problem = problem_of_end(reader);
    if (problem != NULL)
        png_error(reader->png, problem);
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

// Of an image with more bytes than `small`, the end is looked at first, because libpng would inflate all of its excess;
// of another one, after the last row. Returns 1 if the header is read, 0 if it is damaged, -1 without memory.
static int open_reader(struct reader *reader, const uint8_t *bytes, size_t length, size_t small, uint32_t max_width,
    uint32_t max_height) {
    uint32_t limits[2] = {max_width, max_height};
    reader->bytes = bytes;
    reader->length = length;
    const char *problem = length > small ? problem_of_end(reader) : NULL;
    // Of other problems, libpng may find one before the end, which is the better message.
    if (problem != NULL && reader->end.trailing.inflated > PNG_SHIM_EXCESS_MAX) {
        strcpy(reader->message, problem);
        return 0;
    }
    return reader->end.is_unknown || !create(reader) ? -1 : attempt(reader, read_header, limits);
}

int png_shim_decode(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_trailing_data *trailing, char *message) {
    struct reader reader = {0};
    int result = open_reader(&reader, bytes, length, 0, max_width, max_height);
    if (result == 1)
        result = attempt(&reader, discard_rows, NULL);
    destroy(&reader);
    if (result == 1)
        *trailing = reader.end.trailing;
    if (result == 0)
        memcpy(message, reader.message, PNG_SHIM_MESSAGE_SIZE);
    return result;
}

// ---- pixels ---------------------------------------------------------------------------------------------------------

struct png_shim_pixels {
    struct reader reader;
    struct png_shim_format format;
    png_uint_32 row;
    size_t row_length;
    // The last row that was read. All rows of an interlaced image, which are complete only after the last pass.
    uint8_t *rows;
};

static void prepare_rows(struct reader *reader, void *context) {
    struct png_shim_pixels *pixels = context;
    png_structp png = reader->png;
    png_infop info = reader->info;
    int transparent = 0;
    png_get_tRNS(png, info, NULL, &transparent, NULL);
    pixels->format = (struct png_shim_format){
        .width = png_get_image_width(png, info),
        .height = png_get_image_height(png, info),
        .bit_depth = png_get_bit_depth(png, info),
        .color_type = png_get_color_type(png, info),
        .is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE,
        .has_transparency = transparent > 0,
    };
    png_set_expand(png); // palettes, fewer than 8 bits, tRNS
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER); // only where there is none
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1)
        png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    pixels->row_length = png_get_rowbytes(png, info);
    if (pixels->row_length != (size_t)pixels->format.width * (pixels->format.bit_depth == 16 ? 8 : 4))
        png_error(png, "libpng gives its rows another length");
}

png_shim_pixels *png_shim_pixels_open(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_format *format, char *message) {
    // The excess of a small file is small as well: deflate makes at most 1,032 bytes of one.
    static const size_t small_file = 65536;
    struct png_shim_pixels *pixels = calloc(1, sizeof *pixels);
    if (pixels == NULL)
        return NULL;
    int result = open_reader(&pixels->reader, bytes, length, small_file, max_width, max_height);
    if (result == 1)
        result = attempt(&pixels->reader, prepare_rows, pixels);
    if (result == 1) {
        *format = pixels->format;
        return pixels;
    }
    if (result == 0)
        memcpy(message, pixels->reader.message, PNG_SHIM_MESSAGE_SIZE);
    png_shim_pixels_close(pixels);
    return NULL;
}

static void read_all_rows(struct reader *reader, void *context) {
    struct png_shim_pixels *pixels = context;
    for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; pass++)
        for (png_uint_32 row = 0; row < pixels->format.height; row++)
            png_read_row(reader->png, pixels->rows + row * pixels->row_length, NULL);
    read_end(reader, NULL);
}

static void read_one_row(struct reader *reader, void *context) {
    struct png_shim_pixels *pixels = context;
    png_read_row(reader->png, pixels->rows, NULL);
    if (pixels->row + 1 == pixels->format.height)
        read_end(reader, NULL);
}

const uint8_t *png_shim_pixels_read(png_shim_pixels *pixels, const uint8_t *bytes, size_t length, char *message) {
    struct reader *reader = &pixels->reader;
    int is_interlaced = pixels->format.is_interlaced, is_first = pixels->rows == NULL;
    reader->bytes = bytes;
    if (pixels->row >= pixels->format.height || length != reader->length)
        return NULL;
    if (is_first)
        pixels->rows = calloc(is_interlaced ? pixels->format.height : 1, pixels->row_length);
    if (pixels->rows == NULL)
        return NULL;
    if ((!is_interlaced || is_first) && !attempt(reader, is_interlaced ? read_all_rows : read_one_row, pixels)) {
        memcpy(message, reader->message, PNG_SHIM_MESSAGE_SIZE);
        pixels->row = pixels->format.height; // libpng cannot go on after an error
        return NULL;
    }
    size_t number = is_interlaced ? pixels->row : 0;
    pixels->row++;
    return pixels->rows + number * pixels->row_length;
}

void png_shim_pixels_close(png_shim_pixels *pixels) {
    destroy(&pixels->reader);
    free(pixels->rows);
    free(pixels);
}
