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
        let arrived = { store.length(part.path) ?? 0 }
        var isWhole = arrived() == 0
        _ = try await fetcher.resuming(url, arrived: arrived, of: file.byteCount) { length throws(UpdateError) in
            if length > 0 { isWhole = false }
            try await resume(file, at: url, part, after: length)
            return true
        }
        return isWhole
    }

    /// Returns when the file is complete, or when more has arrived than can be stored at once.
    private func resume(
        _ file: FeedFile, at url: String, _ part: PartFile, after length: Int64
    ) async throws(UpdateError) {
        // The address is the digest, so the rest belongs to the same bytes. The digest of the whole file decides.
        let start = length < file.byteCount ? length : 0
        let request = fetcher.request(url, start > 0 ? start..<file.byteCount : nil)
        do throws(UpdateError) {
            let isUsable = try await fetcher.transfer(request) { head, body, count in
                let status = UpdateError.status(url: url, head.status, retryAfter: head.retryAfter)
                if start > 0, head.status != 200 {
                    // A server that is busy says nothing about what has arrived.
                    if status.isTransient { throw status }
                    // 416, another range, or another file.
                    guard head.isPart(start..<file.byteCount, of: file.byteCount) else { return false }
                } else {
                    guard head.status == 200 else { throw status }
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
        try await resume(file, at: url, part, after: 0)
    }

    private func append(
        _ head: AnswerHead, _ body: UpdateResponse.Body, _ count: ByteCount, to part: PartFile, _ url: String,
        _ file: FeedFile
    ) async throws {
        let offset = head.range?.lowerBound ?? 0
        if offset == 0 { part.discard() }
        let target = try store.part(part.path, continues: offset > 0)
        var received = offset
        var isOverrun = false
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

/// Fetches a pack: by a delta, by the parts that the device lacks, or as a whole.
extension PackDownload {
    /// If the parts of one pack need this many requests or more, the whole pack is fetched.
    private static let requestsMax = 32

    /// Returns the complete pack, whose SHA-256 was compared; `nil` if the store has it.
    ///
    /// - Parameter old: the file of the pack that the device has.
    func pack(of step: UpdatePlan.Step, old: String?) async throws(UpdateError) -> PartFile? {
        let pack = step.entry.pack
        if store.hasContent(store.path(ofPack: pack.digest), digest: pack.digest, byteCount: pack.byteCount) {
            return nil
        }
        let isFetched = store.length(store.path(ofPart: pack.digest.description)) == pack.byteCount
        if let old, !isFetched {
            let made =
                switch step.source {
                case .delta(let delta): try await patched(delta, pack, from: old)
                case .store, .pack: try await completed(pack, from: old)
                }
            if let made { return made }
        }
        return try await file(pack, at: fetcher.server.url(of: pack.address))
    }

    /// Returns `nil` if the delta is of no use. Then the pack is fetched in another way.
    private func patched(
        _ delta: FeedDelta, _ pack: FeedFile, from old: String
    ) async throws(UpdateError) -> PartFile? {
        let url = fetcher.server.url(of: delta.file.address)
        let part: PartFile
        do throws(UpdateError) {
            part = try await file(delta.file, at: url)
        } catch {
            switch error {
            case .status, .unusableAnswer, .wrongFile:
                fetcher.report(error, .otherWay)
                return nil
            default: throw error
            }
        }
        defer { part.discard() }
        let made = try assembled(pack) { write in
            let delta = try PackDelta(try BytesInFile(part.path))
            guard delta.result == pack.digest, delta.resultLength == UInt64(pack.byteCount) else { return nil }
            try delta.apply(to: try IndexedPack(try BytesInFile(old)), write)
            return delta.result
        }
        if made == nil { fetcher.report(.wrongFile(url: url), .otherWay) }
        return made
    }

    /// Returns `nil` if the server does not answer ranges, or if they would be too many.
    private func completed(_ pack: FeedFile, from old: String) async throws(UpdateError) -> PartFile? {
        let url = fetcher.server.url(of: pack.address)
        guard let length = Int(exactly: pack.byteCount), let base = try? IndexedPack(try BytesInFile(old)),
            length > PackCompletion.startLength, let start = try await start(of: pack, url),
            let completion = try? PackCompletion(start: start, packLength: length, path: url, base: base)
        else { return nil }
        let count = completion.ranges.reduce(start.count) { $0 + $1.count }
        guard completion.ranges.count + 2 < Self.requestsMax, count < length else { return nil }
        let received = ByteCount()
        received.add(start.count)
        let part = PartFile(of: pack.digest, in: store, isScratch: true)
        let file = try store.part(part.path, continues: false)
        for range in completion.ranges {
            let wanted = Int64(range.lowerBound)..<Int64(range.upperBound)
            let isFetched = try await fetcher.range(wanted, of: url, length: pack.byteCount) { piece in
                try store.writing(part.path) { () throws(SystemError) in try file.append(piece) }
                received.add(piece.count)
                progress(Int64(received.value), Int64(count))
            }
            guard isFetched else { return nil }
        }
        return try assembled(pack) { write in
            try completion.assemble(fetched: try BytesInFile(part.path), write)
        }
    }

    /// Returns the bytes up to the end of the index, or more; `nil` if the server does not answer ranges.
    private func start(of pack: FeedFile, _ url: String) async throws(UpdateError) -> [UInt8]? {
        let start = Lock([UInt8]())
        func fetch(_ range: Range<Int>) async throws(UpdateError) -> Bool {
            let range = Int64(range.lowerBound)..<Int64(range.upperBound)
            return try await fetcher.range(range, of: url, length: pack.byteCount) { piece in
                start.withLock { $0 += piece }
            }
        }
        guard let length = Int(exactly: pack.byteCount), try await fetch(0..<PackCompletion.startLength),
            let end = try? PackCompletion.indexEnd(of: start.withLock { $0 }, packLength: length, path: url),
            end < length / 2
        else { return nil }
        if end > PackCompletion.startLength {
            guard try await fetch(PackCompletion.startLength..<end) else { return nil }
        }
        return start.withLock { $0 }
    }

    /// Writes a pack that `make` puts together. Returns `nil` if it cannot, or if its digest is not the right one.
    private func assembled(
        _ pack: FeedFile, _ make: (_ write: @escaping ([UInt8]) throws -> Void) throws -> ContentDigest?
    ) throws(UpdateError) -> PartFile? {
        let part = PartFile(of: pack.digest, in: store, isScratch: true)
        let file = try store.part(part.path, continues: false)
        do {
            let digest = try make { piece in
                try store.writing(part.path) { () throws(SystemError) in try file.append(piece) }
            }
            guard digest == pack.digest else { return nil }
        } catch let error as UpdateError {
            throw error
        } catch {
            return nil
        }
        guard store.length(part.path) == pack.byteCount else { return nil }
        try store.writing(part.path) { () throws(SystemError) in try file.synchronize() }
        return part
    }
}
