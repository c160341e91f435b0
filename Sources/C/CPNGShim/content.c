#include "content.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

// Compiled anew for each set of instructions.
#define INLINE static inline __attribute__((always_inline))

enum { GRAY = 0, RGB = 2, PALETTE = 3, GRAY_ALPHA = 4, RGBA = 6 };

// The bytes of one pixel. The compiler uses the vector instructions of the machine.
typedef uint8_t pixel_bytes __attribute__((vector_size(8)));
typedef int16_t pixel __attribute__((vector_size(16)));
typedef uint8_t bytes_of_pixel __attribute__((vector_size(16)));

INLINE pixel load(const uint8_t *at, size_t step) {
    pixel_bytes bytes = {0};
    memcpy(&bytes, at, step);
    return __builtin_convertvector(bytes, pixel);
}

INLINE void store(uint8_t *at, pixel value, size_t step) {
    pixel_bytes bytes = __builtin_convertvector(value, pixel_bytes);
    memcpy(at, &bytes, step);
}

// Adds channels modulo 256.
INLINE pixel add_bytes(pixel one, pixel other) { return (pixel)((bytes_of_pixel)one + (bytes_of_pixel)other); }

// Returns the one of the three that is nearest to left + up - corner; if several are, the first of them. The smaller
// one of `left` and `up` is, if 3 * corner - left - up is at least the greater; and the greater one is, if that is at
// most the smaller. Few steps depend on `left`, which is known last.
INLINE pixel paeth(pixel left, pixel up, pixel corner) {
    pixel threshold = (corner * 3 - up) - left;
    pixel low = __builtin_elementwise_min(left, up), high = __builtin_elementwise_max(left, up);
    pixel is_below = threshold < high, is_above = threshold > low;
    pixel inner = (is_below & corner) | (~is_below & low);
    return (is_above & inner) | (~is_above & high);
}

// Restores the bytes of a row of pixels of `step` bytes. `up` is the restored row above it, zeros for the first row.
// https://www.w3.org/TR/png-3/#9Filters
INLINE void unfilter_pixels(uint8_t filter, uint8_t *row, const uint8_t *up, size_t length, size_t step) {
    pixel left = {0}, corner = {0};
    for (size_t n = 0; n + step <= length; n += step) {
        pixel above = load(up + n, step);
        pixel estimate = filter == 1 ? left : filter == 3 ? (left + above) >> 1 : paeth(left, above, corner);
        left = add_bytes(load(row + n, step), estimate);
        store(row + n, left, step);
        corner = above;
    }
}

// Restores two rows with one filter, the second one pixel behind the first, in the two halves of a vector. So the
// processor needs not wait longer for two pixels than for one. A pixel has at most 4 bytes.
INLINE void unfilter_two(
    uint8_t filter, uint8_t *row, uint8_t *next, const uint8_t *up, size_t length, size_t step) {
    pixel left = {0}, corner = {0};
    uint8_t none[4] = {0};
    for (size_t n = 0; n <= length; n += step) {
        uint8_t *first = n < length ? row + n : none, *second = n > 0 ? next + n - step : none;
        pixel above = load(n < length ? up + n : none, step);
        above = __builtin_shufflevector(above, left, 0, 1, 2, 3, 8, 9, 10, 11);
        pixel estimate = filter == 1 ? left : filter == 3 ? (left + above) >> 1 : paeth(left, above, corner);
        pixel bytes = __builtin_shufflevector(load(first, step), load(second, step), 0, 1, 2, 3, 8, 9, 10, 11);
        left = add_bytes(bytes, estimate);
        store(first, left, step);
        store(second, __builtin_shufflevector(left, left, 4, 5, 6, 7, 4, 5, 6, 7), step);
        corner = above;
    }
}

