#include "content.h"

#include <stdlib.h>
#include <string.h>

enum { GRAY = 0, RGB = 2, PALETTE = 3, GRAY_ALPHA = 4, RGBA = 6 };

static uint8_t paeth(int left, int up, int corner) {
    int estimate = left + up - corner;
    int a = abs(estimate - left), b = abs(estimate - up), c = abs(estimate - corner);
    return (uint8_t)(a <= b && a <= c ? left : b <= c ? up : corner);
}

// Restores the bytes of a row. `up` is the restored row above it, NULL for the first row.
// https://www.w3.org/TR/png-3/#9Filters
static void unfilter(uint8_t filter, uint8_t *row, const uint8_t *up, size_t length, size_t step) {
    size_t head = step < length ? step : length;
    switch (filter) {
    case 1:
        for (size_t n = head; n < length; n++)
            row[n] += row[n - step];
        break;
    case 2:
        for (size_t n = 0; up != NULL && n < length; n++)
            row[n] += up[n];
        break;
    case 3:
        for (size_t n = 0; n < length; n++)
            row[n] += ((n < head ? 0 : row[n - step]) + (up == NULL ? 0 : up[n])) / 2;
        break;
    case 4:
        for (size_t n = 0; n < head && up != NULL; n++)
            row[n] += up[n];
        for (size_t n = head; n < length; n++)
            row[n] += up == NULL ? row[n - step] : paeth(row[n - step], up[n], up[n - step]);
        break;
    }
}

// Returns red, green, blue and alpha, red in the lowest byte.
static uint32_t rgba(unsigned red, unsigned green, unsigned blue, unsigned alpha) {
    return red | green << 8 | blue << 16 | (uint32_t)alpha << 24;
}

static uint32_t pixel(const struct png_rows *rows, const uint8_t *row, size_t x) {
    switch (rows->type) {
    case RGBA: return rgba(row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3]);
    case RGB: return rgba(row[3 * x], row[3 * x + 1], row[3 * x + 2], 255);
    case GRAY_ALPHA: return rgba(row[2 * x], row[2 * x], row[2 * x], row[2 * x + 1]);
    }
    unsigned max = (1u << rows->depth) - 1;
    unsigned sample = row[x * rows->depth / 8] >> (8 - rows->depth - x * rows->depth % 8) & max;
    if (rows->type == GRAY)
        return rgba(sample * 255 / max, sample * 255 / max, sample * 255 / max, 255);
    if (3 * sample + 2 >= rows->palette_length)
        return rgba(0, 0, 0, 255);
    const uint8_t *color = rows->palette + 3 * sample;
    return rgba(color[0], color[1], color[2],
        sample < rows->transparency_length ? rows->transparency[sample] : 255);
}

// Adds the pixels of a row to the sums of its four cells.
static void add(const struct png_rows *rows, const uint8_t *row, uint64_t sums[PNG_SHIM_GRID][4]) {
    for (int cell = 0; cell < PNG_SHIM_GRID; cell++) {
        size_t end = (size_t)rows->width * (cell + 1) / PNG_SHIM_GRID;
        for (size_t x = (size_t)rows->width * cell / PNG_SHIM_GRID; x < end; x++) {
            uint32_t value = pixel(rows, row, x);
            unsigned alpha = value >> 24;
            for (int channel = 0; channel < 3; channel++)
                sums[cell][channel] += (value >> 8 * channel & 255) * alpha;
            sums[cell][3] += 255 * alpha;
        }
    }
}

void read_content(struct png_rows *rows, struct png_shim_content *content) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    uint64_t sums[PNG_SHIM_GRID][4] = {{0}};
    int has_grid = content->wants_grid && rows->width >= PNG_SHIM_GRID && rows->height >= PNG_SHIM_GRID;
    size_t step = rows->depth < 8 ? 1 : channels[rows->type];
    uint32_t first = 0, cell = 0;
    const uint8_t *up = NULL;
    int has_alpha = rows->type == RGBA || rows->type == GRAY_ALPHA || rows->transparency != NULL;
    int is_opaque = has_alpha, is_transparent = has_alpha, is_flat = 1;
    for (uint32_t y = 0; y < rows->height; y++) {
        uint8_t *row = rows->bytes + y * rows->row_length + 1;
        unfilter(row[-1], row, up, rows->row_length - 1, step);
        up = row;
        if (y == 0)
            first = pixel(rows, row, 0);
        for (size_t x = 0; x < rows->width; x++) {
            if (!(is_opaque || is_transparent || is_flat))
                break;
            uint32_t value = pixel(rows, row, x);
            is_opaque &= value >> 24 == 255;
            is_transparent &= value >> 24 == 0;
            is_flat &= value == first;
        }
        if (has_grid) {
            add(rows, row, sums);
            if (y + 1 == (uint64_t)rows->height * (cell + 1) / PNG_SHIM_GRID) {
                uint64_t lines = y + 1 - (uint64_t)rows->height * cell / PNG_SHIM_GRID;
                for (uint64_t column = 0; column < PNG_SHIM_GRID; column++) {
                    uint64_t width = rows->width * (column + 1) / PNG_SHIM_GRID - rows->width * column / PNG_SHIM_GRID;
                    for (int channel = 0; channel < 4; channel++)
                        content->grid[(cell * PNG_SHIM_GRID + column) * 4 + channel]
                            = (uint8_t)(sums[column][channel] / (lines * width * 255));
                }
                memset(sums, 0, sizeof sums);
                cell++;
            }
        } else if (!(is_opaque || is_transparent || is_flat)) {
            break;
        }
    }
    content->is_opaque = is_opaque || !has_alpha;
    content->is_transparent = is_transparent;
    content->is_flat = is_flat;
    content->has_grid = has_grid;
    content->is_known = 1;
}
