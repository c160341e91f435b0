#ifndef CPNG_SHIM_H
#define CPNG_SHIM_H

#include <stddef.h>
#include <stdint.h>

#define PNG_SHIM_MESSAGE_SIZE 160

/// Data that every decoder skips: libpng warns of some, and stops before the rest.
struct png_shim_trailing_data {
    /// Bytes after the IEND chunk.
    size_t after_end;
    /// Bytes in IDAT chunks after the end of the zlib stream.
    size_t after_stream;
    /// Bytes that the zlib stream inflates to beyond the last row. More than ``PNG_SHIM_EXCESS_MAX`` are not counted.
    uint64_t inflated;
};

/// After the last row libpng inflates all remaining data, which can be gigabytes from a file of a few megabytes. An
/// image with more of them than this is damaged.
#define PNG_SHIM_EXCESS_MAX 65536

/// Decodes a whole PNG row by row and discards the pixels. Memory: a few rows and zlib's window, whatever the height.
///
/// It checks the signature, every chunk's CRC, the zlib stream, every row's filter byte, the number of rows, and IEND.
/// It checks only the CRC of ancillary chunks other than tRNS, so it never inflates compressed text and color profiles.
/// A wrong checksum is damage; other warnings of libpng are not.
///
/// @param max_width  wider images are rejected before any row is allocated; likewise `max_height`
/// @param trailing   receives the data after the image, if the result is 1
/// @param message    receives the error, if the result is 0; NUL-terminated; `PNG_SHIM_MESSAGE_SIZE` bytes
/// @return 1 if every pixel decodes, 0 if not, -1 if there is not enough memory
int png_shim_decode(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_trailing_data *trailing, char *message);

/// An image's colors in 4 x 4 cells of equal size.
#define PNG_SHIM_GRID 4

/// Properties of an image's pixels.
struct png_shim_content {
    /// Whether `grid` is computed, which needs all rows. The caller sets it.
    uint8_t wants_grid;
    /// Whether the rest has values: not for interlaced images, a color that is transparent, and large images with 16
    /// bits a sample.
    uint8_t is_known;
    /// Pixels with alpha 0 are equal, whatever their color.
    uint8_t is_opaque, is_transparent, is_flat;
    /// The greatest alpha. At least ``PNG_SHIM_STRONG`` if not all rows were read.
    uint8_t strongest;
    /// Whether `start` has a value: not if the bytes end before.
    uint8_t has_start;
    /// A checksum of the first rows, which depends on the pixels alone: up to two rows below the first one from which
    /// on the image is neither flat nor faint.
    uint32_t start;
    /// Whether `grid` has values: not if the image has fewer pixels than the grid has cells.
    uint8_t has_grid;
    /// Mean red, green, blue and alpha of each cell, by rows. The colors are multiplied by alpha.
    uint8_t grid[PNG_SHIM_GRID * PNG_SHIM_GRID * 4];
};

typedef struct png_shim_rows png_shim_rows;

/// The quick check: returns 1 for PNGs that ``png_shim_decode`` certainly accepts and that have no trailing data, 0 if
/// only libpng can decide. Takes a fifth of the time. Memory: the inflated image, at most 16 MiB; libpng decides about
/// larger ones.
///
/// @param content NULL, or receives the properties of the pixels if the result is 1 and they can be read
/// @param kept    unused without `content`; else receives the rows for ``png_shim_free_rows`` if the result is 1, the
///                pixels can be read, and their samples have at most 8 bits
int png_shim_quick_look(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_content *content, png_shim_rows **kept);

/// An alpha that no faint image has.
#define PNG_SHIM_STRONG 192

/// The state after the rows above the next one. It is all zeros before the first row.
struct png_shim_look {
    /// The bits that all pixels have, that any has, and that are not those of the first pixel.
    uint32_t common, any, other, first;
    uint32_t rows_below_start;
    /// The sums of the cells of one row of cells.
    uint64_t cells[PNG_SHIM_GRID][4];
};

/// Adds the row `y` of an image. Rows come in order. `content` has its values after the last row, and also as soon as
/// the result is 1.
///
/// @param pixels `width` pixels with red in the lowest byte, and alpha in the highest; all 0 where alpha is 0
/// @return 1 if no other row can change `content`, given that the image has an alpha channel or not
int png_shim_look_at_row(const uint32_t *pixels, uint32_t width, uint32_t height, uint32_t y, int has_alpha,
    struct png_shim_look *look, struct png_shim_content *content);

/// The properties of an image's pixels that its first bytes prove.
struct png_shim_start {
    /// Whether a pixel differs from the other image's.
    uint8_t differs;
    /// Whether `checksum` has a value: ``png_shim_content/start``.
    uint8_t is_known;
    uint32_t checksum;
};

/// Reads the start of an image.
///
/// @param bytes the first bytes of a PNG, or all
/// @param other NULL, or the rows of another image: then rows are read up to the first that differ
struct png_shim_start png_shim_look_at_start(const uint8_t *bytes, size_t length, png_shim_rows *other);

