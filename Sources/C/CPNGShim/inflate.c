// Inflates a whole stream in memory. Every condition is zlib's (inflate.c and inftrees.c, 1.2.13); the format is RFC
// 1950 and 1951. No byte is checked by itself. Why the decoder stays within its buffers all the same:
//
// 1. Bits. A refill makes at least 56 bits available. Before the next one at most 3 + 14 are taken for the head of a
//    block, 10 * 3 for lengths of codes, 7 + 7 for a length or a run of them, 3 * 11 + 15 + 5 for literals and a
//    length, or 15 + 13 for a distance. So no bit is taken that is not available, and no shift is by more than 63.
// 2. Input. A turn of a loop starts with `position`, the first byte of which no bit is taken, at or before `end`; else
//    it ends the stream. `at` is at most 7 bytes after `position`, so a refill reads up to `end` + 15. It leaves `at`
//    at most at `end` + 7, so another refill in the same turn reads up to `end` + 15 too. The margin is 16.
// 3. Output. A turn starts with `at` at or before `end`; else it ends the stream. It stores 3 literals, and then one
//    more or a match of at most 258 bytes, with up to 31 behind it: up to `end` + 292. The margin is 320. A match
//    starts at the first byte of the output or later. Stored bytes are at most as many as both buffers have.
// 4. Tables. Only lengths of codes that zlib accepts make one: complete codes, for which enough.c computes the entries,
//    or a single code of one bit, or none. All entries up to the last are stored; those of no code are 0.
// 5. Results. A stream is accepted only if it ends at `end` in both buffers, so none of it is from a margin. The start
//    of a stream that goes on is that of the stream, because a turn takes no bit after `end` + 15, and these bytes are
//    its.
#include "CPNGShim.h"

#include <libdeflate.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum {
    LITERALS_MAX = 286,
    DISTANCES_MAX = 30,
    // The fixed codes have two more of each, which no stream may use.
    FIXED_LITERALS = 288,
    FIXED_DISTANCES = 32,
    LENGTH_CODES = 19,
    CODE_BITS = 15,
    // How many bits of a code select an entry. Longer codes have a second table for the rest.
    LITERAL_ROOT = 11,
    DISTANCE_ROOT = 8,
    LENGTH_ROOT = 7,
    // The most entries that codes of 15 bits need with these roots, computed by zlib's examples/enough.c.
    LITERAL_ENTRIES = 2342,
    DISTANCE_ENTRIES = 402,
    // Limits of one turn: see 1 to 3 above.
    AVAILABLE_BITS = 56,
    TURN_LITERALS = 3,
    LENGTH_MAX = 258,
    LENGTH_EXTRA_BITS = 5,
    DISTANCE_BITS = CODE_BITS + 13,
    REPEAT_EXCESS = 31,
};

_Static_assert(TURN_LITERALS * LITERAL_ROOT + CODE_BITS + LENGTH_EXTRA_BITS <= AVAILABLE_BITS, "bits of a turn");
_Static_assert(7 + 8 <= PNG_SHIM_INPUT_MARGIN, "bytes of a refill");
_Static_assert(TURN_LITERALS + LENGTH_MAX + REPEAT_EXCESS <= PNG_SHIM_OUTPUT_MARGIN, "bytes of a turn");

// An entry of a table: bits 0 to 7 are the number of its bits, those of its code and the extra ones; 8 to 11 the length
// of its code, and from bit 16 on is a value: a symbol, or the least length or distance. An entry that leads to a
// second table has the number of bits that select in that table, and where it starts. An entry of 0 belongs to no code.
enum { IS_SYMBOL = 0x1000, IS_END = 0x2000, IS_TABLE = 0x4000 };

static inline uint32_t code_length(uint32_t entry) { return entry >> 8 & 15; }
static inline uint32_t value(uint32_t entry) { return entry >> 16; }

