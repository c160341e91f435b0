// Accepts most valid PNGs in a fifth of libpng's time, and leaves all others to libpng. libpng inflates row by row,
// into buffers so small that zlib never reaches its fast loop. Each condition below is one of libpng's (pngrutil.c,
// 1.6), or stricter. A part is *plain* if it surely meets libpng's conditions. PNG: https://www.w3.org/TR/png-3/
#include "CPNGShim.h"

#include "content.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    PALETTE = 3,
    // libpng may reject longer chunks, by limits that depend on its build.
    CHUNK_LENGTH_MAX = 4000000,
    // Larger images are left to libpng, which needs less memory.
    INFLATED_LENGTH_MAX = 16 << 20,
    PIECE_LENGTH = 65536,
    // Larger images with 16 bits a sample are only decoded.
    DEEP_PIXELS_MAX = 1 << 20,
};

struct header {
    uint32_t width, height;
    uint8_t depth, type, interlace;
};

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int is_type(const uint8_t *chunk, const char *type) { return memcmp(chunk + 4, type, 4) == 0; }

static int read_header(const uint8_t *data, uint32_t max_width, uint32_t max_height, struct header *header) {
    static const uint8_t depths[7] = {0x1F, 0, 0x18, 0x0F, 0x18, 0, 0x18};
    *header = (struct header){big_endian(data), big_endian(data + 4), data[8], data[9], data[12]};
    if (header->width > 0x7FFFFFFF || header->height > 0x7FFFFFFF) // a PNG's numbers have 31 bits
        return 0;
    if (header->width == 0 || header->height == 0 || header->width > max_width || header->height > max_height)
        return 0;
    if (header->type > 6 || data[10] != 0 || data[11] != 0 || header->interlace > 1)
        return 0;
    // Bit n of `depths` stands for a depth of 2^n: 1, 2, 4, 8, 16.
    for (int n = 0; n < 5; n++)
        if (header->depth == 1 << n)
            return depths[header->type] >> n & 1;
    return 0;
}

static uint64_t row_length(const struct header *header, uint64_t width) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    return 1 + (width * channels[header->type] * header->depth + 7) / 8;
}

// In images that are not interlaced, pass 0 is the whole image.
static void pass_size(const struct header *header, int pass, uint64_t *width, uint64_t *height) {
    static const uint8_t x0[7] = {0, 4, 0, 2, 0, 1, 0}, dx[7] = {8, 8, 4, 4, 2, 2, 1};
    static const uint8_t y0[7] = {0, 0, 4, 0, 2, 0, 1}, dy[7] = {8, 8, 8, 4, 4, 2, 2};
    *width = header->width;
    *height = header->height;
    if (header->interlace) {
        *width = *width > x0[pass] ? (*width - x0[pass] + dx[pass] - 1) / dx[pass] : 0;
        *height = *height > y0[pass] ? (*height - y0[pass] + dy[pass] - 1) / dy[pass] : 0;
    }
    if (*width == 0)
        *height = 0;
}

static uint64_t inflated_length(const struct header *header) {
    uint64_t length = 0, width, height;
    for (int pass = 0; pass < (header->interlace ? 7 : 1); pass++) {
        pass_size(header, pass, &width, &height);
        length += height * row_length(header, width);
    }
    return length;
}

// Returns whether every row starts with one of the five filters. `bytes` has all rows.
static int has_plain_filters(const struct header *header, const uint8_t *bytes) {
    uint64_t width, height;
    for (int pass = 0; pass < (header->interlace ? 7 : 1); pass++) {
        pass_size(header, pass, &width, &height);
        for (; height > 0; height--, bytes += row_length(header, width))
            if (*bytes > 4)
                return 0;
    }
    return 1;
}

static int has_right_crc(const uint8_t *chunk, size_t size) {
    return libdeflate_crc32(0, chunk + 4, size + 4) == big_endian(chunk + 8 + size);
}

// libpng inflates with the declared window. Unless that is the largest, or fits the whole image, libpng can reject a
// distance that is accepted here.
static int has_plain_window(uint8_t first, uint64_t inflated) {
    int window = first >> 4;
    return window == 7 || (window < 7 && (uint64_t)256 << window >= inflated);
}