/// Inflates the first rows of an image.
///
/// @param bytes  the first bytes of a PNG, or all. Unless another chunk follows, the image data goes on after them.
/// @param wanted how many bytes of rows; there can be less in `bytes`
/// @return an object for ``png_shim_free_rows``; NULL for images whose pixels the quick check does not read, and if
///         there is not enough memory
png_shim_rows *png_shim_first_rows(const uint8_t *bytes, size_t length, size_t wanted);

/// Compares the rows of two images up to the first difference. Pixels with alpha 0 are equal.
///
/// @return 1 if all pixels of the images are equal, 0 if not, -1 if the rows that are there are
int png_shim_compare_rows(png_shim_rows *one, png_shim_rows *other);

void png_shim_free_rows(png_shim_rows *rows);

/// Returns the least sum of squared differences between a grid and each of `count` others, which follow one another in
/// memory; `max` if none is less.
uint32_t png_shim_grid_distance(const uint8_t *grid, const uint8_t *others, size_t count, uint32_t max);

/// Inflates a zlib stream. Returns 1 if zlib accepts the stream too and makes the same `expected` bytes of it; 0 if
/// not, or if the stream ends before or after `length`. The quick check uses it.
///
/// Takes two fifths of zlib's time, and as long as libdeflate. libdeflate (1.14) accepts codes that zlib, and so
/// libpng, rejects. It does not say where blocks start, so their codes cannot be checked from outside.
///
/// @param stream  ``PNG_SHIM_INPUT_MARGIN`` more bytes behind it can be read
/// @param out     has room for `expected` bytes and ``PNG_SHIM_OUTPUT_MARGIN`` more, which receive anything
int png_shim_inflate(const uint8_t *stream, size_t length, uint8_t *out, size_t expected);

/// Inflates the first bytes of a zlib stream, up to `length` and to `wanted`. Returns their number.
///
/// @param stream  ``PNG_SHIM_INPUT_MARGIN`` more bytes behind it can be read; 16 of them belong to the stream, unless
///                it ends at `length`
size_t png_shim_inflate_start(const uint8_t *stream, size_t length, uint8_t *out, size_t wanted);

#define PNG_SHIM_INPUT_MARGIN 16
#define PNG_SHIM_OUTPUT_MARGIN 320

/// Returns 1 if the first bytes of a PNG show that ``png_shim_decode`` rejects it: a field of IHDR or a chunk's CRC is
/// wrong, or the chunks of a whole file do not end with IEND.
///
/// It inflates nothing, and skips a chunk that is cut.
///
/// @param bytes the signature, IHDR, and any number of bytes after it
/// @param is_whole whether the bytes are the whole file
int png_shim_has_damage(const uint8_t *bytes, size_t length, int is_whole);

/// The format of an image as its file states it.
struct png_shim_format {
    uint32_t width, height;
    uint8_t bit_depth;
    /// PNG's number: 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGBA.
    uint8_t color_type;
    uint8_t is_interlaced;
    /// Whether the image has a tRNS chunk that libpng uses.
    uint8_t has_transparency;
};

typedef struct png_shim_pixels png_shim_pixels;

/// Reads the header of a PNG whose pixels are read next. It checks what ``png_shim_decode`` checks.
///
/// @param format   receives the format, unless the result is NULL
/// @param message  receives libpng's error; unchanged if there is not enough memory; `PNG_SHIM_MESSAGE_SIZE` bytes
/// @return an object for ``png_shim_pixels_close``; NULL for an error
png_shim_pixels *png_shim_pixels_open(const uint8_t *bytes, size_t length, uint32_t max_width, uint32_t max_height,
    struct png_shim_format *format, char *message);

/// Reads the next row as RGBA with straight alpha: 8 bits a sample, or 16 in the machine's byte order if the file has
/// 16. Gamma and color profiles are not applied. The last row checks the end of the file.
///
/// Memory: one row; for an interlaced image all rows, from the first call on.
///
/// @param bytes   the same bytes as before, which can have moved
/// @param message receives libpng's error; unchanged if there are no more rows, and if there is not enough memory
/// @return four samples for each pixel of the width, until the next call; NULL if no row was read
const uint8_t *png_shim_pixels_read(png_shim_pixels *pixels, const uint8_t *bytes, size_t length, char *message);

void png_shim_pixels_close(png_shim_pixels *pixels);

/// Returns the most bytes that ``png_shim_encode`` writes.
size_t png_shim_encoded_size(uint32_t width, uint32_t height, int channels);

/// Encodes pixels of 8 bits per channel.
///
/// @param channels 1 for gray, 3 for RGB, 4 for RGBA that is not premultiplied
/// @return the number of bytes written to `out`; 0 if it has no room, or if there is not enough memory
size_t png_shim_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int channels, uint8_t *out, size_t capacity);

/// @param start the CRC-32 of the bytes before; 0 if there are none
uint32_t png_shim_crc32(uint32_t start, const uint8_t *bytes, size_t length);

/// Returns the path of the file that contains libpng (0), zlib (1) or libdeflate (2): the program's own if the library
/// is linked statically. Returns NULL for other numbers, and if the system does not know the file.
const char *png_shim_library_path(int number);

#endif