static uint32_t make_entry(uint32_t value, uint32_t extra_bits) { return value << 16 | extra_bits; }

// Adds the length of a code.
static inline uint32_t with_code(uint32_t entry, unsigned bits) { return entry == 0 ? 0 : entry + bits * 0x101; }

static uint32_t literal_entry(unsigned symbol) {
    if (symbol < 256)
        return IS_SYMBOL | make_entry(symbol, 0);
    if (symbol == 256)
        return IS_END;
    if (symbol >= LITERALS_MAX)
        return 0;
    unsigned group = symbol - 257, extra = group < 8 ? 0 : group / 4 - 1;
    return group == 28 ? make_entry(258, 0)
        : make_entry(group < 8 ? 3 + group : 3 + ((4 + group % 4) << extra), extra);
}

static uint32_t distance_entry(unsigned symbol) {
    unsigned extra = symbol < 4 ? 0 : symbol / 2 - 1;
    if (symbol >= DISTANCES_MAX)
        return 0;
    return make_entry(symbol < 4 ? 1 + symbol : 1 + ((2 + symbol % 2) << extra), extra);
}

static uint32_t length_entry(unsigned symbol) { return IS_SYMBOL | make_entry(symbol, 0); }

struct code {
    const uint8_t *lengths;
    unsigned symbols, root;
    uint32_t (*entry)(unsigned symbol);
    // Whether zlib accepts one code of one bit, or none at all.
    int may_be_incomplete;
};

// How many bits follow the root in the second table whose first code is that of `sorted[0]`: its codes are consecutive
// until they fill it.
static unsigned second_bits(const struct code *code, const uint16_t *sorted) {
    unsigned filled = 0, bits;
    do {
        bits = code->lengths[*sorted++] - code->root;
        filled += 1u << (CODE_BITS - code->root - bits);
    } while (filled < 1u << (CODE_BITS - code->root));
    return bits;
}

// The next code of `bits` bits, unless this one is the last. Codes are stored with their first bit lowest.
static unsigned next_code(unsigned code, unsigned bits) {
    unsigned zeros = ~code & ((1u << bits) - 1);
    if (zeros == 0)
        return 0;
    unsigned bit = 1u << (31 - __builtin_clz(zeros));
    return (code & (bit - 1)) | bit;
}

// Sorts the symbols by the lengths of their codes. Returns how many have no code and come first, or -1 if zlib rejects
// these lengths.
static int sort_symbols(const struct code *code, uint16_t sorted[FIXED_LITERALS]) {
    unsigned counts[CODE_BITS + 1] = {0}, starts[CODE_BITS + 2] = {0}, unused = 1, longest = 0;
    for (unsigned n = 0; n < code->symbols; n++)
        counts[code->lengths[n]]++;
    starts[1] = counts[0];
    for (unsigned bits = 1; bits <= CODE_BITS; bits++) {
        if (counts[bits] > 2 * unused)
            return -1;
        unused = 2 * unused - counts[bits];
        if (counts[bits] > 0)
            longest = bits;
        starts[bits + 1] = starts[bits] + counts[bits];
    }
    if (unused > 0 && (!code->may_be_incomplete || longest > 1))
        return -1;
    for (unsigned n = 0; n < code->symbols; n++)
        sorted[starts[code->lengths[n]]++] = (uint16_t)n;
    return (int)counts[0];
}