// With constants, so that the compiler makes a loop for each. `next` is the next row if it has the same filter, else
// NULL.
INLINE void unfilter(uint8_t filter, uint8_t *row, uint8_t *next, const uint8_t *up, size_t length, size_t step) {
    switch (filter << 4 | step) {
#define LOOP(filter, step) \
    case (filter) << 4 | (step): \
        return next == NULL || (step) > 4 ? unfilter_pixels(filter, row, up, length, step) \
            : unfilter_two(filter, row, next, up, length, step);
#define LOOPS(filter) \
    LOOP(filter, 1) LOOP(filter, 2) LOOP(filter, 3) LOOP(filter, 4) LOOP(filter, 6) LOOP(filter, 8)
        LOOPS(1)
        LOOPS(3)
        LOOPS(4)
    case 2 << 4 | 1: case 2 << 4 | 2: case 2 << 4 | 3: case 2 << 4 | 4: case 2 << 4 | 6: case 2 << 4 | 8:
        for (size_t n = 0; n < length; n++)
            row[n] += up[n];
        for (size_t n = 0; next != NULL && n < length; n++)
            next[n] += row[n];
    }
}

static int has_alpha(const struct png_rows *rows) {
    return rows->type == RGBA || rows->type == GRAY_ALPHA || rows->transparency != NULL;
}

// A pixel with red in the lowest byte, and alpha in the highest.
static uint32_t rgba(unsigned red, unsigned green, unsigned blue, unsigned alpha) {
    return red | green << 8 | blue << 16 | (uint32_t)alpha << 24;
}

static unsigned sample_max(const struct png_rows *rows) { return (1u << (rows->depth < 8 ? rows->depth : 8)) - 1; }

// Stores the colors of all samples below 256. Indices beyond the palette are black.
static void read_colors(const struct png_rows *rows, uint32_t colors[256]) {
    unsigned max = sample_max(rows);
    for (unsigned sample = 0; sample <= max; sample++) {
        if (rows->type == GRAY) {
            colors[sample] = rgba(sample * 255 / max, sample * 255 / max, sample * 255 / max, 255);
        } else if (3 * sample + 2 >= rows->palette_length) {
            colors[sample] = rgba(0, 0, 0, 255);
        } else {
            const uint8_t *color = rows->palette + 3 * sample;
            colors[sample] = rgba(color[0], color[1], color[2],
                sample < rows->transparency_length ? rows->transparency[sample] : 255);
        }
    }
}

// Reads the high bytes of samples of `size` bytes, or of less than one.
INLINE void read_pixels(
    const struct png_rows *rows, const uint32_t colors[256], const uint8_t *row, uint32_t *pixels, size_t size) {
    size_t width = rows->width;
    switch (rows->type) {
    case RGBA:
        for (size_t x = 0; x < width; x++, row += 4 * size)
            pixels[x] = rgba(row[0], row[size], row[2 * size], row[3 * size]);
        return;
    case RGB:
        for (size_t x = 0; x < width; x++, row += 3 * size)
            pixels[x] = rgba(row[0], row[size], row[2 * size], 255);
        return;
    case GRAY_ALPHA:
        for (size_t x = 0; x < width; x++, row += 2 * size)
            pixels[x] = rgba(row[0], row[0], row[0], row[size]);
        return;
    }
    if (rows->depth >= 8) {
        for (size_t x = 0; x < width; x++)
            pixels[x] = colors[row[size * x]];
        return;
    }
    unsigned max = sample_max(rows);
    for (size_t x = 0; x < width; x++)
        pixels[x] = colors[row[x * rows->depth / 8] >> (8 - rows->depth - x * rows->depth % 8) & max];
}

