// libpng's simplified functions report errors by their result and call `longjmp` only within libpng.
#include "CPNGShim.h"

#include <png.h>
#include <string.h>

static png_image new_image(uint32_t width, uint32_t height, int channels) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = channels == 1 ? PNG_FORMAT_GRAY : channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA;
    return image;
}

size_t png_shim_encoded_size(uint32_t width, uint32_t height, int channels) {
    png_image image = new_image(width, height, channels);
    return PNG_IMAGE_PNG_SIZE_MAX(image);
}

size_t png_shim_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int channels, uint8_t *out, size_t capacity
) {
    png_image image = new_image(width, height, channels);
    png_alloc_size_t size = capacity;
    return png_image_write_to_memory(&image, out, &size, 0, pixels, 0, NULL) ? size : 0;
}