static inline __attribute__((always_inline)) int make_table(const struct code *code, uint32_t *table) {
    uint16_t sorted[FIXED_LITERALS];
    int start = sort_symbols(code, sorted);
    unsigned root = code->root, end = 1, second = 0, next = 0, n = (unsigned)start, count = code->symbols;
    if (start < 0)
        return 0;
    table[0] = 0;
    for (unsigned bits = 1; bits <= root; bits++) {
        // The next bit does not matter for the codes so far.
        memcpy(table + end, table, end * sizeof *table);
        end *= 2;
        for (; n < count && code->lengths[sorted[n]] == bits; n++, next = next_code(next, bits))
            table[next] = with_code(code->entry(sorted[n]), bits);
    }
    // No code has this as its first bits, since none is longer than 15 bits.
    unsigned prefix = UINT32_MAX, mask = end - 1;
    for (unsigned bits; n < count; n++, next = next_code(next, bits)) {
        bits = code->lengths[sorted[n]];
        if ((next & mask) != prefix) {
            prefix = next & mask;
            second = second_bits(code, sorted + n);
            table[prefix] = IS_TABLE | make_entry(end, root) | second << 8;
            end += 1u << second;
        }
        uint32_t *first = table + end - (1u << second), entry = with_code(code->entry(sorted[n]), bits - root);
        for (unsigned at = next >> root; at < 1u << second; at += 1u << (bits - root))
            first[at] = entry;
    }
    return 1;
}

// ---- bits -----------------------------------------------------------------------------------------------------------

struct input {
    const uint8_t *at, *end;
    // The bits before `at` that are not taken, the first lowest.
    uint64_t bits;
    // Its lowest byte is their number.
    unsigned count;
};

// Makes at least 56 bits available. A bit that is above `count` is the one that the next call stores there.
static inline void refill(struct input *input) {
    uint64_t word;
    memcpy(&word, input->at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    input->bits |= word << (uint8_t)input->count;
    input->at += 7 - (input->count >> 3 & 7);
    input->count |= AVAILABLE_BITS;
}

static inline unsigned peek(const struct input *input, unsigned count) {
    return (unsigned)(input->bits & ((1u << count) - 1));
}

// Skips as many bits as the lowest byte of `count` says.
static inline void skip(struct input *input, unsigned count) {
    input->bits >>= (uint8_t)count;
    input->count -= count;
}

static inline unsigned take(struct input *input, unsigned count) {
    unsigned taken = peek(input, count);
    skip(input, count);
    return taken;
}

// The first byte of which no bit is taken.
static inline const uint8_t *position(const struct input *input) { return input->at - (input->count >> 3 & 7); }

// Takes the bits of an entry. Returns its value with the extra bits added.
static inline unsigned take_entry(struct input *input, uint32_t entry) {
    uint64_t bits = input->bits & ((1ull << (uint8_t)entry) - 1);
    skip(input, entry);
    return value(entry) + (unsigned)(bits >> code_length(entry));
}

static inline uint32_t find_second(struct input *input, const uint32_t *table, uint32_t entry) {
    skip(input, entry);
    return table[value(entry) + peek(input, code_length(entry))];
}

// Returns the entry of the next code. If it is in a second table, its bits in the first one are taken.
static inline uint32_t find(struct input *input, const uint32_t *table, unsigned root) {
    uint32_t entry = table[peek(input, root)];
    return entry & IS_TABLE ? find_second(input, table, entry) : entry;
}

// ---- blocks ---------------------------------------------------------------------------------------------------------

struct tables {
    uint32_t literals[LITERAL_ENTRIES], distances[DISTANCE_ENTRIES];
};

struct output {
    uint8_t *start, *at, *end;
};

static int make_tables(
    struct tables *tables, const uint8_t *lengths, unsigned literals, unsigned distances, int may_be_incomplete) {
    struct code code = {lengths, literals, LITERAL_ROOT, literal_entry, may_be_incomplete};
    struct code distance_code = {lengths + literals, distances, DISTANCE_ROOT, distance_entry, may_be_incomplete};
    return make_table(&code, tables->literals) && make_table(&distance_code, tables->distances);
}

static struct tables fixed_tables;

static void make_fixed_tables(void) {
    uint8_t lengths[FIXED_LITERALS + FIXED_DISTANCES];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    memset(lengths + FIXED_LITERALS, 5, FIXED_DISTANCES);
    make_tables(&fixed_tables, lengths, FIXED_LITERALS, FIXED_DISTANCES, 0);
}

// They are the same for all streams, and small images have no other ones.
static const struct tables *find_fixed_tables(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_fixed_tables);
    return &fixed_tables;
}

