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

/// Computes the properties of the pixels; `is_known` stays 0 if there is not enough memory. Removes the filters of the
/// rows, as many as are needed.
void read_content(struct png_rows *rows, struct png_shim_content *content);

#endif
