// Apple's systems have URLSession.
#ifdef __linux__

#include "CCurlShim.h"

#if !__has_include(<curl/curl.h>)
#error "ThemeUpdates needs libcurl: apt-get install libcurl4-openssl-dev, or dnf install libcurl-devel"
#endif
#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>

struct curl_shim_transfer {
    CURL *easy;
    struct curl_slist *fields;
    struct curl_shim_receiver receiver;
    char error[CURL_ERROR_SIZE];
};

static CURLM *multi(struct curl_shim_loop *loop) { return (CURLM *)loop; }

static bool is_initialized;

static void initialize(void) { is_initialized = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

struct curl_shim_loop *curl_shim_loop_new(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialize);
    return is_initialized ? (struct curl_shim_loop *)curl_multi_init() : NULL;
}

void curl_shim_loop_free(struct curl_shim_loop *loop) { curl_multi_cleanup(multi(loop)); }

static size_t receive_line(char *bytes, size_t size, size_t count, void *context) {
    struct curl_shim_transfer *transfer = context;
    size_t length = size * count;
    return transfer->receiver.line(transfer->receiver.context, bytes, length) ? length : 0;
}

static size_t receive_piece(char *bytes, size_t size, size_t count, void *context) {
    struct curl_shim_transfer *transfer = context;
    size_t length = size * count;
    switch (transfer->receiver.piece(transfer->receiver.context, bytes, length)) {
    case CURL_SHIM_TAKEN:
        return length;
    case CURL_SHIM_PAUSED:
        return CURL_WRITEFUNC_PAUSE;
    default:
        return 0;
    }
}

static bool set_protocols(CURL *easy, bool allows_unencrypted) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, allows_unencrypted ? "http,https" : "https") == CURLE_OK;
#else
    long protocols = CURLPROTO_HTTPS | (allows_unencrypted ? CURLPROTO_HTTP : 0);
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, protocols) == CURLE_OK;
#endif
}

// After a piece was refused for now, libcurl decodes the rest of its buffer and keeps that: of a buffer of 1 KiB at
// most 1 MB, as a byte of gzip becomes at most 1,032.
static bool set_decoding(CURL *easy, bool accepts_gzip) {
    return curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, accepts_gzip ? 1024L : 16384L) == CURLE_OK
        && (!accepts_gzip || curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip") == CURLE_OK);
}

static bool set_options(
    struct curl_shim_transfer *transfer, const char *url, bool allows_unencrypted, bool accepts_gzip) {
    CURL *easy = transfer->easy;
    return set_protocols(easy, allows_unencrypted) && set_decoding(easy, accepts_gzip)
        && curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->fields) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->error) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_line) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_piece) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer) == CURLE_OK
        // With HTTP/2, a paused transfer would take memory for the window of its stream.
        && curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L) == CURLE_OK
        && curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK
        // No handler of the process is changed.
        && curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK;
}

static void free_transfer(struct curl_shim_transfer *transfer) {
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->fields);
    free(transfer);
}

struct curl_shim_transfer *curl_shim_open(struct curl_shim_loop *loop, const char *url, const char *const *fields,
    bool allows_unencrypted, bool accepts_gzip, struct curl_shim_receiver receiver) {
    struct curl_shim_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL)
        return NULL;
    transfer->receiver = receiver;
    transfer->easy = curl_easy_init();
    bool is_complete = transfer->easy != NULL;
    for (; is_complete && *fields != NULL; fields++) {
        struct curl_slist *longer = curl_slist_append(transfer->fields, *fields);
        is_complete = longer != NULL;
        if (is_complete)
            transfer->fields = longer;
    }
    if (is_complete && set_options(transfer, url, allows_unencrypted, accepts_gzip)
        && curl_multi_add_handle(multi(loop), transfer->easy) == CURLM_OK)
        return transfer;
    free_transfer(transfer);
    return NULL;
}

void curl_shim_resume(struct curl_shim_transfer *transfer) { curl_easy_pause(transfer->easy, CURLPAUSE_CONT); }

void curl_shim_close(struct curl_shim_loop *loop, struct curl_shim_transfer *transfer) {
    curl_multi_remove_handle(multi(loop), transfer->easy);
    free_transfer(transfer);
}

void curl_shim_perform(struct curl_shim_loop *loop) {
    int running;
    curl_multi_perform(multi(loop), &running);
}

void *curl_shim_next_ended(struct curl_shim_loop *loop, const char **error) {
    int rest;
    for (CURLMsg *message; (message = curl_multi_info_read(multi(loop), &rest)) != NULL;) {
        char *transfer = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        if (curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer) != CURLE_OK || transfer == NULL)
            continue;
        const char *details = ((struct curl_shim_transfer *)transfer)->error;
        CURLcode code = message->data.result;
        *error = code == CURLE_OK ? NULL : *details != '\0' ? details : curl_easy_strerror(code);
        return ((struct curl_shim_transfer *)transfer)->receiver.context;
    }
    return NULL;
}

void curl_shim_wait(struct curl_shim_loop *loop, int milliseconds) {
    curl_multi_poll(multi(loop), NULL, 0, milliseconds, NULL);
}

void curl_shim_wake(struct curl_shim_loop *loop) { curl_multi_wakeup(multi(loop)); }

#endif
