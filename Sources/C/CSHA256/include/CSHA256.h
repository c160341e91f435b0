// SHA-256 (FIPS 180-4), for systems without CryptoKit. It uses the processor's instructions for it where there are any.
//
// It protects contents, it keeps no secrets: nothing here runs in constant time on purpose.

#ifndef CSHA256_H
#define CSHA256_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// How blocks are computed. All ways give the same digests.
typedef enum : uint32_t {
    csha256_portable,
    /// The SHA extensions of x86-64.
    csha256_x86,
    /// The cryptographic extension of ARMv8.
    csha256_arm,
} csha256_way;

/// The state between two pieces of a message. It can be copied at any time.
typedef struct {
    uint32_t hash[8];
    csha256_way way;
    /// The bytes of the message so far.
    uint64_t count;
    /// The bytes since the last whole block.
    uint8_t rest[64];
} csha256_state;

typedef struct {
    uint8_t bytes[32];
} csha256_digest;

/// Returns the fastest way of this processor. The answer is stored.
csha256_way csha256_best_way(void);

/// Starts a message. `way` must be `csha256_portable` or the best way.
void csha256_start(csha256_state *state, csha256_way way);

/// Adds a piece of any length. `bytes` may be NULL if `count` is 0.
void csha256_update(csha256_state *state, const void *_Nullable bytes, size_t count);

/// Returns the digest of the message so far. The state does not change.
csha256_digest csha256_finish(const csha256_state *state);

#pragma clang assume_nonnull end

#endif
