#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H

#include <stdbool.h>
#include <stddef.h>

// GET requests by libcurl, whose functions for options are variadic and so not visible to Swift. Many transfers share a
// loop. One thread at a time may use a loop and its transfers; only `curl_shim_wake` is for any thread.

struct curl_shim_loop;
struct curl_shim_transfer;

enum curl_shim_verdict { CURL_SHIM_REFUSED, CURL_SHIM_TAKEN, CURL_SHIM_PAUSED };

/// The functions that a transfer calls while its loop runs.
struct curl_shim_receiver {
    void *context;
    /// Called with each line of the head, with its line end. Returns false to end the transfer.
    bool (*line)(void *context, const char *bytes, size_t length);
    /// Called with each piece of the body, of at most 16 KiB. A piece that is paused comes again after
    /// `curl_shim_resume`.
    enum curl_shim_verdict (*piece)(void *context, const char *bytes, size_t length);
};

/// Returns NULL if there is not enough memory.
struct curl_shim_loop *curl_shim_loop_new(void);
/// Its transfers must have been closed.
void curl_shim_loop_free(struct curl_shim_loop *loop);

/// Starts a request that follows no redirect.
///
/// @param fields          lines such as "Range: bytes=0-9", then NULL
/// @param allows_unencrypted  whether `http` is allowed besides `https`
/// @param accepts_gzip    whether to ask for gzip, and to decode what the head declares, which the caller checks
/// @return NULL if there is not enough memory, or libcurl cannot do it
struct curl_shim_transfer *curl_shim_open(struct curl_shim_loop *loop, const char *url, const char *const *fields,
    bool allows_unencrypted, bool accepts_gzip, struct curl_shim_receiver receiver);
/// Continues a transfer that is paused.
void curl_shim_resume(struct curl_shim_transfer *transfer);
/// Ends a transfer at any moment.
void curl_shim_close(struct curl_shim_loop *loop, struct curl_shim_transfer *transfer);

/// Sends and receives what it can without waiting.
void curl_shim_perform(struct curl_shim_loop *loop);
/// Returns the context of a transfer that has ended, NULL if there is none.
///
/// @param error  receives NULL after a success, else the reason, which lives as long as the transfer
void *curl_shim_next_ended(struct curl_shim_loop *loop, const char **error);
/// Waits until there is something to do.
void curl_shim_wait(struct curl_shim_loop *loop, int milliseconds);
/// Ends the wait of another thread.
void curl_shim_wake(struct curl_shim_loop *loop);

#endif
