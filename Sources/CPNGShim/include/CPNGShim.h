#ifndef CPNG_SHIM_H
#define CPNG_SHIM_H

#include <stddef.h>
#include <stdint.h>

#define PNG_SHIM_MESSAGE_SIZE 160

/// Decodes a whole PNG row by row and discards the pixels. Memory: a few rows and zlib's window, whatever the height.
///
/// It checks the signature, every chunk's CRC, the zlib stream, every row's filter byte, the number of rows, and IEND.
/// It checks only the CRC of ancillary chunks other than tRNS, so it never inflates compressed text and color profiles.
///
/// @param max_width  wider images are rejected before any row is allocated; likewise `max_height`
/// @param message    receives libpng's error, NUL-terminated; `PNG_SHIM_MESSAGE_SIZE` bytes
/// @return 1 if every pixel decodes, 0 if not, -1 if there is not enough memory
int png_shim_decode(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height, char *message);

/// Returns 1 for PNGs that ``png_shim_decode`` certainly accepts, 0 if only libpng can decide. Takes a quarter of the
/// time. Memory: the inflated image, at most 16 MiB; larger images return 0.
int png_shim_quick_check(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height);

/// Returns 1 if the image data inflates to more bytes than the image's rows have. Inflates at most 64 KiB more.
///
/// ``png_shim_decode`` calls this first. After the last row libpng inflates all remaining data before it reports an
/// error, which can be gigabytes from a file of a few megabytes.
int png_shim_has_excess(const uint8_t *bytes, size_t length);

uint32_t png_shim_crc32(const uint8_t *bytes, size_t length);

/// Returns the path of the file that contains libpng (0), zlib (1) or libdeflate (2): the program's own if the library
/// is linked statically. Returns NULL for other numbers, and if the system does not know the file.
const char *png_shim_library_path(int number);

#endif
