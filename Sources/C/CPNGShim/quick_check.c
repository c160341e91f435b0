// Accepts most valid PNGs in a fifth of libpng's time, and leaves all others to libpng. libpng inflates row by row,
// into buffers so small that zlib never reaches its fast loop. Each condition below is one of libpng's (pngrutil.c,
// 1.6), or stricter. A part is *plain* if it surely meets libpng's conditions. PNG: https://www.w3.org/TR/png-3/
#include "CPNGShim.h"

#include "content.h"
#include "image_end.h"

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

// Stores the header if libpng accepts it.
static int read_header(const uint8_t *data, uint32_t max_width, uint32_t max_height, struct header *header) {
    static const uint8_t depths[7] = {0x1F, 0, 0x18, 0x0F, 0x18, 0, 0x18};
    struct header read = {big_endian(data), big_endian(data + 4), data[8], data[9], data[12]};
    if (read.width > 0x7FFFFFFF || read.height > 0x7FFFFFFF) // a PNG's numbers have 31 bits
        return 0;
    if (read.width == 0 || read.height == 0 || read.width > max_width || read.height > max_height)
        return 0;
    if (read.type > 6 || data[10] != 0 || data[11] != 0 || read.interlace > 1)
        return 0;
    // Bit n of `depths` stands for a depth of 2^n: 1, 2, 4, 8, 16.
    int n = 0;
    while (n < 5 && read.depth != 1 << n)
        n++;
    if (n == 5 || !(depths[read.type] >> n & 1))
        return 0;
    *header = read;
    return 1;
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

// The image as far as it is read. `rows` belongs to it.
struct image {
    const uint8_t *bytes;
    size_t length;
    // Where the next chunk starts.
    size_t at;
    struct header header;
    // The chunk, or NULL.
    const uint8_t *palette, *transparency;
    // All inflated rows, or NULL.
    uint8_t *rows;
};

static size_t rest(const struct image *image) { return image->length - image->at; }

static const uint8_t *next_chunk(const struct image *image) { return image->bytes + image->at; }

// Whether the next chunk is whole, and its CRC is right.
static int has_plain_chunk(const struct image *image) {
    const uint8_t *chunk = next_chunk(image);
    if (rest(image) < 12 || big_endian(chunk) > CHUNK_LENGTH_MAX || big_endian(chunk) > rest(image) - 12)
        return 0;
    for (int letter = 4; letter < 8; letter++)
        if (!((chunk[letter] | 0x20) >= 'a' && (chunk[letter] | 0x20) <= 'z'))
            return 0;
    return has_right_crc(chunk, big_endian(chunk));
}

static void skip_chunk(struct image *image) { image->at += big_endian(next_chunk(image)) + 12; }

static int is_critical(const uint8_t *chunk) { return !(chunk[4] & 0x20); }

static int is_plain_palette(const struct image *image, size_t size) {
    int type = image->header.type;
    size_t max = type == PALETTE ? (size_t)1 << image->header.depth : 256;
    return (type == 2 || type == 6 || type == PALETTE) && image->palette == NULL && image->transparency == NULL
        && size % 3 == 0 && size > 0 && size / 3 <= max;
}

static int is_plain_transparency(const struct image *image, size_t size) {
    int type = image->header.type;
    if (image->transparency != NULL)
        return 0;
    if (type == PALETTE)
        return size > 0 && image->palette != NULL && size <= big_endian(image->palette) / 3;
    return (type == 0 && size == 2) || (type == 2 && size == 6);
}

// Moves to the first IDAT chunk, which can be cut. Returns 0 if the bytes do not reach it, or if a chunk before it is
// not plain.
static int find_image_data(struct image *image, uint32_t max_width, uint32_t max_height) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    if (image->length < 8 + 25 || memcmp(image->bytes, signature, 8) != 0)
        return 0;
    for (image->at = 8; rest(image) >= 8 && !is_type(next_chunk(image), "IDAT"); skip_chunk(image)) {
        const uint8_t *chunk = next_chunk(image);
        size_t size = big_endian(chunk);
        if (!has_plain_chunk(image))
            return 0;
        if (image->at == 8) {
            if (!is_type(chunk, "IHDR") || size != 13
                || !read_header(chunk + 8, max_width, max_height, &image->header))
                return 0;
        } else if (is_type(chunk, "PLTE")) {
            if (!is_plain_palette(image, size))
                return 0;
            image->palette = chunk;
        } else if (is_type(chunk, "tRNS")) {
            if (!is_plain_transparency(image, size))
                return 0;
            image->transparency = chunk;
        } else if (is_critical(chunk)) {
            return 0;
        }
    }
    return image->at > 8 && rest(image) >= 8 && (image->header.type != PALETTE || image->palette != NULL);
}

