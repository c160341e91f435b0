#include "ways.h"

#include <string.h>

static csha256_blocks *blocks_of(csha256_way way) {
    switch (way) {
    case csha256_x86:
        return csha256_blocks_x86;
    case csha256_arm:
        return csha256_blocks_arm;
    default:
        return csha256_blocks_portable;
    }
}

void csha256_start(csha256_state *state, csha256_way way) {
    // The first 32 bits of the fractional parts of the square roots of the first 8 primes.
    static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(state->hash, first, sizeof first);
    state->way = way;
    state->count = 0;
    memset(state->rest, 0, sizeof state->rest);
}

void csha256_update(csha256_state *state, const void *bytes, size_t count) {
    if (count == 0) return;
    csha256_blocks *blocks = blocks_of(state->way);
    const uint8_t *next = bytes;
    size_t filled = state->count % 64;
    state->count += count;
    if (filled > 0) {
        size_t taken = count < 64 - filled ? count : 64 - filled;
        memcpy(state->rest + filled, next, taken);
        if (filled + taken < 64) return;
        blocks(state->hash, state->rest, 1);
        next += taken;
        count -= taken;
    }
    if (count >= 64) blocks(state->hash, next, count / 64);
    if (count % 64 > 0) memcpy(state->rest, next + count / 64 * 64, count % 64);
}

csha256_digest csha256_finish(const csha256_state *state) {
    // A bit of 1, as many bits of 0 as are needed, and the number of bits of the message in 8 bytes.
    uint8_t end[128] = {0};
    size_t filled = state->count % 64;
    size_t length = filled < 56 ? 64 : 128;
    memcpy(end, state->rest, filled);
    end[filled] = 0x80;
    uint64_t bits = state->count * 8;
    for (int index = 0; index < 8; index++) end[length - 1 - index] = (uint8_t)(bits >> (8 * index));
    uint32_t hash[8];
    memcpy(hash, state->hash, sizeof hash);
    blocks_of(state->way)(hash, end, length / 64);
    csha256_digest digest;
    for (int index = 0; index < 32; index++) digest.bytes[index] = (uint8_t)(hash[index / 4] >> (24 - index % 4 * 8));
    return digest;
}
