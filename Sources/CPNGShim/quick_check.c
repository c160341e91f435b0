// Says of most sound PNGs that they are sound, in a fraction of the time that libpng takes: libpng inflates row by row into
// buffers so small that zlib never reaches its fast loop. Whatever is in the least unusual is left to libpng.
//
// For every "yes" here libpng says yes too: the same zlib inflates the same bytes, and each condition below is one of
// libpng's own (pngrutil.c, 1.6) or stricter. PNG: https://www.w3.org/TR/png-3/
#include "CPNGShim.h"

#include <string.h>
#include <zlib.h>

enum { PALETTE = 3, CHUNK_LENGTH_MAX = 4000000, PIECE = 65536 };

struct header {
    uint32_t width, height;
    uint8_t depth, type, interlace;
};

static uint32_t number(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static int is_type(const uint8_t *chunk, const char *type) { return memcmp(chunk + 4, type, 4) == 0; }

static int read_header(const uint8_t *data, uint32_t max_width, uint32_t max_height, struct header *header) {
    static const uint8_t depths[7] = {0x1F, 0, 0x18, 0x0F, 0x18, 0, 0x18};
    *header = (struct header){number(data), number(data + 4), data[8], data[9], data[12]};
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

// The rows of the picture, pass after pass where it is interlaced; `rows` walks over the inflated bytes.
struct rows {
    struct header header;
    int pass;
    uint64_t left_in_pass, length, until_next;
};

static void start_pass(struct rows *rows) {
    static const uint8_t x0[7] = {0, 4, 0, 2, 0, 1, 0}, dx[7] = {8, 8, 4, 4, 2, 2, 1};
    static const uint8_t y0[7] = {0, 0, 4, 0, 2, 0, 1}, dy[7] = {8, 8, 8, 4, 4, 2, 2};
    rows->left_in_pass = 0;
    while (rows->left_in_pass == 0 && rows->pass < (rows->header.interlace ? 7 : 1)) {
        uint64_t width = rows->header.width, height = rows->header.height;
        if (rows->header.interlace) {
            int pass = rows->pass;
            width = width > x0[pass] ? (width - x0[pass] + dx[pass] - 1) / dx[pass] : 0;
            height = height > y0[pass] ? (height - y0[pass] + dy[pass] - 1) / dy[pass] : 0;
        }
        rows->pass++;
        rows->left_in_pass = width == 0 ? 0 : height;
        rows->length = row_length(&rows->header, width);
    }
    rows->until_next = 0;
}

// Checks the filter byte in front of each row that starts in these bytes. 0 if one is bad, or there are bytes too many.
static int check_rows(struct rows *rows, const uint8_t *bytes, uint64_t count) {
    uint64_t at = 0;
    while (at < count) {
        if (rows->until_next == 0) {
            if (rows->left_in_pass == 0)
                start_pass(rows);
            if (rows->left_in_pass == 0 || bytes[at] > 4)
                return 0;
            rows->left_in_pass--;
            rows->until_next = rows->length;
        }
        uint64_t step = rows->until_next < count - at ? rows->until_next : count - at;
        rows->until_next -= step;
        at += step;
    }
    return 1;
}

static int is_complete(struct rows *rows) {
    if (rows->until_next != 0)
        return 0;
    if (rows->left_in_pass == 0)
        start_pass(rows);
    return rows->left_in_pass == 0;
}

static uint64_t inflated_length(const struct header *header) {
    struct rows rows = {*header, 0, 0, 0, 0};
    uint64_t length = 0;
    for (start_pass(&rows); rows.left_in_pass != 0; start_pass(&rows))
        length += rows.left_in_pass * rows.length;
    return length;
}

// Inflates the data of the IDAT chunks from `at` on, which stand in a row, and leaves `at` behind them.
static int check_image_data(const struct header *header, const uint8_t *bytes, size_t length, size_t *at) {
    uint8_t piece[PIECE];
    struct rows rows = {*header, 0, 0, 0, 0};
    start_pass(&rows);
    z_stream stream = {0};
    if (inflateInit(&stream) != Z_OK)
        return 0;
    int result = Z_OK, sound = 1;
    for (int first = 1; sound && length - *at >= 12 && is_type(bytes + *at, "IDAT"); first = 0) {
        size_t size = number(bytes + *at);
        const uint8_t *data = bytes + *at + 8;
        if (first) {
            // libpng inflates with the window that the stream declares; a smaller one must hold the whole picture, else a
            // distance may be too far for it that is not for us.
            int window = size == 0 ? 0 : data[0] >> 4;
            sound = size > 0 && (window == 7 || (window < 7 && (uint64_t)256 << window >= inflated_length(header)));
        }
        stream.next_in = (Bytef *)data;
        stream.avail_in = (uInt)size;
        while (sound && stream.avail_in > 0) {
            stream.next_out = piece;
            stream.avail_out = PIECE;
            if (result == Z_STREAM_END)
                sound = 0; // more data behind the end
            else
                result = inflate(&stream, Z_NO_FLUSH);
            sound = sound && (result == Z_OK || result == Z_STREAM_END)
                && check_rows(&rows, piece, PIECE - stream.avail_out);
        }
        *at += size + 12;
    }
    inflateEnd(&stream);
    return sound && result == Z_STREAM_END && is_complete(&rows);
}

static int is_plain_palette(const struct header *header, size_t size) {
    size_t max = header->type == PALETTE ? (size_t)1 << header->depth : 256;
    // libpng looks for indices beyond the palette where it rearranges interlaced rows.
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

int png_shim_quick_check(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height) {
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    struct header header;
    size_t at = 8, palette = 0;
    int has_transparency = 0, has_image = 0;
    if (length < 8 + 25 || memcmp(bytes, signature, 8) != 0)
        return 0;
    while (length - at >= 12) {
        const uint8_t *chunk = bytes + at;
        size_t size = number(chunk);
        if (size > CHUNK_LENGTH_MAX || size > length - at - 12)
            return 0;
        if (crc32(crc32(0, chunk + 4, 4), chunk + 8, (uInt)size) != number(chunk + 8 + size))
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
        } else if (is_type(chunk, "tRNS")) {
            if (has_transparency || has_image || !is_plain_transparency(&header, size, palette))
                return 0;
            has_transparency = 1;
        } else if (is_type(chunk, "IDAT")) {
            if (has_image || (header.type == PALETTE && !palette))
                return 0;
            has_image = 1;
            // The CRCs of the chunks that follow are looked at first, as they are inflated in one go.
            for (size_t next = at; length - next >= 12 && is_type(bytes + next, "IDAT");) {
                size_t part = number(bytes + next);
                if (part > CHUNK_LENGTH_MAX || part > length - next - 12)
                    return 0;
                if (next != at && crc32(0, bytes + next + 4, (uInt)part + 4) != number(bytes + next + 8 + part))
                    return 0;
                next += part + 12;
            }
            if (!check_image_data(&header, bytes, length, &at))
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
