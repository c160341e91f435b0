// The least that any program has to do for a verified pack: reads every PNG of some trees, compares the CRC-32 of each
// chunk, inflates the image data with libdeflate, and, for a pack, hashes each file of the last tree and the whole with
// OpenSSL and writes them, on as many threads as there are processors. It checks no names, no sizes and no pixels.
//
//     floor TREE...            like `themepack verify`
//     floor -o FILE TREE...    like `themepack build`

#define _GNU_SOURCE
#include <fcntl.h>
#include <fts.h>
#include <libdeflate.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char *path;
    bool is_packed;
    uint8_t *bytes;
    size_t length;
    uint8_t digest[32];
} File;

// Two buffers of each thread, which grow to the largest image.
typedef struct {
    uint8_t *bytes;
    size_t length;
} Buffer;

static File *files;
static size_t file_count;
static atomic_size_t next_file;

static void fail(const char *what, const char *path) {
    fprintf(stderr, "%s: %s\n", path, what);
    exit(1);
}

static uint8_t *reserve(Buffer *buffer, size_t length) {
    if (buffer->length < length) {
        free(buffer->bytes);
        buffer->bytes = malloc(length);
        buffer->length = length;
        if (buffer->bytes == NULL) fail("no memory", "floor");
    }
    return buffer->bytes;
}

static uint32_t number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void read_file(File *file, Buffer *buffer) {
    struct stat status;
    int descriptor = open(file->path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0 || fstat(descriptor, &status) != 0) fail("cannot be opened", file->path);
    file->length = (size_t)status.st_size;
    // Files to pack stay in memory.
    file->bytes = file->is_packed ? malloc(file->length) : reserve(buffer, file->length);
    if (file->bytes == NULL || read(descriptor, file->bytes, file->length) != status.st_size)
        fail("cannot be read", file->path);
    close(descriptor);
}

// The most bytes of inflated rows. Each of the seven parts of an interlaced image has filter bytes of its own.
static size_t rows_length(const uint8_t *header) {
    static const size_t channels[] = {1, 0, 3, 1, 2, 0, 4};
    size_t width = number(header), height = number(header + 4);
    size_t bits = header[8] * (header[9] < 7 ? channels[header[9]] : 4);
    return (1 + (width * bits + 7) / 8 + (header[12] != 0 ? 7 : 0)) * (height + (header[12] != 0 ? height + 7 : 0));
}

static void check(File *file, struct libdeflate_decompressor *decompressor, Buffer *data, Buffer *rows) {
    const uint8_t *bytes = file->bytes;
    size_t position = 8, data_length = 0, capacity = 0;
    uint8_t *joined = reserve(data, file->length);
    while (position + 12 <= file->length) {
        size_t length = number(bytes + position);
        const uint8_t *type = bytes + position + 4;
        if (length > file->length - position - 12) fail("ends within a chunk", file->path);
        if (libdeflate_crc32(0, type, length + 4) != number(type + 4 + length)) fail("wrong CRC-32", file->path);
        if (memcmp(type, "IHDR", 4) == 0 && length == 13) capacity = rows_length(type + 4);
        if (memcmp(type, "IDAT", 4) == 0) {
            memcpy(joined + data_length, type + 4, length);
            data_length += length;
        }
        position += length + 12;
    }
    size_t inflated;
    uint8_t *pixels = reserve(rows, capacity);
    if (libdeflate_zlib_decompress(decompressor, joined, data_length, pixels, capacity, &inflated) != 0)
        fail("cannot be inflated", file->path);
}

static void *work(void *unused) {
    (void)unused;
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    Buffer contents = {0}, data = {0}, rows = {0};
    size_t number;
    while ((number = atomic_fetch_add(&next_file, 1)) < file_count) {
        File *file = &files[number];
        read_file(file, &contents);
        check(file, decompressor, &data, &rows);
        if (file->is_packed) EVP_Digest(file->bytes, file->length, file->digest, NULL, EVP_sha256(), NULL);
    }
    libdeflate_free_decompressor(decompressor);
    free(contents.bytes);
    free(data.bytes);
    free(rows.bytes);
    return NULL;
}

static void *hash_pack(void *digest) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, EVP_sha256(), NULL);
    for (size_t number = 0; number < file_count; number++)
        if (files[number].is_packed) EVP_DigestUpdate(context, files[number].bytes, files[number].length);
    EVP_DigestFinal_ex(context, digest, NULL);
    EVP_MD_CTX_free(context);
    return NULL;
}

static void write_pack(const char *path) {
    uint8_t digest[32];
    pthread_t hasher;
    pthread_create(&hasher, NULL, hash_pack, digest);
    FILE *pack = fopen(path, "wb");
    if (pack == NULL) fail("cannot be written", path);
    setvbuf(pack, NULL, _IOFBF, 1 << 19);
    for (size_t number = 0; number < file_count; number++)
        if (files[number].is_packed) fwrite(files[number].bytes, 1, files[number].length, pack);
    pthread_join(hasher, NULL);
    if (fflush(pack) != 0 || fsync(fileno(pack)) != 0 || fclose(pack) != 0) fail("cannot be written", path);
}

static void list(char *tree, bool is_packed) {
    char *trees[] = {tree, NULL};
    FTS *walk = fts_open(trees, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    if (walk == NULL) fail("cannot be listed", tree);
    for (FTSENT *entry; (entry = fts_read(walk)) != NULL;) {
        if (entry->fts_namelen < 4 || strcmp(entry->fts_name + entry->fts_namelen - 4, ".png") != 0) continue;
        if ((file_count & (file_count - 1)) == 0)
            files = realloc(files, (file_count == 0 ? 1 : 2 * file_count) * sizeof *files);
        files[file_count++] = (File){.path = strdup(entry->fts_path), .is_packed = is_packed};
    }
    fts_close(walk);
}

int main(int count, char **arguments) {
    const char *pack = count > 2 && strcmp(arguments[1], "-o") == 0 ? arguments[2] : NULL;
    for (int number = pack == NULL ? 1 : 3; number < count; number++)
        list(arguments[number], pack != NULL && number == count - 1);
    long thread_count = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t threads[thread_count];
    for (long number = 0; number < thread_count; number++) pthread_create(&threads[number], NULL, work, NULL);
    for (long number = 0; number < thread_count; number++) pthread_join(threads[number], NULL);
    if (pack != NULL) write_pack(pack);
}
