#ifndef PLAIN_STREAM_H
#define PLAIN_STREAM_H

#include <stddef.h>
#include <stdint.h>

/// Whether a zlib stream is one that libdeflate and zlib read alike: a single block with complete Huffman codes.
///
/// libdeflate (1.14) takes tables that zlib, and so libpng, refuses: more than 286 literals and lengths or 30 distances,
/// codes that leave bits unused, runs of code lengths beyond the end. No encoder writes these; somebody who wants to
/// deceive does. All of them stand in a block's head. That of the first block can be looked at here; where a later one
/// begins, only an inflater can tell, so streams of several blocks are not plain. Behind the head both read the same.
///
/// Cost: the head, some 60 to 100 bytes. Source: RFC 1951, 3.2.7; zlib's inflate.c and inftrees.c (1.2.13).
///
/// @param bytes the stream from its zlib header on, `length` bytes
/// @return 1 for a plain stream, 0 for any other, also for what is no stream at all
int is_plain_stream(const uint8_t *bytes, size_t length);

#endif