// Returns the end of the consecutive IDAT chunks from `at` on; 0 if one of them is damaged.
static size_t end_of_image_data(const uint8_t *bytes, size_t length, size_t at) {
    while (length - at >= 12 && is_type(bytes + at, "IDAT")) {
        size_t size = big_endian(bytes + at);
        if (size > CHUNK_LENGTH_MAX || size > length - at - 12 || !has_right_crc(bytes + at, size))
            return 0;
        at += size + 12;
    }
    return at;
}

// Copies the data of the IDAT chunks from `chunk` to `end` into memory with the margin that inflating needs.
static uint8_t *join_chunks(const uint8_t *chunk, const uint8_t *end, size_t *length) {
    uint8_t *stream = calloc(1, (size_t)(end - chunk) + PNG_SHIM_INPUT_MARGIN);
    *length = 0;
    for (size_t size; stream != NULL && chunk < end; chunk += size + 12) {
        size = big_endian(chunk);
        memcpy(stream + *length, chunk + 8, size);
        *length += size;
    }
    return stream;
}

// Inflates the stream in the IDAT chunks from `chunk` to `end`.
static int inflate_chunks(const uint8_t *chunk, const uint8_t *end, uint8_t *rows, size_t expected) {
    size_t length = big_endian(chunk);
    if (chunk + length + 12 == end)
        return png_shim_inflate(chunk + 8, length, rows, expected);
    uint8_t *stream = join_chunks(chunk, end, &length);
    int is_sound = stream != NULL && png_shim_inflate(stream, length, rows, expected);
    free(stream);
    return is_sound;
}

// The chunk, or NULL.
struct colors {
    const uint8_t *palette, *transparency;
};

// Returns 0 for images whose pixels are left to libpng.
static int describe_rows(const struct header *header, const struct colors *colors, struct png_rows *rows) {
    int has_color_key = colors->transparency != NULL && header->type != PALETTE;
    int is_too_deep = header->depth == 16 && (uint64_t)header->width * header->height > DEEP_PIXELS_MAX;
    if (header->interlace || has_color_key || is_too_deep)
        return 0;
    *rows = (struct png_rows){
        .width = header->width, .height = header->height, .depth = header->depth, .type = header->type,
        .row_length = row_length(header, header->width),
    };
    if (colors->palette != NULL) {
        rows->palette = colors->palette + 8;
        rows->palette_length = big_endian(colors->palette);
    }
    if (colors->transparency != NULL) {
        rows->transparency = colors->transparency + 8;
        rows->transparency_length = big_endian(colors->transparency);
    }
    return 1;
}

// Checks that the IDAT chunks from `at` on are one stream of exactly the image's rows. Moves `at` to their end.
static int check_image_data(const struct header *header, const struct colors *colors, const uint8_t *bytes,
    size_t length, size_t *at, struct png_shim_content *content, struct png_shim_rows **kept) {
    const uint8_t *first = bytes + *at;
    size_t size = big_endian(first);
    uint64_t expected = inflated_length(header);
    if (expected > INFLATED_LENGTH_MAX || size == 0 || !has_plain_window(first[8], expected))
        return 0;
    *at = end_of_image_data(bytes, length, *at);
    // The last chunk's CRC and IEND are the margin behind a stream in a single chunk.
    if (*at == 0 || length - *at < PNG_SHIM_INPUT_MARGIN - 4)
        return 0;
    uint8_t *rows = malloc(expected + PNG_SHIM_OUTPUT_MARGIN);
    if (rows == NULL)
        return 0;
    int sound = inflate_chunks(first, bytes + *at, rows, expected) && has_plain_filters(header, rows);
    struct png_rows image;
    if (!sound || content == NULL || !describe_rows(header, colors, &image)) {
        free(rows);
        return sound;
    }
    image.bytes = rows;
    struct png_shim_rows *made = make_rows(&image, image.height);
    if (made == NULL)
        return sound;
    read_content(made, content);
    // Other images can differ in the low bytes of 16 bits alone.
    if (kept == NULL || header->depth == 16)
        png_shim_free_rows(made);
    else
        *kept = made;
    return sound;
}

static int is_plain_palette(const struct header *header, size_t size) {
    size_t max = header->type == PALETTE ? (size_t)1 << header->depth : 256;
    // libpng rejects indices beyond the palette in interlaced images.
    if (header->type == PALETTE && header->interlace && size / 3 != max)
        return 0;
    return (header->type == 2 || header->type == 6 || header->type == PALETTE) && size % 3 == 0 && size > 0
        && size / 3 <= max;
}

