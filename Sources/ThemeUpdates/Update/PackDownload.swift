import ThemeSystem

/// Fetches a file of the feed into `partial/`. A cut transfer is resumed where it ended, also by a later process.
struct PackDownload: Sendable {
    let fetcher: Fetcher
    let store: UpdateStore
    let progress: @Sendable (_ received: Int64, _ total: Int64) -> Void

    /// Returns the complete file, whose SHA-256 was compared.
    func file(_ file: FeedFile, at url: String) async throws(UpdateError) -> PartFile {
        let part = PartFile(of: file.digest, in: store)
        // The parts of several transfers can be those of different files. Then it is fetched once more, at once.
        for _ in 0..<2 {
            let isWhole = try await fetch(file, at: url, part)
            if store.hasContent(part.path, digest: file.digest, byteCount: file.byteCount) { return part }
            part.discard()
            if isWhole { break }
            fetcher.report(.wrongFile(url: url), .retry)
        }
        throw .wrongFile(url: url)
    }

    /// Returns whether one transfer has brought the whole file.
    private func fetch(_ file: FeedFile, at url: String, _ part: PartFile) async throws(UpdateError) -> Bool {
        var attempts = 0
        var isWhole = true
        while true {
            let before = store.length(part.path) ?? 0
            if before > 0 { isWhole = false }
            do throws(UpdateError) {
                try await resume(file, at: url, part)
                let length = store.length(part.path) ?? 0
                if length == file.byteCount { return isWhole }
                // The transfer overran. Without ranges it began anew.
                guard length > before else { throw .unreachable(url: url, reason: TransferOverrun().description) }
            } catch {
                attempts += 1
                guard case .unreachable = error, attempts <= fetcher.source.limits.resumptions, !Task.isCancelled,
                    store.length(part.path) ?? 0 > before
                else { throw error }
                fetcher.report(error, .retry)
            }
        }
    }

    /// Returns when the file is complete, or when more has arrived than can be stored at once.
    private func resume(_ file: FeedFile, at url: String, _ part: PartFile) async throws(UpdateError) {
        let length = store.length(part.path) ?? 0
        if length == file.byteCount { return }
        // The address is the digest, so the rest belongs to the same bytes. The digest of the whole file decides.
        let start = length < file.byteCount ? length : 0
        let request = fetcher.request(url, start > 0 ? start..<file.byteCount : nil)
        do throws(UpdateError) {
            let isUsable = try await fetcher.transfer(request) { head, body, count in
                if start > 0, head.status != 200 {
                    // 416, another range, or another file.
                    guard head.status == 206, head.range == start..<file.byteCount,
                        head.fileLength == nil || head.fileLength == file.byteCount
                    else { return false }
                } else {
                    guard head.status == 200 else {
                        throw UpdateError.status(url: url, head.status, retryAfter: head.retryAfter)
                    }
                    if let stated = head.byteCount, stated != file.byteCount {
                        throw UpdateError.unusableAnswer(
                            url: url, reason: "has \(stated) bytes; the feed says \(file.byteCount)")
                    }
                }
                try await append(head, body, count, to: part, url, file)
                return true
            }
            if isUsable { return }
        } catch {
            guard start > 0, case .unusableAnswer = error else { throw error }
        }
        // Without what has arrived, the next attempt begins anew, so no answer makes all later ones fail.
        part.discard()
        try await resume(file, at: url, part)
    }

    private func append(
        _ head: AnswerHead, _ body: UpdateResponse.Body, _ count: ByteCount, to part: PartFile, _ url: String,
        _ file: FeedFile
    ) async throws {
        let offset = head.range?.lowerBound ?? 0
        if offset == 0 { part.discard() }
        let target = try store.part(part.path, continues: offset > 0)
        var (received, isOverrun) = (offset, false)
        do {
            for try await piece in body {
                guard Int64(piece.count) <= file.byteCount - received else {
                    part.discard()
                    throw UpdateError.unusableAnswer(
                        url: url, reason: "has more than the \(file.byteCount) bytes it should")
                }
                try store.writing(part.path) { () throws(SystemError) in try target.append(piece) }
                received += Int64(piece.count)
                count.add(piece.count)
                progress(received, file.byteCount)
            }
        } catch is TransferOverrun {
            isOverrun = true
        }
        guard isOverrun || received == file.byteCount else {
            throw UpdateError.unreachable(url: url, reason: "it was cut after \(received) of \(file.byteCount) bytes")
        }
        try store.writing(part.path) { () throws(SystemError) in try target.synchronize() }
    }
}