// Adds pixels to the sums of a cell. The colors are multiplied by alpha.
INLINE void add(const uint32_t *pixels, size_t count, uint64_t sums[4]) {
    // The sums of so few pixels fit into 32 bits.
    while (count > 0) {
        size_t part = count < 65536 ? count : 65536;
        uint32_t red = 0, green = 0, blue = 0, all = 0;
        for (size_t x = 0; x < part; x++) {
            uint32_t value = pixels[x], alpha = value >> 24;
            red += (value & 255) * alpha;
            green += (value >> 8 & 255) * alpha;
            blue += (value >> 16 & 255) * alpha;
            all += alpha;
        }
        sums[0] += red;
        sums[1] += green;
        sums[2] += blue;
        sums[3] += 255 * (uint64_t)all;
        pixels += part;
        count -= part;
    }
}

static uint32_t edge(uint32_t length, uint32_t cell) { return (uint32_t)((uint64_t)length * cell / PNG_SHIM_GRID); }

INLINE void add_to_grid(const uint32_t *pixels, uint32_t width, uint32_t height, uint32_t y,
    struct png_shim_look *look, struct png_shim_content *content) {
    content->has_grid = width >= PNG_SHIM_GRID && height >= PNG_SHIM_GRID;
    if (!content->has_grid)
        return;
    for (uint32_t cell = 0; cell < PNG_SHIM_GRID; cell++) {
        uint32_t start = edge(width, cell);
        add(pixels + start, edge(width, cell + 1) - start, look->cells[cell]);
    }
    uint32_t line = (uint32_t)((((uint64_t)y + 1) * PNG_SHIM_GRID - 1) / height);
    if (y + 1 != edge(height, line + 1))
        return;
    uint64_t rows = edge(height, line + 1) - edge(height, line);
    for (uint32_t cell = 0; cell < PNG_SHIM_GRID; cell++) {
        uint64_t count = rows * (edge(width, cell + 1) - edge(width, cell));
        for (int channel = 0; channel < 4; channel++)
            content->grid[(line * PNG_SHIM_GRID + cell) * 4 + channel]
                = (uint8_t)(look->cells[cell][channel] / (count * 255));
    }
    memset(look->cells, 0, sizeof look->cells);
}

INLINE int look_at_row(const uint32_t *pixels, uint32_t width, uint32_t height, uint32_t y, int has_alpha,
    struct png_shim_look *look, struct png_shim_content *content) {
    enum { ROWS_BELOW = 2 };
    if (y == 0) {
        look->common = UINT32_MAX;
        look->first = pixels[0];
    }
    uint32_t common = look->common, any = look->any, other = look->other, first = look->first, strongest = 0;
    for (size_t x = 0; x < width; x++) {
        common &= pixels[x];
        any |= pixels[x];
        other |= pixels[x] ^ first;
        strongest = pixels[x] > strongest ? pixels[x] : strongest;
    }
    look->common = common;
    look->any = any;
    look->other = other;
    if (strongest >> 24 > content->strongest)
        content->strongest = (uint8_t)(strongest >> 24);
    if (!content->has_start) {
        content->start = libdeflate_crc32(content->start, pixels, width * sizeof *pixels);
        int is_below = other != 0 && content->strongest >= PNG_SHIM_STRONG;
        content->has_start = (is_below && look->rows_below_start++ == ROWS_BELOW) || y + 1 == height;
    }
    if (content->wants_grid)
        add_to_grid(pixels, width, height, y, look, content);
    content->is_opaque = common >> 24 == 255;
    content->is_transparent = any >> 24 == 0;
    content->is_flat = other == 0;
    content->is_known = 1;
    int is_mixed = (!has_alpha || (!content->is_opaque && !content->is_transparent)) && !content->is_flat;
    return is_mixed && content->has_start && !content->has_grid;
}

int png_shim_look_at_row(const uint32_t *pixels, uint32_t width, uint32_t height, uint32_t y, int has_alpha,
    struct png_shim_look *look, struct png_shim_content *content) {
    return look_at_row(pixels, width, height, y, has_alpha, look, content);
}

