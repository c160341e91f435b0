#ifndef CPNG_SHIM_H
#define CPNG_SHIM_H

#include <stddef.h>
#include <stdint.h>

/// Room that ``png_shim_decode`` needs for its message, in bytes.
#define PNG_SHIM_MESSAGE_SIZE 160

/// Decodes a whole PNG held in memory, row by row, and throws the pixels away.
///
/// Judged are the signature, every chunk's CRC, the zlib stream, every row's filter byte, the number of rows, and IEND.
/// Ancillary chunks other than tRNS are checked for their CRC and not interpreted, so compressed text and colour
/// profiles are never inflated. Memory: a few rows and zlib's window, whatever the height.
///
/// @param bytes      the file, `length` bytes
/// @param max_width  images wider than this are refused before any row is allocated
/// @param max_height likewise for the height
/// @param message    where libpng's complaint goes, `PNG_SHIM_MESSAGE_SIZE` bytes; NUL-terminated
/// @return 1 when every pixel decodes, 0 when not (then `message` says why), -1 when memory ran out
int png_shim_decode(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height, char *message);

/// Whether a PNG held in memory is surely sound: a yes means that ``png_shim_decode`` says yes too, a no means nothing.
///
/// Looks at all that ``png_shim_decode`` looks at, in a quarter of the time. Memory: the inflated picture, at
/// most 16 MiB; larger ones are left to libpng.
///
/// @param bytes      the file, `length` bytes
/// @param max_width  as with ``png_shim_decode``
/// @param max_height likewise
/// @return 1 for a yes, 0 for "ask libpng"
int png_shim_quick_check(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height);

/// Whether the image data inflates to more than the picture's rows, found without inflating more than these.
///
/// ``png_shim_decode`` asks this first: with the last row libpng inflates whatever is left, which for a file of some megabytes
/// are gigabytes, only to say that it is too much.
///
/// @param bytes the file, `length` bytes
/// @return 1 if it does; 0 if not, or if the data is damaged in front of its excess
int png_shim_has_excess(const uint8_t *bytes, size_t length);

/// The CRC-32 that PNG and zip have in common.
uint32_t png_shim_crc32(const uint8_t *bytes, size_t length);

/// The file of a library that judges pictures, as it is loaded; the program's own if it is part of it.
///
/// @param number from 0
/// @return NULL behind the last one, and where the system cannot tell
const char *png_shim_library(int number);

#endif