static int read_tables(struct input *input, struct tables *tables) {
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t codes[LENGTH_CODES] = {0}, lengths[LITERALS_MAX + DISTANCES_MAX];
    uint32_t table[1 << LENGTH_ROOT];
    struct code code = {codes, LENGTH_CODES, LENGTH_ROOT, length_entry, 0};
    unsigned literals = 257 + take(input, 5), distances = 1 + take(input, 5), count = 4 + take(input, 4);
    unsigned all = literals + distances;
    if (literals > LITERALS_MAX || distances > DISTANCES_MAX || position(input) > input->end)
        return 0;
    refill(input);
    for (unsigned n = 0; n < count; n++) {
        codes[order[n]] = (uint8_t)take(input, 3);
        if (n == LENGTH_CODES / 2)
            refill(input);
    }
    if (!make_table(&code, table))
        return 0;
    for (unsigned n = 0; n < all;) {
        if (position(input) > input->end)
            return 0;
        refill(input);
        unsigned symbol = take_entry(input, find(input, table, LENGTH_ROOT));
        if (symbol < 16) {
            lengths[n++] = (uint8_t)symbol;
            continue;
        }
        unsigned run = symbol == 16 ? 3 + take(input, 2) : symbol == 17 ? 3 + take(input, 3) : 11 + take(input, 7);
        if ((symbol == 16 && n == 0) || run > all - n)
            return 0;
        memset(lengths + n, symbol == 16 ? lengths[n - 1] : 0, run);
        n += run;
    }
    return lengths[256] > 0 && make_tables(tables, lengths, literals, distances, 1);
}

// Copies bytes of the output from `distance` before its end. Writes up to ``REPEAT_EXCESS`` bytes more.
static inline void repeat(uint8_t *out, size_t distance, size_t length) {
    const uint8_t *from = out - distance, *end = out + length;
    if (distance >= 16) {
        memcpy(out, from, 16);
        memcpy(out + 16, from + 16, 16);
        for (out += 32, from += 32; out < end; out += 16, from += 16)
            memcpy(out, from, 16);
    } else if (distance == 1) {
        memset(out, *from, length);
    } else if (distance < 8) {
        while (out < end)
            *out++ = *from++;
    } else {
        for (; out < end; out += 8, from += 8)
            memcpy(out, from, 8);
    }
}

// Looks up the entry of the next literal or length. Returns 0 if the bits before it pass the end of the input.
static inline int look_ahead(struct input *input, const uint32_t *table, uint32_t *entry) {
    if (position(input) > input->end)
        return 0;
    refill(input);
    *entry = table[peek(input, LITERAL_ROOT)];
    return 1;
}

static inline __attribute__((always_inline)) int inflate_symbols(
    struct input *source, const struct tables *tables, struct output *output) {
    const uint32_t *literals = tables->literals;
    struct input input = *source;
    uint8_t *out = output->at;
    uint32_t entry;
    int is_ahead = look_ahead(&input, literals, &entry);
    while (is_ahead && out <= output->end) {
        for (int n = 0; n < TURN_LITERALS && entry & IS_SYMBOL; n++) {
            *out++ = (uint8_t)value(entry);
            skip(&input, entry);
            entry = literals[peek(&input, LITERAL_ROOT)];
        }
        if (entry & (IS_SYMBOL | IS_TABLE | IS_END)) {
            if (entry & IS_TABLE)
                entry = find_second(&input, literals, entry);
            if (entry & IS_SYMBOL) {
                *out++ = (uint8_t)value(entry);
                skip(&input, entry);
                is_ahead = look_ahead(&input, literals, &entry);
                continue;
            }
            if (entry & IS_END) {
                skip(&input, entry);
                *source = input;
                output->at = out;
                return 1;
            }
        }
        unsigned length = take_entry(&input, entry);
        if ((uint8_t)input.count < DISTANCE_BITS)
            refill(&input);
        unsigned distance = take_entry(&input, find(&input, tables->distances, DISTANCE_ROOT));
        if (length == 0 || distance == 0 || distance > out - output->start || !look_ahead(&input, literals, &entry))
            break;
        repeat(out, distance, length);
        out += length;
    }
    output->at = out;
    return 0;
}