uint32_t png_shim_grid_distance(const uint8_t *grid, const uint8_t *others, size_t count, uint32_t max) {
    enum { LINE = PNG_SHIM_GRID * 4, LENGTH = PNG_SHIM_GRID * LINE };
    for (; count > 0; count--, others += LENGTH) {
        uint32_t sum = 0;
        for (int line = 0; line < LENGTH && sum < max; line += LINE)
            for (int i = line; i < line + LINE; i++) {
                int difference = grid[i] - others[i];
                sum += (uint32_t)(difference * difference);
            }
        max = sum < max ? sum : max;
    }
    return max;
}

struct png_shim_rows *make_rows(const struct png_rows *rows, uint32_t height) {
    struct png_shim_rows *made = calloc(1, sizeof *made);
    if (made == NULL) {
        free(rows->bytes);
        return NULL;
    }
    made->rows = *rows;
    made->height = height;
    made->pixels = malloc(rows->width * sizeof(uint32_t));
    made->zeros = calloc(rows->row_length, 1);
    if (made->pixels == NULL || made->zeros == NULL) {
        png_shim_free_rows(made);
        return NULL;
    }
    if (rows->type == GRAY || rows->type == PALETTE)
        read_colors(rows, made->colors);
    return made;
}

void png_shim_free_rows(struct png_shim_rows *rows) {
    free(rows->rows.bytes);
    free(rows->pixels);
    free(rows->zeros);
    free(rows);
}

// Stores the next row in `pixels`: red in the lowest byte, alpha in the highest, all 0 where alpha is 0. Returns 0 at
// the end, and for a filter that does not exist.
INLINE int next_row(struct png_shim_rows *all) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    const struct png_rows *rows = &all->rows;
    uint8_t *row = rows->bytes + all->y * rows->row_length + 1;
    if (all->y == rows->height || row[-1] > 4)
        return 0;
    if (all->y == all->unfiltered) {
        size_t step = rows->depth < 8 ? 1 : channels[rows->type] * rows->depth / 8;
        const uint8_t *up = all->y == 0 ? all->zeros : row - rows->row_length;
        uint8_t *next = row + rows->row_length;
        int are_two = step <= 4 && all->y + 1 < rows->height && next[-1] == row[-1];
        unfilter(row[-1], row, are_two ? next : NULL, up, rows->row_length - 1, step);
        all->unfiltered += are_two ? 2 : 1;
    }
    all->y++;
    if (rows->depth == 16)
        read_pixels(rows, all->colors, row, all->pixels, 2);
    else
        read_pixels(rows, all->colors, row, all->pixels, 1);
    uint32_t width = has_alpha(rows) ? rows->width : 0, *pixels = all->pixels;
    for (size_t x = 0; x < width; x++)
        pixels[x] = pixels[x] >> 24 == 0 ? 0 : pixels[x];
    return 1;
}

INLINE void look_at_rows(struct png_shim_rows *rows, struct png_shim_content *content) {
    struct png_shim_look look = {0};
    int is_done = 0;
    rows->y = 0;
    while (!is_done && next_row(rows))
        is_done = look_at_row(
            rows->pixels, rows->rows.width, rows->height, rows->y - 1, has_alpha(&rows->rows), &look, content);
}

#if defined(__x86_64__)
// Twice as many pixels in an instruction.
__attribute__((target("avx2"))) static void look_at_rows_avx2(
    struct png_shim_rows *rows, struct png_shim_content *content) {
    look_at_rows(rows, content);
}
#endif

void read_content(struct png_shim_rows *rows, struct png_shim_content *content) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        look_at_rows_avx2(rows, content);
        return;
    }
#endif
    look_at_rows(rows, content);
}

int png_shim_compare_rows(struct png_shim_rows *one, struct png_shim_rows *other) {
    if (one->rows.width != other->rows.width || one->height != other->height)
        return 0;
    one->y = 0;
    other->y = 0;
    while (next_row(one) && next_row(other))
        if (memcmp(one->pixels, other->pixels, one->rows.width * sizeof *one->pixels) != 0)
            return 0;
    return one->y == one->height && other->y == one->height ? 1 : -1;
}
