#include "content.h"

#include <stdlib.h>
#include <string.h>

enum { GRAY = 0, RGB = 2, PALETTE = 3, GRAY_ALPHA = 4, RGBA = 6 };

// The channels of one pixel, of which at most 4 are used. The compiler uses the vector instructions of the machine.
typedef uint8_t pixel_bytes __attribute__((vector_size(8)));
typedef int16_t pixel __attribute__((vector_size(16)));
typedef uint8_t bytes_of_pixel __attribute__((vector_size(16)));

static inline pixel load(const uint8_t *at, size_t step) {
    pixel_bytes bytes = {0};
    memcpy(&bytes, at, step);
    return __builtin_convertvector(bytes, pixel);
}

static inline void store(uint8_t *at, pixel value, size_t step) {
    pixel_bytes bytes = __builtin_convertvector(value, pixel_bytes);
    memcpy(at, &bytes, step);
}

// Adds channels modulo 256.
static inline pixel add_bytes(pixel one, pixel other) {
    return (pixel)((bytes_of_pixel)one + (bytes_of_pixel)other);
}

// Returns the one of the three that is nearest to left + up - corner; if several are, the first of them. The smaller
// one of `left` and `up` is, if 3 * corner - left - up is at least the greater; and the greater one is, if that is at
// most the smaller. Few steps depend on `left`, which is known last.
static inline pixel paeth(pixel left, pixel up, pixel corner) {
    pixel threshold = (corner * 3 - up) - left;
    pixel low = __builtin_elementwise_min(left, up), high = __builtin_elementwise_max(left, up);
    pixel is_below = threshold < high, is_above = threshold > low;
    pixel inner = (is_below & corner) | (~is_below & low);
    return (is_above & inner) | (~is_above & high);
}

// Restores the bytes of a row of pixels of `step` bytes, at most 4. `up` is the restored row above it, zeros for the
// first row. https://www.w3.org/TR/png-3/#9Filters
static inline __attribute__((always_inline)) void unfilter_pixels(
    uint8_t filter, uint8_t *row, const uint8_t *up, size_t length, size_t step) {
    pixel left = {0}, corner = {0};
    for (size_t n = 0; n + step <= length; n += step) {
        pixel above = load(up + n, step);
        pixel estimate = filter == 1 ? left : filter == 3 ? (left + above) >> 1 : paeth(left, above, corner);
        left = add_bytes(load(row + n, step), estimate);
        store(row + n, left, step);
        corner = above;
    }
}

// With constants, so that the compiler makes a loop for each.
static void unfilter(uint8_t filter, uint8_t *row, const uint8_t *up, size_t length, size_t step) {
    switch (filter << 3 | step) {
#define LOOP(filter, step) \
    case (filter) << 3 | (step): return unfilter_pixels(filter, row, up, length, step);
#define LOOPS(filter) LOOP(filter, 1) LOOP(filter, 2) LOOP(filter, 3) LOOP(filter, 4)
        LOOPS(1)
        LOOPS(3)
        LOOPS(4)
    case 2 << 3 | 1: case 2 << 3 | 2: case 2 << 3 | 3: case 2 << 3 | 4:
        for (size_t n = 0; n < length; n++)
            row[n] += up[n];
    }
}

// A pixel with red in the lowest byte, and alpha in the highest.
static uint32_t rgba(unsigned red, unsigned green, unsigned blue, unsigned alpha) {
    return red | green << 8 | blue << 16 | (uint32_t)alpha << 24;
}

// Stores the colors of all samples below 256. Indices beyond the palette are black.
static void read_colors(const struct png_rows *rows, uint32_t colors[256]) {
    unsigned max = (1u << rows->depth) - 1;
    for (unsigned sample = 0; sample <= max; sample++) {
        const uint8_t *color = rows->palette + 3 * sample;
        if (rows->type == GRAY)
            colors[sample] = rgba(sample * 255 / max, sample * 255 / max, sample * 255 / max, 255);
        else if (3 * sample + 2 >= rows->palette_length)
            colors[sample] = rgba(0, 0, 0, 255);
        else
            colors[sample] = rgba(color[0], color[1], color[2],
                sample < rows->transparency_length ? rows->transparency[sample] : 255);
    }
}