// Moves behind the IDAT chunks. Returns 0 if one of them is damaged.
static int skip_image_data(struct image *image) {
    for (; rest(image) >= 8 && is_type(next_chunk(image), "IDAT"); skip_chunk(image))
        if (!has_plain_chunk(image))
            return 0;
    return 1;
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

// Inflates the IDAT chunks, and moves behind them. Returns 0 unless they are one stream of exactly the image's rows.
static int inflate_image_data(struct image *image) {
    const uint8_t *first = next_chunk(image);
    uint64_t expected = inflated_length(&image->header);
    if (expected > INFLATED_LENGTH_MAX || big_endian(first) == 0 || !skip_image_data(image)
        || !has_plain_window(first[8], expected))
        return 0;
    // The last chunk's CRC and IEND are the margin behind a stream in a single chunk.
    if (rest(image) < PNG_SHIM_INPUT_MARGIN - 4)
        return 0;
    image->rows = malloc(expected + PNG_SHIM_OUTPUT_MARGIN);
    return image->rows != NULL && inflate_chunks(first, next_chunk(image), image->rows, expected)
        && has_plain_filters(&image->header, image->rows);
}

static int is_plain(struct image *image, uint32_t max_width, uint32_t max_height) {
    if (!find_image_data(image, max_width, max_height) || !inflate_image_data(image))
        return 0;
    for (; has_plain_chunk(image); skip_chunk(image)) {
        const uint8_t *chunk = next_chunk(image);
        if (is_type(chunk, "IEND"))
            return big_endian(chunk) == 0 && rest(image) == 12;
        if (is_critical(chunk) || is_type(chunk, "tRNS"))
            return 0;
    }
    return 0;
}

// Stores the description of the rows, but not their bytes. Returns 0 for images whose pixels are left to libpng.
static int describe_rows(const struct image *image, struct png_rows *rows) {
    const struct header *header = &image->header;
    int has_color_key = image->transparency != NULL && header->type != PALETTE;
    int is_too_deep = header->depth == 16 && (uint64_t)header->width * header->height > DEEP_PIXELS_MAX;
    if (header->interlace || has_color_key || is_too_deep)
        return 0;
    *rows = (struct png_rows){
        .width = header->width, .height = header->height, .depth = header->depth, .type = header->type,
        .row_length = row_length(header, header->width),
    };
    if (image->palette != NULL) {
        rows->palette = image->palette + 8;
        rows->palette_length = big_endian(image->palette);
    }
    if (image->transparency != NULL) {
        rows->transparency = image->transparency + 8;
        rows->transparency_length = big_endian(image->transparency);
    }
    return 1;
}

// Takes the rows, and computes the properties of their pixels.
static void look(struct image *image, struct png_shim_content *content, struct png_shim_rows **kept) {
    struct png_rows rows;
    if (!describe_rows(image, &rows))
        return;
    rows.bytes = image->rows;
    image->rows = NULL;
    struct png_shim_rows *made = make_rows(&rows, rows.height);
    if (made == NULL)
        return;
    *content = (struct png_shim_content){.wants_grid = content->wants_grid};
    read_content(made, content);
    // Other images can differ in the low bytes of 16 bits alone.
    if (rows.depth == 16)
        png_shim_free_rows(made);
    else
        *kept = made;
}

int png_shim_quick_look(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_content *content, struct png_shim_rows **kept) {
    struct image image = {.bytes = bytes, .length = length};
    int is_sound = is_plain(&image, max_width, max_height);
    if (is_sound && content != NULL)
        look(&image, content, kept);
    free(image.rows);
    return is_sound;
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

// Copies at most `max` bytes of the IDAT chunks from the next one on, with the margin that inflating needs. Stores how
// many of them may be inflated: not the last 16, unless another chunk shows that the stream ends with them.
static uint8_t *copy_chunks(struct image *image, size_t max, size_t *count) {
    uint8_t *stream = calloc(1, max + PNG_SHIM_INPUT_MARGIN);
    int goes_on = 1;
    *count = 0;
    while (stream != NULL && rest(image) >= 8) {
        const uint8_t *chunk = next_chunk(image);
        size_t size = big_endian(chunk), part = size < rest(image) - 8 ? size : rest(image) - 8;
        goes_on = is_type(chunk, "IDAT");
        if (!goes_on)
            break;
        if (part > max - *count)
            part = max - *count;
        memcpy(stream + *count, chunk + 8, part);
        *count += part;
        if (part < size || rest(image) - 8 - size < 4)
            break;
        skip_chunk(image);
    }
    if (goes_on)
        *count = *count < 16 ? 0 : *count - 16;
    return stream;
}

struct png_shim_rows *png_shim_first_rows(const uint8_t *bytes, size_t length, size_t wanted) {
    struct image image = {.bytes = bytes, .length = length};
    struct png_rows rows;
    if (!find_image_data(&image, UINT32_MAX, UINT32_MAX) || image.header.depth == 16 || !describe_rows(&image, &rows))
        return NULL;
    uint64_t all = inflated_length(&image.header);
    if (all > INFLATED_LENGTH_MAX)
        return NULL;
    if (wanted < rows.row_length)
        wanted = rows.row_length;
    if (wanted > all)
        wanted = all;
    // Compressed bytes are hardly more than the others.
    size_t count, max = wanted + 1024 < length ? wanted + 1024 : length;
    uint8_t *stream = copy_chunks(&image, max, &count);
    rows.bytes = stream == NULL ? NULL : malloc(wanted + PNG_SHIM_OUTPUT_MARGIN);
    uint32_t height = rows.height;
    if (rows.bytes != NULL)
        rows.height = (uint32_t)(png_shim_inflate_start(stream, count, rows.bytes, wanted) / rows.row_length);
    free(stream);
    return rows.bytes == NULL ? NULL : make_rows(&rows, height);
}

struct png_shim_start png_shim_look_at_start(const uint8_t *bytes, size_t length, struct png_shim_rows *other) {
    // As many rows as were read of the other image usually suffice.
    size_t wanted = other == NULL ? 2048 : other->unfiltered * other->rows.row_length;
    uint32_t known = 0;
    struct png_shim_start start = {0};
    for (int goes_on = 1; goes_on; wanted *= 4) {
        struct png_shim_rows *rows = png_shim_first_rows(bytes, length, wanted);
        if (rows == NULL)
            break;
        int is_new = rows->rows.height > known;
        known = rows->rows.height;
        if (is_new) {
            struct png_shim_content content = {0};
            start.differs = other != NULL && png_shim_compare_rows(rows, other) == 0;
            read_content(rows, &content);
            start.is_known = content.has_start;
            start.checksum = content.start;
        }
        goes_on = is_new && !start.differs && known < rows->height && (other != NULL || !start.is_known);
        png_shim_free_rows(rows);
    }
    return start;
}

// Inflates the stream in the IDAT chunks from `at` on, and discards the rows. Returns the end of these chunks.
static size_t find_in_image_data(
    const struct header *header, const uint8_t *bytes, size_t length, size_t at, struct image_end *end) {
    uint8_t piece[PIECE_LENGTH];
    uint64_t total = 0, expected = inflated_length(header), limit = expected + PNG_SHIM_EXCESS_MAX;
    z_stream stream = {0};
    int result = inflateInit(&stream);
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
            end->trailing.after_stream += stream.avail_in;
        if (size + 12 > length - at) {
            at = length;
            break;
        }
        at += size + 12;
    }
    end->is_unknown = result == Z_MEM_ERROR;
    end->problem = result == Z_STREAM_END ? NULL : stream.msg != NULL ? stream.msg : "the image data has no end";
    end->trailing.inflated = total > expected ? total - expected : 0;
    inflateEnd(&stream);
    return at;
}

struct image_end find_image_end(const uint8_t *bytes, size_t length) {
    struct image_end end = {.problem = "it has no IHDR chunk"};
    struct header header;
    size_t at = 8;
    int has_image = 0;
    if (length < 8 + 25 || !is_type(bytes + at, "IHDR") || big_endian(bytes + at) != 13
        || !read_header(bytes + at + 8, UINT32_MAX, UINT32_MAX, &header))
        return end;
    while (length - at >= 12) {
        if (is_type(bytes + at, "IDAT") && !has_image) {
            has_image = 1;
            at = find_in_image_data(&header, bytes, length, at, &end);
            continue;
        }
        size_t size = big_endian(bytes + at);
        if (size > length - at - 12)
            return end;
        if (is_type(bytes + at, "IDAT"))
            end.trailing.after_stream += size;
        if (is_type(bytes + at, "IEND")) {
            end.trailing.after_end = length - at - 12 - size;
            return end;
        }
        at += size + 12;
    }
    return end;
}
