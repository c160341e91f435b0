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

/// Rows with their inflated bytes, which can be fewer than those of the image.
struct png_shim_rows {
    struct png_rows rows;
    /// Of the image.
    uint32_t height;
    /// The row that is read next, and how many have no filter any more.
    uint32_t y, unfiltered;
    /// The colors of all samples below 256.
    uint32_t colors[256];
    uint32_t *pixels;
    uint8_t *zeros;
};

/// Takes the bytes of the rows, and frees them if there is not enough memory for the rest; then it returns NULL.
struct png_shim_rows *make_rows(const struct png_rows *rows, uint32_t height);

/// Computes the properties of the pixels. Reads as many rows as are needed.
void read_content(struct png_shim_rows *rows, struct png_shim_content *content);

#endif
