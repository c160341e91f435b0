#include "plain_stream.h"

#include <string.h>

enum {
    LITERALS_MAX = 286,
    DISTANCES_MAX = 30,
    LENGTH_CODES = 19,
    // The longest codes: of code lengths, and of all other symbols.
    SHORT_BITS = 7,
    LONG_BITS = 15,
};

struct bits {
    const uint8_t *bytes;
    size_t length, at;
};

// Returns the next bits without consuming them, the first bit lowest. After the end all bits are zero.
static unsigned peek(const struct bits *bits, int count) {
    size_t byte = bits->at / 8;
    unsigned value = 0;
    if (byte + 3 <= bits->length) {
        const uint8_t *at = bits->bytes + byte;
        value = at[0] | (unsigned)at[1] << 8 | (unsigned)at[2] << 16;
    } else {
        for (int n = 0; byte + n < bits->length; n++)
            value |= (unsigned)bits->bytes[byte + n] << 8 * n;
    }
    return value >> bits->at % 8 & ((1u << count) - 1);
}

static unsigned take(struct bits *bits, int count) {
    unsigned value = peek(bits, count);
    bits->at += count;
    return value;
}

// Returns whether every string of `longest` bits starts with a code.
static int is_complete(const uint8_t *lengths, int count, int longest) {
    unsigned used = 0;
    for (int symbol = 0; symbol < count; symbol++)
        if (lengths[symbol] > 0)
            used += 1u << (longest - lengths[symbol]);
    return used == 1u << longest;
}

// Stores the symbol for each string of SHORT_BITS bits. The code must be complete.
static void make_table(const uint8_t lengths[LENGTH_CODES], uint8_t table[1 << SHORT_BITS]) {
    unsigned code = 0;
    for (int length = 1; length <= SHORT_BITS; length++, code <<= 1)
        for (int symbol = 0; symbol < LENGTH_CODES; symbol++) {
            if (lengths[symbol] != length)
                continue;
            unsigned reversed = 0;
            for (int bit = 0; bit < length; bit++)
                reversed |= (code >> bit & 1) << (length - 1 - bit);
            for (unsigned rest = 0; rest < 1u << (SHORT_BITS - length); rest++)
                table[reversed | rest << length] = (uint8_t)symbol;
            code++;
        }
}

// Reads exactly `count` encoded code lengths. Returns 0 if these are invalid or give more lengths.
static int read_lengths(struct bits *bits, const uint8_t codes[LENGTH_CODES], uint8_t *lengths, int count) {
    uint8_t table[1 << SHORT_BITS];
    make_table(codes, table);
    for (int at = 0; at < count;) {
        unsigned symbol = table[peek(bits, SHORT_BITS)];
        bits->at += codes[symbol];
        if (symbol < 16) {
            lengths[at++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == 16 && at == 0)
            return 0;
        uint8_t repeated = symbol == 16 ? lengths[at - 1] : 0;
        int run = symbol == 16 ? 3 + take(bits, 2) : symbol == 17 ? 3 + take(bits, 3) : 11 + take(bits, 7);
        if (run > count - at)
            return 0;
        memset(lengths + at, repeated, run);
        at += run;
    }
    return bits->at <= 8 * bits->length;
}

int is_plain_stream(const uint8_t *bytes, size_t length) {
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    struct bits bits = {bytes, length, 16};
    int is_last = take(&bits, 1), is_dynamic = take(&bits, 2) == 2;
    if (!is_last || !is_dynamic)
        return 0;
    int literals = 257 + take(&bits, 5), distances = 1 + take(&bits, 5), count = 4 + take(&bits, 4);
    if (literals > LITERALS_MAX || distances > DISTANCES_MAX)
        return 0;
    uint8_t codes[LENGTH_CODES] = {0}, lengths[LITERALS_MAX + DISTANCES_MAX];
    for (int n = 0; n < count; n++)
        codes[order[n]] = (uint8_t)take(&bits, 3);
    return is_complete(codes, LENGTH_CODES, SHORT_BITS) && read_lengths(&bits, codes, lengths, literals + distances)
        && lengths[256] > 0 && is_complete(lengths, literals, LONG_BITS)
        && is_complete(lengths + literals, distances, LONG_BITS);
}
