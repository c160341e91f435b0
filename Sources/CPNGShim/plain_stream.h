#ifndef PLAIN_STREAM_H
#define PLAIN_STREAM_H

#include <stddef.h>
#include <stdint.h>

/// Returns 1 for a zlib stream of a single block with complete Huffman codes, which libdeflate and zlib read alike.
/// `bytes` starts with the zlib header; 60 to 100 bytes are read.
///
/// libdeflate (1.14) accepts code tables that zlib, and so libpng, rejects: more than 286 literals and lengths, more
/// than 30 distances, incomplete codes, or runs of code lengths beyond the end. An attacker can write these. The tables
/// are in the header of a block; only inflating finds the headers of later blocks.
/// Source: RFC 1951, 3.2.7; zlib's inflate.c and inftrees.c (1.2.13).
int is_plain_stream(const uint8_t *bytes, size_t length);

#endif
