import ContentHashing
import PackDelta
import SystemCalls
import ThemeCatalogue
import ThemeModel
import ThemeRuntime

/// Gets a pack into the store: by a delta, by the parts that the device lacks, or as a whole.
struct PackInstaller: Sendable {
    let fetcher: Fetcher
    let store: UpdateStore
    let base: CatalogueBase
    let progress: @Sendable (_ received: Int64, _ total: Int64) -> Void

    /// The most requests for the parts of one pack. If it needs more, the whole pack is fetched.
    private static let requestsMax = 32

    private var download: PackDownload { PackDownload(fetcher: fetcher, store: store, progress: progress) }

    /// - Parameter old: the file of the pack that the device has.
    func install(_ step: UpdatePlan.Step, old: String?) async throws(UpdateError) {
        let (pack, target) = (step.entry.pack, store.path(ofPack: step.entry.pack.digest))
        if store.hasContent(target, digest: pack.digest, byteCount: pack.byteCount) { return }
        if let old {
            if case .delta(let delta) = step.source, try await patched(delta, pack, from: old) { return }
            if case .delta = step.source {} else if try await completed(pack, from: old) { return }
        }
        let path = try await download.file(pack, at: base.url(of: pack.address))
        try store.rename(path, to: target)
        download.discard(path)
    }

    /// Returns `false` if the delta is of no use. Then the pack is fetched in another way.
    private func patched(
        _ delta: CatalogueDelta, _ pack: CatalogueFile, from old: String
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
    private func completed(_ pack: CatalogueFile, from old: String) async throws(UpdateError) -> Bool {
        let url = base.url(of: pack.address)
        guard let length = Int(exactly: pack.byteCount), let base = try? IndexedPack(try BytesInFile(old)),
            length > PackCompletion.startLength,
            let first = try await fetcher.range(
                0..<Int64(PackCompletion.startLength), of: url, length: pack.byteCount, tag: nil)
        else { return false }
        var start = first.bytes
        guard let end = try? PackCompletion.indexEnd(of: start, packLength: length, path: url), end < length / 2 else {
            return false
        }
        if end > start.count {
            guard
                let rest = try await fetcher.range(
                    Int64(start.count)..<Int64(end), of: url, length: pack.byteCount, tag: first.tag)
            else { return false }
            start += rest.bytes
        }
        guard let completion = try? PackCompletion(start: start, packLength: length, path: url, base: base) else {
            return false
        }
        var count = start.count
        for range in completion.ranges { count += range.count }
        guard completion.ranges.count + 2 < Self.requestsMax, count < length else { return false }
        var received = Int64(start.count)
        let path = store.path(ofPart: pack.digest) + ".ranges"
        defer { store.remove(path) }
        let file = try StoreFile(path, cuts: true, calls: store.calls)
        for range in completion.ranges {
            let wanted = Int64(range.lowerBound)..<Int64(range.upperBound)
            guard let part = try await fetcher.range(wanted, of: url, length: pack.byteCount, tag: first.tag) else {
                return false
            }
            try file.append(part.bytes)
            received += Int64(part.bytes.count)
            progress(received, Int64(count))
        }
        return try assembled(pack) { write in
            try completion.assemble(fetched: try BytesInFile(path), write)
        }
    }

    /// Writes a pack that `make` puts together. Returns `false` if it cannot, or if its digest is not the right one.
    private func assembled(
        _ pack: CatalogueFile, _ make: (_ write: ([UInt8]) throws -> Void) throws -> ContentDigest?
    ) throws(UpdateError) -> Bool {
        let path = store.path(ofPart: pack.digest) + ".new"
        defer { store.remove(path) }
        let file = try StoreFile(path, cuts: true, calls: store.calls)
        do {
            guard try make({ try file.append($0) }) == pack.digest else { return false }
        } catch let error as UpdateError {
            throw error
        } catch {
            return false
        }
        guard store.length(path) == pack.byteCount else { return false }
        try file.finish()
        try store.rename(path, to: store.path(ofPack: pack.digest))
        return true
    }
}
