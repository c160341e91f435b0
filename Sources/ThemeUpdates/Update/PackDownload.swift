import ContentHashing
import SystemCalls
import ThemeCatalogue
import ThemeModel

/// Fetches a file of the catalogue into `partial/`. A cut transfer is resumed where it ended, also by a later process.
struct PackDownload: Sendable {
    let fetcher: Fetcher
    let store: UpdateStore
    let progress: @Sendable (_ received: Int64, _ total: Int64) -> Void

    /// Returns the path of the complete file, whose SHA-256 was compared.
    func file(_ file: CatalogueFile, at url: String) async throws(UpdateError) -> String {
        let path = store.path(ofPart: file.digest)
        var attempts = 0
        while true {
            let before = store.length(path) ?? 0
            do throws(UpdateError) {
                try await resume(file, at: url, path)
                let length = store.length(path) ?? 0
                if length == file.byteCount { break }
                // The transfer overran. Without ranges it began anew.
                guard length > before else { throw .unreachable(url: url, reason: TransferOverrun().description) }
            } catch {
                attempts += 1
                guard case .unreachable = error, attempts <= fetcher.limits.resumptions, !Task.isCancelled,
                    store.length(path) ?? 0 > before
                else { throw error }
            }
        }
        guard store.hasContent(path, digest: file.digest, byteCount: file.byteCount) else {
            discard(path)
            throw .wrongFile(url: url)
        }
        return path
    }

    func discard(_ path: String) {
        store.remove(path)
        store.remove("\(path).tag")
    }

    /// Returns when the file is complete, or when more has arrived than can be stored at once.
    private func resume(_ file: CatalogueFile, at url: String, _ path: String) async throws(UpdateError) {
        let tagPath = "\(path).tag"
        let length = store.length(path) ?? 0
        if length == file.byteCount { return }
        let tag = try store.read(tagPath, limit: 512).flatMap { String(validUTF8: $0) }
        let start = length < file.byteCount && tag != nil ? length : 0
        let request = UpdateRequest(
            url: url, range: start > 0 ? start..<file.byteCount : nil, entityTag: start > 0 ? tag : nil,
            allowsLoopback: fetcher.allowsLoopback)
        let isUsable = try await fetcher.transfer(request) { response, count in
            if start > 0, response.status != 200 {
                // 416, another range, or another file: the next attempt begins anew.
                guard response.status == 206, !response.isEncoded, let found = response.contentRange,
                    found.bytes == start..<file.byteCount, found.of == nil || found.of == file.byteCount,
                    response.entityTag == tag
                else { return false }
            } else {
                try Fetcher.expect(200, response, url)
            }
            let offset = response.status == 206 ? start : 0
            if let stated = response.byteCount, stated != file.byteCount - offset {
                throw UpdateError.unusableAnswer(
                    url: url, reason: "has \(offset + stated) bytes; the catalogue says \(file.byteCount)")
            }
            try await append(response, count, to: path, from: offset, tagPath, url, file)
            return true
        }
        guard !isUsable else { return }
        discard(path)
        try await resume(file, at: url, path)
    }

    private func append(
        _ response: UpdateResponse, _ count: ByteCount, to path: String, from offset: Int64, _ tagPath: String,
        _ url: String, _ file: CatalogueFile
    ) async throws {
        if offset == 0 {
            store.remove(tagPath)
            // Without a tag a later process cannot ask for the rest of the same bytes.
            if let tag = response.entityTag { try store.write(Array(tag.utf8), to: tagPath) }
        }
        let target = try StoreFile(path, cuts: offset == 0, calls: store.calls)
        var (received, isOverrun) = (offset, false)
        do {
            for try await piece in response.body {
                guard Int64(piece.count) <= file.byteCount - received else {
                    discard(path)
                    throw UpdateError.unusableAnswer(
                        url: url, reason: "has more than the \(file.byteCount) bytes it should")
                }
                try target.append(piece)
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
        try target.finish()
    }
}