static int is_plain_transparency(const struct header *header, size_t size, size_t palette) {
    if (header->type == PALETTE)
        return size > 0 && size <= palette / 3;
    return (header->type == 0 && size == 2) || (header->type == 2 && size == 6);
}

int png_shim_has_damage(const uint8_t *bytes, size_t length, int is_whole) {
    struct header header;
    size_t at = 8;
    if (length < 8 + 25)
        return is_whole;
    if (!read_header(bytes + 16, UINT32_MAX, UINT32_MAX, &header))
        return 1;
    while (length - at >= 12) {
        const uint8_t *chunk = bytes + at;
        size_t size = big_endian(chunk);
        if (size > length - at - 12)
            return is_whole;
        if (!has_right_crc(chunk, size))
            return 1;
        at += 12 + size;
        if (is_type(chunk, "IEND"))
            return 0;
    }
    return is_whole;
}

int png_shim_quick_check(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height) {
    return png_shim_quick_look(bytes, length, max_width, max_height, NULL, NULL);
}

int png_shim_quick_look(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_content *content, struct png_shim_rows **kept) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    struct header header = {0};
    struct colors colors = {NULL, NULL};
    size_t at = 8, palette = 0;
    int has_transparency = 0, has_image = 0;
    if (length < 8 + 25 || memcmp(bytes, signature, 8) != 0)
        return 0;
    while (length - at >= 12) {
        const uint8_t *chunk = bytes + at;
        size_t size = big_endian(chunk);
        if (size > CHUNK_LENGTH_MAX || size > length - at - 12)
            return 0;
        if (!is_type(chunk, "IDAT") && !has_right_crc(chunk, size))
            return 0;
        for (int letter = 4; letter < 8; letter++)
            if (!((chunk[letter] | 0x20) >= 'a' && (chunk[letter] | 0x20) <= 'z'))
                return 0;
        if (at == 8) {
            if (!is_type(chunk, "IHDR") || size != 13 || !read_header(chunk + 8, max_width, max_height, &header))
                return 0;
        } else if (is_type(chunk, "PLTE")) {
            if (palette || has_transparency || has_image || !is_plain_palette(&header, size))
                return 0;
            palette = size;
            colors.palette = chunk;
        } else if (is_type(chunk, "tRNS")) {
            if (has_transparency || has_image || !is_plain_transparency(&header, size, palette))
                return 0;
            has_transparency = 1;
            colors.transparency = chunk;
        } else if (is_type(chunk, "IDAT")) {
            if (has_image || (header.type == PALETTE && !palette))
                return 0;
            has_image = 1;
            if (!check_image_data(&header, &colors, bytes, length, &at, content, kept))
                return 0;
            continue;
        } else if (is_type(chunk, "IEND")) {
            return has_image && size == 0 && at + 12 == length;
        } else if (!(chunk[4] & 0x20)) {
            return 0; // critical, and unknown here
        }
        at += size + 12;
    }
    return 0;
}

// Copies at most `max` bytes of the IDAT chunks from `at` on, with the margin that inflating needs. Stores how many of
// them may be inflated: not the last 16 of a stream that goes on.
static uint8_t *copy_chunks(const uint8_t *bytes, size_t length, size_t at, size_t max, size_t *count) {
    uint8_t *stream = calloc(1, max + PNG_SHIM_INPUT_MARGIN);
    *count = 0;
    while (stream != NULL && length - at >= 8 && is_type(bytes + at, "IDAT")) {
        size_t size = big_endian(bytes + at), rest = length - at - 8;
        size_t part = size < rest ? size : rest;
        if (part > max - *count)
            part = max - *count;
        memcpy(stream + *count, bytes + at + 8, part);
        *count += part;
        if (part < size || rest - size < 4) {
            *count = *count < 16 ? 0 : *count - 16;
            break;
        }
        at += size + 12;
    }
    return stream;
}

