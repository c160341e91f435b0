#include <stddef.h>
#include <stdint.h>

/// Reads a PNG as programs do that change none of libpng's settings, but for the checksums of chunks.
///
/// @param is_strict whether a wrong CRC is an error in every chunk, and so is a tRNS chunk that libpng leaves out
/// @return 1 if libpng reads it to its end, whatever else it warns of, else 0
int plain_png_reads(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height, int is_strict);

/// Returns whether zlib inflates a stream to its end, and to at most `max` bytes. The stream may end before `length`.
int plain_zlib_inflates(const uint8_t *stream, size_t length, size_t max);
