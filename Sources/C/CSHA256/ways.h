#ifndef WAYS_H
#define WAYS_H

#include "CSHA256.h"

extern const uint32_t csha256_constants[64];

/// Changes the hash by whole blocks of 64 bytes.
typedef void csha256_blocks(uint32_t hash[8], const uint8_t *bytes, size_t blocks);

csha256_blocks csha256_blocks_portable, csha256_blocks_x86, csha256_blocks_arm;

#endif
