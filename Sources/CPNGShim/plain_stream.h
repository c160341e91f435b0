#ifndef PLAIN_STREAM_H
#define PLAIN_STREAM_H

#include <stddef.h>
#include <stdint.h>

/// Returns 1 for a plain zlib stream: a single block with complete Huffman codes. libdeflate and zlib read it alike.
///
/// libdeflate (1.14) accepts code tables that zlib, and so libpng, rejects: more than 286 literals and lengths, more
/// than 30 distances, incomplete codes, or runs of code lengths beyond the end. No encoder writes these, but an
/// attacker can. The tables are in the header of a block; after it both libraries read the same. Only inflating finds
/// the headers of later blocks, so streams of several blocks are not plain.
///
/// Cost: reads the header, 60 to 100 bytes. Source: RFC 1951, 3.2.7; zlib's inflate.c and inftrees.c (1.2.13).
///
/// @param bytes `length` bytes, starting with the zlib header
/// @return 0 for any other bytes
int is_plain_stream(const uint8_t *bytes, size_t length);

#endif