struct png_shim_rows *png_shim_first_rows(const uint8_t *bytes, size_t length, size_t wanted) {
    struct header header;
    struct colors colors = {NULL, NULL};
    struct png_rows rows;
    size_t at = 8;
    if (length < 8 + 25 || !read_header(bytes + 16, UINT32_MAX, UINT32_MAX, &header))
        return NULL;
    for (; length - at >= 12 && !is_type(bytes + at, "IDAT"); at += big_endian(bytes + at) + 12) {
        if (big_endian(bytes + at) > length - at - 12)
            return NULL;
        if (is_type(bytes + at, "PLTE"))
            colors.palette = bytes + at;
        if (is_type(bytes + at, "tRNS"))
            colors.transparency = bytes + at;
    }
    uint64_t all = inflated_length(&header);
    if (all > INFLATED_LENGTH_MAX || header.depth == 16 || (header.type == PALETTE && colors.palette == NULL)
        || !describe_rows(&header, &colors, &rows))
        return NULL;
    if (wanted < rows.row_length)
        wanted = rows.row_length;
    if (wanted > all)
        wanted = all;
    // Compressed bytes are hardly more than the others.
    size_t count, max = wanted + 1024 < length ? wanted + 1024 : length;
    uint8_t *stream = copy_chunks(bytes, length, at, max, &count);
    uint32_t height = rows.height;
    rows.height = 0;
    rows.bytes = malloc(wanted + PNG_SHIM_OUTPUT_MARGIN);
    if (stream != NULL && rows.bytes != NULL)
        rows.height = (uint32_t)(png_shim_inflate_start(stream, count, rows.bytes, wanted) / rows.row_length);
    free(stream);
    return make_rows(&rows, height);
}

int png_shim_look_at_start(
    const uint8_t *bytes, size_t length, struct png_shim_rows *other, struct png_shim_content *content) {
    // As many rows as were read of the other image usually suffice.
    size_t wanted = other == NULL ? 2048 : other->unfiltered * other->rows.row_length;
    uint32_t known = 0;
    int differs = 0;
    for (int goes_on = 1; goes_on; wanted *= 4) {
        struct png_shim_rows *rows = png_shim_first_rows(bytes, length, wanted);
        if (rows == NULL)
            return 0;
        int is_new = rows->rows.height > known;
        known = rows->rows.height;
        if (is_new) {
            *content = (struct png_shim_content){0};
            differs = other != NULL && png_shim_compare_rows(rows, other) == 0;
            read_content(rows, content);
        }
        goes_on = is_new && !differs && known < rows->height && (other != NULL || !content->has_start);
        png_shim_free_rows(rows);
    }
    return differs;
}

// Inflates the stream in the IDAT chunks from `at` on, and discards the rows. Returns the end of these chunks.
static size_t find_in_image_data(const struct header *header, const uint8_t *bytes, size_t length, size_t at,
    struct png_shim_trailing_data *found) {
    uint8_t piece[PIECE_LENGTH];
    uint64_t total = 0, expected = inflated_length(header), limit = expected + PNG_SHIM_EXCESS_MAX;
    z_stream stream = {0};
    if (inflateInit(&stream) != Z_OK)
        return length;
    int result = Z_OK;
    while (total <= limit && length - at >= 8 && is_type(bytes + at, "IDAT")) {
        size_t size = big_endian(bytes + at), rest = length - at - 8;
        stream.next_in = (Bytef *)bytes + at + 8;
        stream.avail_in = (uInt)(size < rest ? size : rest);
        while (result == Z_OK && total <= limit && stream.avail_in > 0) {
            stream.next_out = piece;
            stream.avail_out = PIECE_LENGTH;
            result = inflate(&stream, Z_NO_FLUSH);
            total += PIECE_LENGTH - stream.avail_out;
        }
        if (result == Z_STREAM_END)
            found->after_stream += stream.avail_in;
        if (size + 12 > length - at) {
            at = length;
            break;
        }
        at += size + 12;
    }
    inflateEnd(&stream);
    found->inflated = total > expected ? total - expected : 0;
    return at;
}

struct png_shim_trailing_data png_shim_find_trailing_data(const uint8_t *bytes, size_t length) {
    struct png_shim_trailing_data found = {0};
    struct header header;
    size_t at = 8;
    int has_image = 0;
    if (length < 8 + 25 || !is_type(bytes + at, "IHDR") || big_endian(bytes + at) != 13
        || !read_header(bytes + at + 8, UINT32_MAX, UINT32_MAX, &header))
        return found;
    while (length - at >= 12) {
        if (is_type(bytes + at, "IDAT") && !has_image) {
            has_image = 1;
            at = find_in_image_data(&header, bytes, length, at, &found);
            continue;
        }
        size_t size = big_endian(bytes + at);
        if (size > length - at - 12)
            return found;
        if (is_type(bytes + at, "IEND")) {
            found.after_end = length - at - 12 - size;
            return found;
        }
        at += size + 12;
    }
    return found;
}
