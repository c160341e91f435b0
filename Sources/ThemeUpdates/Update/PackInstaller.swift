import ThemeModel
import PackFormat
import ThemeSystem
import ThemeTrust
import ThemeRuntime

/// Gets a pack into the store: by a delta, by the parts that the device lacks, or as a whole.
struct PackInstaller: Sendable {
    let fetcher: Fetcher
    let store: UpdateStore
    let base: FeedBase
    let progress: @Sendable (_ received: Int64, _ total: Int64) -> Void

    /// The most requests for the parts of one pack. If it needs more, the whole pack is fetched.
    private static let requestsMax = 32

    private var download: PackDownload { PackDownload(fetcher: fetcher, store: store, progress: progress) }

    /// - Parameter old: the file of the pack that the device has.
    func install(_ step: UpdatePlan.Step, old: String?) async throws(UpdateError) {
        let (pack, target) = (step.entry.pack, store.path(ofPack: step.entry.pack.digest))
        if store.hasContent(target, digest: pack.digest, byteCount: pack.byteCount) { return }
        if let old {
            let isInstalled =
                switch step.source {
                case .delta(let delta): try await patched(delta, pack, from: old)
                case .store, .pack: try await completed(pack, from: old)
                }
            if isInstalled { return }
        }
        let path = try await download.file(pack, at: base.url(of: pack.address))
        try store.rename(path, to: target)
        download.discard(path)
    }

    /// Returns `false` if the delta is of no use. Then the pack is fetched in another way.
    private func patched(
        _ delta: FeedDelta, _ pack: FeedFile, from old: String
    ) async throws(UpdateError) -> Bool {
        let path: String
        do throws(UpdateError) {
            path = try await download.file(delta.file, at: base.url(of: delta.file.address))
        } catch {
            switch error {
            case .status, .unusableAnswer, .wrongFile: return false
            default: throw error
            }
        }
        defer { download.discard(path) }
        return try assembled(pack) { write in
            let delta = try PackDelta(try BytesInFile(path))
            guard delta.result == pack.digest, delta.resultLength == UInt64(pack.byteCount) else { return nil }
            try delta.apply(to: try IndexedPack(try BytesInFile(old)), write)
            return delta.result
        }
    }

    /// Returns `false` if the server does not answer ranges, or if they would be too many.
    private func completed(_ pack: FeedFile, from old: String) async throws(UpdateError) -> Bool {
        let (url, tag) = (base.url(of: pack.address), FileTag())
        guard let length = Int(exactly: pack.byteCount), let base = try? IndexedPack(try BytesInFile(old)),
            length > PackCompletion.startLength, let start = try await start(of: pack, url, tag),
            let completion = try? PackCompletion(start: start, packLength: length, path: url, base: base)
        else { return false }
        let count = completion.ranges.reduce(start.count) { $0 + $1.count }
        guard completion.ranges.count + 2 < Self.requestsMax, count < length else { return false }
        let received = ByteCount()
        received.add(start.count)
        let path = store.path(ofPart: pack.digest)
        // It never gets its name.
        let file = try store.newFile(path)
        for range in completion.ranges {
            let wanted = Int64(range.lowerBound)..<Int64(range.upperBound)
            let isFetched = try await fetcher.range(wanted, of: url, length: pack.byteCount, tag: tag) { piece in
                try store.writing(path) { () throws(SystemError) in try file.append(piece) }
                received.add(piece.count)
                progress(Int64(received.value), Int64(count))
            }
            guard isFetched else { return false }
        }
        return try assembled(pack) { write in
            try completion.assemble(fetched: try BytesInFile(file.temporaryPath), write)
        }
    }

    /// Returns the bytes up to the end of the index, or more; `nil` if the server does not answer ranges.
    private func start(of pack: FeedFile, _ url: String, _ tag: FileTag) async throws(UpdateError) -> [UInt8]? {
        let start = Lock([UInt8]())
        func fetch(_ range: Range<Int>) async throws(UpdateError) -> Bool {
            let range = Int64(range.lowerBound)..<Int64(range.upperBound)
            return try await fetcher.range(range, of: url, length: pack.byteCount, tag: tag) { piece in
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

    /// Writes a pack that `make` puts together. Returns `false` if it cannot, or if its digest is not the right one.
    private func assembled(
        _ pack: FeedFile, _ make: (_ write: ([UInt8]) throws -> Void) throws -> ContentDigest?
    ) throws(UpdateError) -> Bool {
        let path = store.path(ofPack: pack.digest)
        let file = try store.newFile(path)
        do {
            let digest = try make { piece in
                try store.writing(path) { () throws(SystemError) in try file.append(piece) }
            }
            guard digest == pack.digest else { return false }
        } catch let error as UpdateError {
            throw error
        } catch {
            return false
        }
        guard store.length(file.temporaryPath) == pack.byteCount else { return false }
        try store.writing(path) { () throws(SystemError) in try file.finish() }
        return true
    }
}