#if defined(__x86_64__)
// Shifts by a variable number of bits are faster with these instructions.
__attribute__((target("bmi,bmi2"))) static int inflate_symbols_bmi2(
    struct input *input, const struct tables *tables, struct output *output) {
    return inflate_symbols(input, tables, output);
}
#endif

static int inflate_block(struct input *input, const struct tables *tables, struct output *output) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("bmi2"))
        return inflate_symbols_bmi2(input, tables, output);
#endif
    return inflate_symbols(input, tables, output);
}

static int copy_stored(struct input *input, struct output *output) {
    const uint8_t *at = position(input);
    if (at > input->end || input->end - at < 4)
        return 0;
    unsigned length = at[0] | (unsigned)at[1] << 8, inverted = at[2] | (unsigned)at[3] << 8;
    at += 4;
    if ((length ^ 0xFFFF) != inverted)
        return 0;
    ptrdiff_t input_rest = input->end - at, room = output->end - output->at;
    ptrdiff_t rest = input_rest < room ? input_rest : room;
    size_t part = rest < 0 ? 0 : length < rest ? length : (size_t)rest;
    memcpy(output->at, at, part);
    output->at += part;
    if (part < length)
        return 0;
    *input = (struct input){.at = at + length, .end = input->end};
    return 1;
}

// Inflates blocks up to the last one, or up to an end of the input or the output. Returns whether the last one ended.
static int inflate_blocks(const uint8_t *stream, struct input *input, struct output *output) {
    enum { DEFLATE = 8, WINDOW_MAX = 7, HAS_DICTIONARY = 0x20, STORED = 0, FIXED = 1, DYNAMIC = 2 };
    if ((stream[0] & 15) != DEFLATE || stream[0] >> 4 > WINDOW_MAX || stream[1] & HAS_DICTIONARY
        || (stream[0] << 8 | stream[1]) % 31 != 0)
        return 0;
    struct tables tables;
    int is_last, is_sound = 1;
    do {
        refill(input);
        is_last = take(input, 1);
        unsigned kind = take(input, 2);
        if (kind == STORED)
            is_sound = copy_stored(input, output);
        else if (kind == FIXED)
            is_sound = inflate_block(input, find_fixed_tables(), output);
        else
            is_sound = kind == DYNAMIC && read_tables(input, &tables) && inflate_block(input, &tables, output);
    } while (is_sound && !is_last && position(input) <= input->end);
    return is_sound && is_last;
}

int png_shim_inflate(const uint8_t *stream, size_t length, uint8_t *out, size_t expected) {
    if (length < 6)
        return 0;
    const uint8_t *sum = stream + length - 4;
    struct input input = {.at = stream + 2, .end = sum};
    struct output output = {out, out, out + expected};
    uint32_t expected_sum = (uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 | (uint32_t)sum[2] << 8 | sum[3];
    return inflate_blocks(stream, &input, &output) && position(&input) == sum && output.at == output.end
        && libdeflate_adler32(1, out, expected) == expected_sum;
}

size_t png_shim_inflate_start(const uint8_t *stream, size_t length, uint8_t *out, size_t wanted) {
    if (length < 2)
        return 0;
    struct input input = {.at = stream + 2, .end = stream + length};
    struct output output = {out, out, out + wanted};
    inflate_blocks(stream, &input, &output);
    return output.at < output.end ? (size_t)(output.at - out) : wanted;
}
