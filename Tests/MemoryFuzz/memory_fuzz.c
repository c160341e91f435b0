// A program for `make fuzz-memory`. libFuzzer contains `main`: https://llvm.org/docs/LibFuzzer.html
#include "content.h"

#include <libdeflate.h>
#include <sanitizer/msan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(int is_true, const char *law) {
    if (is_true)
        return;
    fprintf(stderr, "broken: %s\n", law);
    abort();
}

// Returns bytes in memory of their own.
static uint8_t *copy(const uint8_t *bytes, size_t length, size_t margin) {
    uint8_t *copied = malloc(length + margin + 1);
    memcpy(copied, bytes, length);
    memset(copied + length, 0, margin);
    return copied;
}

static void check_rows(const struct png_shim_rows *rows) {
    __msan_check_mem_is_initialized(rows->rows.bytes, rows->rows.height * rows->rows.row_length);
}

// At a cut, an image never differs from itself.
static void check_cut(const uint8_t *bytes, size_t length, png_shim_rows *rows, uint32_t start) {
    uint8_t *head = copy(bytes, length, 0);
    struct png_shim_start found = png_shim_look_at_start(head, length, rows);
    expect(!found.differs, "the start of an image is that of the image");
    expect(!found.is_known || found.checksum == start, "the start of an image has one checksum");
    png_shim_rows *first = png_shim_first_rows(head, length, SIZE_MAX);
    if (first != NULL) {
        check_rows(first);
        expect(png_shim_compare_rows(first, rows) != 0, "the first rows of an image are those of the image");
        png_shim_free_rows(first);
    }
    free(head);
}

static void check_image(const uint8_t *bytes, size_t length) {
    struct png_shim_content content = {.wants_grid = length & 1, .start = 0xA5A5A5A5};
    png_shim_rows *rows = NULL;
    if (!png_shim_quick_look(bytes, length, 4096, 4096, &content, &rows)) {
        expect(rows == NULL && content.start == 0xA5A5A5A5, "an image that is not sound has no outputs");
        return;
    }
    if (rows == NULL)
        return;
    check_rows(rows);
    __msan_check_mem_is_initialized(&content.start, sizeof content.start);
    __msan_check_mem_is_initialized(content.grid, sizeof content.grid);
    for (size_t part = 0; part < length; part += 1 + length / 128)
        check_cut(bytes, part, rows, content.start);
    png_shim_free_rows(rows);
}

static void correct_checksums(uint8_t *bytes, size_t length) {
    for (size_t at = 8; at + 12 <= length;) {
        const uint8_t *chunk = bytes + at;
        size_t size = (size_t)chunk[0] << 24 | chunk[1] << 16 | chunk[2] << 8 | chunk[3];
        if (size > length - at - 12)
            return;
        uint32_t crc = libdeflate_crc32(0, chunk + 4, size + 4);
        for (int n = 0; n < 4; n++)
            bytes[at + 8 + size + n] = (uint8_t)(crc >> (24 - 8 * n));
        at += size + 12;
    }
}

static void check_stream(const uint8_t *bytes, size_t length) {
    enum { WANTED = 1 << 16 };
    uint8_t *stream = copy(bytes, length, PNG_SHIM_INPUT_MARGIN);
    uint8_t *all = malloc(WANTED + PNG_SHIM_OUTPUT_MARGIN), *first = malloc(WANTED + PNG_SHIM_OUTPUT_MARGIN);
    size_t count = png_shim_inflate_start(stream, length, all, WANTED);
    __msan_check_mem_is_initialized(all, count);
    // While a stream goes on, no byte depends on the missing ones.
    size_t part = length / 2 < 16 ? 0 : length / 2 - 16;
    uint8_t *head = copy(bytes, length / 2, 0);
    size_t known = png_shim_inflate_start(head, part, first, WANTED);
    __msan_check_mem_is_initialized(first, known);
    expect(known <= count && memcmp(all, first, known) == 0, "the first bytes of a stream are those of the stream");
    if (png_shim_inflate(stream, length, first, count))
        expect(memcmp(all, first, count) == 0, "both ways to inflate make the same bytes");
    free(head);
    free(first);
    free(all);
    free(stream);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    if (length == 0)
        return 0;
    check_stream(bytes, length);
    // Inputs of the target `png` have another byte before the PNG.
    size_t skipped = bytes[0] == 0x89 ? 0 : 1;
    uint8_t *image = copy(bytes + skipped, length - skipped, 0);
    check_image(image, length - skipped);
    correct_checksums(image, length - skipped);
    check_image(image, length - skipped);
    free(image);
    return 0;
}
