#ifndef CONTENT_H
#define CONTENT_H

#include "CPNGShim.h"

/// The inflated rows of an image without interlacing, each after its filter byte.
struct png_rows {
    uint32_t width, height;
    uint8_t depth, type;
    /// The data of PLTE and tRNS; NULL if there are none.
    const uint8_t *palette, *transparency;
    size_t palette_length, transparency_length;
    uint8_t *bytes;
    size_t row_length;
};

/// Reads the rows from the top.
struct row_reader {
    struct png_rows rows;
    /// Removes filters and converts pixels; see ``open_rows``.
    uint32_t colors[256], *pixels;
    uint8_t *zeros;
    const uint8_t *up;
    uint32_t y;
};

/// Returns 0 if there is not enough memory. Whatever it returns, ``close_rows`` frees the memory.
int open_rows(struct row_reader *reader, const struct png_rows *rows);

/// Stores the next row in `pixels`: red in the lowest byte, alpha in the highest, all 0 where alpha is 0. Returns 0 at
/// the end, and for a filter that does not exist. Removes the row's filter in `rows`.
int next_row(struct row_reader *reader);

void close_rows(struct row_reader *reader);

/// Computes the properties of the pixels; `is_known` stays 0 if there is not enough memory. Reads as many rows as are
/// needed.
///
/// @param height of the image, which can have more rows than `rows`
void read_content(const struct png_rows *rows, uint32_t height, struct png_shim_content *content);

#endif
