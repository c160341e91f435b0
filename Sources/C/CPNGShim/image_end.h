#ifndef IMAGE_END_H
#define IMAGE_END_H

#include "CPNGShim.h"

/// The bytes after the last row of an image.
struct image_end {
    struct png_shim_trailing_data trailing;
    /// Why the image is damaged even if libpng only warns; NULL if it is not.
    const char *problem;
    /// Whether there was not enough memory.
    int is_unknown;
};

/// Inflates the image data, and at most ``PNG_SHIM_EXCESS_MAX`` bytes more plus one piece of 64 KiB.
struct image_end find_image_end(const uint8_t *bytes, size_t length);

#endif
