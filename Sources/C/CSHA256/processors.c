#include "ways.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

static csha256_way detected_way(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return csha256_portable;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_SHA)) return csha256_portable;
    return csha256_x86;
}

// Two registers contain the words A B E F and C D G H of the hash, as the instructions want them. Four more contain
// the last 16 words of the schedule. Each step computes four rounds.
__attribute__((target("sha,ssse3,sse4.1"))) void csha256_blocks_x86(
    uint32_t hash[8], const uint8_t *bytes, size_t blocks) {
    const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)hash), 0xB1);
    __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(hash + 4)), 0x1B);
    __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
    __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);
    for (; blocks > 0; blocks--, bytes += 64) {
        const __m128i abef_before = abef, cdgh_before = cdgh;
        __m128i words[4];
        for (int i = 0; i < 4; i++) {
            words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)bytes + i), big_endian);
        }
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            __m128i constants = _mm_loadu_si128((const __m128i *)csha256_constants + i);
            __m128i added = _mm_add_epi32(words[i % 4], constants);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, added);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(added, 0x0E));
            if (i >= 12) continue;
            __m128i seven_before = _mm_alignr_epi8(words[(i + 3) % 4], words[(i + 2) % 4], 4);
            __m128i next = _mm_sha256msg1_epu32(words[i % 4], words[(i + 1) % 4]);
            words[i % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(next, seven_before), words[(i + 3) % 4]);
        }
        abef = _mm_add_epi32(abef, abef_before);
        cdgh = _mm_add_epi32(cdgh, cdgh_before);
    }
    __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
    __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128((__m128i *)hash, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128((__m128i *)(hash + 4), _mm_alignr_epi8(dchg, feba, 8));
}
#else
void csha256_blocks_x86(uint32_t hash[8], const uint8_t *bytes, size_t blocks) {
    csha256_blocks_portable(hash, bytes, blocks);
}
#endif

#if defined(__aarch64__) && defined(__linux__)
#include <arm_neon.h>
#include <sys/auxv.h>

static csha256_way detected_way(void) {
    const unsigned long sha2 = 1 << 6;  // HWCAP_SHA2
    return getauxval(AT_HWCAP) & sha2 ? csha256_arm : csha256_portable;
}

__attribute__((target("sha2"))) void csha256_blocks_arm(uint32_t hash[8], const uint8_t *bytes, size_t blocks) {
    uint32x4_t abcd = vld1q_u32(hash), efgh = vld1q_u32(hash + 4);
    for (; blocks > 0; blocks--, bytes += 64) {
        const uint32x4_t abcd_before = abcd, efgh_before = efgh;
        uint32x4_t words[4];
        for (int i = 0; i < 4; i++) words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(bytes + 16 * i)));
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            uint32x4_t added = vaddq_u32(words[i % 4], vld1q_u32(csha256_constants + 4 * i));
            uint32x4_t abcd_first = abcd;
            abcd = vsha256hq_u32(abcd, efgh, added);
            efgh = vsha256h2q_u32(efgh, abcd_first, added);
            if (i >= 12) continue;
            uint32x4_t next = vsha256su0q_u32(words[i % 4], words[(i + 1) % 4]);
            words[i % 4] = vsha256su1q_u32(next, words[(i + 2) % 4], words[(i + 3) % 4]);
        }
        abcd = vaddq_u32(abcd, abcd_before);
        efgh = vaddq_u32(efgh, efgh_before);
    }
    vst1q_u32(hash, abcd);
    vst1q_u32(hash + 4, efgh);
}
#else
void csha256_blocks_arm(uint32_t hash[8], const uint8_t *bytes, size_t blocks) {
    csha256_blocks_portable(hash, bytes, blocks);
}
#endif

#if !defined(__x86_64__) && !(defined(__aarch64__) && defined(__linux__))
static csha256_way detected_way(void) { return csha256_portable; }
#endif

csha256_way csha256_best_way(void) {
    // In a virtual machine, asking the processor can take microseconds.
    static int known = -1;
    int way = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (way >= 0) return (csha256_way)way;
    way = (int)detected_way();
    __atomic_store_n(&known, way, __ATOMIC_RELAXED);
    return (csha256_way)way;
}
