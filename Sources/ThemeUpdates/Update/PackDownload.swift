public import ThemeManagement
public import ThemeModel
import ThemeSystem
import ThemeTrust

/// Fetches a file of the feed into `partial/`. A cut transfer is resumed where it ended, also by a later process.
struct PackDownload: Sendable {
    let fetcher: Fetcher
    let store: UpdateStore
    let progress: @Sendable (_ received: Int64, _ total: Int64) -> Void

    /// Returns the path of the complete file, whose SHA-256 was compared.
    func file(_ file: FeedFile, at url: String) async throws(UpdateError) -> String {
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
        store.remove(Self.tagPath(path))
    }

    private static func tagPath(_ path: String) -> String { "\(path).tag" }

    /// Returns when the file is complete, or when more has arrived than can be stored at once.
    private func resume(_ file: FeedFile, at url: String, _ path: String) async throws(UpdateError) {
        let length = store.length(path) ?? 0
        if length == file.byteCount { return }
        let tag = try store.read(Self.tagPath(path), limit: EntityTag.byteCountMax).flatMap { String(validUTF8: $0) }
            .flatMap { EntityTag($0) }
        let start = length < file.byteCount && tag != nil ? length : 0
        let request = UpdateRequest(
            url: url, range: start > 0 ? start..<file.byteCount : nil, entityTag: start > 0 ? tag?.string : nil,
            allowsLoopback: fetcher.allowsLoopback)
        do throws(UpdateError) {
            let isUsable = try await fetcher.transfer(request) { head, body, count in
                if start > 0, head.status != 200 {
                    // 416, another range, or another file.
                    guard head.status == 206, head.range == start..<file.byteCount,
                        head.fileLength == nil || head.fileLength == file.byteCount, head.entityTag == tag
                    else { return false }
                } else {
                    guard head.status == 200 else { throw UpdateError.status(url: url, head.status) }
                    if let stated = head.byteCount, stated != file.byteCount {
                        throw UpdateError.unusableAnswer(
                            url: url, reason: "has \(stated) bytes; the feed says \(file.byteCount)")
                    }
                }
                try await append(head, body, count, to: path, url, file)
                return true
            }
            if isUsable { return }
        } catch {
            guard start > 0, case .unusableAnswer = error else { throw error }
        }
        // Without what has arrived, the next attempt begins anew, so no answer makes all later ones fail.
        discard(path)
        try await resume(file, at: url, path)
    }

    private func append(
        _ head: AnswerHead, _ body: UpdateResponse.Body, _ count: ByteCount, to path: String, _ url: String,
        _ file: FeedFile
    ) async throws {
        let offset = head.range?.lowerBound ?? 0
        if offset == 0 {
            discard(path)
            // Without a tag a later process cannot ask for the rest of the same bytes.
            if let tag = head.entityTag { try store.write(Array(tag.string.utf8), to: Self.tagPath(path)) }
        }
        let target = try store.part(path, continues: offset > 0)
        var (received, isOverrun) = (offset, false)
        do {
            for try await piece in body {
                guard Int64(piece.count) <= file.byteCount - received else {
                    discard(path)
                    throw UpdateError.unusableAnswer(
                        url: url, reason: "has more than the \(file.byteCount) bytes it should")
                }
                try store.writing(path) { () throws(SystemError) in try target.append(piece) }
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
        try store.writing(path) { () throws(SystemError) in try target.synchronize() }
    }
}

/// Shows the packs that a ``ThemeUpdater`` activates: a `ThemeLibrary`, or a `ThemeManager` over one.
public protocol UpdateReceiver: Sendable {
    /// The library that has the packs.
    var library: ThemeLibrary { get }

    /// Replaces, adds or removes packs, all or none.
    func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws
}

extension ThemeLibrary: UpdateReceiver {
    public var library: ThemeLibrary { self }

    public func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws {
        try self.updatePacks { packs throws(ThemeError) in change(&packs) }
    }
}

extension ThemeManager: UpdateReceiver where Source == ThemeLibrary {
    public func receive(_ change: @escaping @Sendable (inout [ThemeID: ThemePack]) -> Void) async throws {
        try await self.updatePacks { packs throws(ThemeError) in change(&packs) }
    }
}