static void read_pixels(
    const struct png_rows *rows, const uint32_t colors[256], const uint8_t *row, uint32_t *pixels) {
    switch (rows->type) {
    case RGBA:
        for (size_t x = 0; x < rows->width; x++)
            pixels[x] = rgba(row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3]);
        return;
    case RGB:
        for (size_t x = 0; x < rows->width; x++)
            pixels[x] = rgba(row[3 * x], row[3 * x + 1], row[3 * x + 2], 255);
        return;
    case GRAY_ALPHA:
        for (size_t x = 0; x < rows->width; x++)
            pixels[x] = rgba(row[2 * x], row[2 * x], row[2 * x], row[2 * x + 1]);
        return;
    }
    if (rows->depth == 8) {
        for (size_t x = 0; x < rows->width; x++)
            pixels[x] = colors[row[x]];
        return;
    }
    unsigned max = (1u << rows->depth) - 1;
    for (size_t x = 0; x < rows->width; x++)
        pixels[x] = colors[row[x * rows->depth / 8] >> (8 - rows->depth - x * rows->depth % 8) & max];
}

// Adds pixels to the sums of a cell. The colors are multiplied by alpha.
static void add(const uint32_t *pixels, size_t count, uint64_t sums[4]) {
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

void png_shim_add_to_grid(const uint32_t *pixels, uint32_t width, uint32_t height, uint32_t y,
    struct png_shim_grid_sums *sums, struct png_shim_content *content) {
    content->has_grid = width >= PNG_SHIM_GRID && height >= PNG_SHIM_GRID;
    if (!content->has_grid)
        return;
    for (uint32_t cell = 0; cell < PNG_SHIM_GRID; cell++) {
        uint32_t start = edge(width, cell);
        add(pixels + start, edge(width, cell + 1) - start, sums->cells[cell]);
    }
    uint32_t line = (uint32_t)((((uint64_t)y + 1) * PNG_SHIM_GRID - 1) / height);
    if (y + 1 != edge(height, line + 1))
        return;
    uint64_t rows = edge(height, line + 1) - edge(height, line);
    for (uint32_t cell = 0; cell < PNG_SHIM_GRID; cell++) {
        uint64_t count = rows * (edge(width, cell + 1) - edge(width, cell));
        for (int channel = 0; channel < 4; channel++)
            content->grid[(line * PNG_SHIM_GRID + cell) * 4 + channel]
                = (uint8_t)(sums->cells[cell][channel] / (count * 255));
    }
    memset(sums, 0, sizeof *sums);
}

uint32_t png_shim_grid_distance(const uint8_t *grid, const uint8_t *others, size_t count) {
    enum { LENGTH = PNG_SHIM_GRID * PNG_SHIM_GRID * 4 };
    uint32_t least = UINT32_MAX;
    for (; count > 0; count--, others += LENGTH) {
        uint32_t sum = 0;
        for (int i = 0; i < LENGTH; i++) {
            int difference = grid[i] - others[i];
            sum += (uint32_t)(difference * difference);
        }
        least = sum < least ? sum : least;
    }
    return least;
}

void read_content(struct png_rows *rows, struct png_shim_content *content) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    size_t step = rows->depth < 8 ? 1 : channels[rows->type];
    uint32_t colors[256], *pixels = malloc(rows->width * sizeof(uint32_t));
    uint8_t *zeros = calloc(rows->row_length, 1);
    if (pixels == NULL || zeros == NULL) {
        free(pixels);
        free(zeros);
        return;
    }
    if (rows->type == GRAY || rows->type == PALETTE)
        read_colors(rows, colors);
    int has_alpha = rows->type == RGBA || rows->type == GRAY_ALPHA || rows->transparency != NULL;
    struct png_shim_grid_sums sums = {0};
    // The bits that all pixels have, that any has, and that are not those of the first pixel.
    uint32_t common = UINT32_MAX, any = 0, other = 0, first = 0;
    const uint8_t *up = zeros;
    for (uint32_t y = 0; y < rows->height; y++) {
        uint8_t *row = rows->bytes + y * rows->row_length + 1;
        unfilter(row[-1], row, up, rows->row_length - 1, step);
        up = row;
        read_pixels(rows, colors, row, pixels);
        if (y == 0)
            first = pixels[0];
        for (size_t x = 0; x < rows->width; x++) {
            common &= pixels[x];
            any |= pixels[x];
            other |= pixels[x] ^ first;
        }
        int is_mixed = (!has_alpha || (common >> 24 != 255 && any >> 24 != 0)) && other != 0;
        if (content->wants_grid)
            png_shim_add_to_grid(pixels, rows->width, rows->height, y, &sums, content);
        if (!content->has_grid && is_mixed)
            break;
    }
    free(pixels);
    free(zeros);
    content->is_opaque = !has_alpha || common >> 24 == 255;
    content->is_transparent = has_alpha && any >> 24 == 0;
    content->is_flat = other == 0;
    content->is_known = 1;
}
