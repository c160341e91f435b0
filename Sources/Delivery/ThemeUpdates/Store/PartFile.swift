import ThemeSystem

/// A file of `partial/` that nobody else writes.
///
/// A transfer can take hours, so no lock is held meanwhile: the name of the file says which process has it. The bytes
/// of an earlier transfer that ended, or whose process has ended, are taken over. So are those that were not written
/// for a day, as another program can have the id of a process that ended. When this is released, they get the plain
/// name `<sha256>`, under which the next transfer finds them.
final class PartFile: Sendable {
    let path: String
    private let store: UpdateStore
    /// The name for the next transfer; `nil` if the bytes are of no use to it.
    private let freePath: String?

    /// The names that this process has in use. A process can have the id of one that ended.
    private static let owned = Lock<Set<String>>([])
    private static let count = AtomicInteger(0)
    /// A transfer that still runs writes more often: see ``UpdateLimits/interval``.
    private static let secondsWithoutWriting: TimeInterval = 86_400

    /// Takes over the bytes that have arrived of a file.
    ///
    /// - Parameter isScratch: whether the file is for bytes that are put together here. Then it takes over nothing, and
    ///   is deleted unless it is renamed.
    init(of digest: ContentDigest, in store: UpdateStore, isScratch: Bool = false) {
        let own = "\(digest).\(getpid())-\(Self.count.add(1))"
        Self.owned.withLock { _ = $0.insert(own) }
        path = store.path(ofPart: own)
        freePath = isScratch ? nil : store.path(ofPart: digest.description)
        self.store = store
        if isScratch { return }
        for name in store.parts where name.hasPrefix(digest.description) && !Self.isInUse(name, in: store) {
            let part = store.path(ofPart: name)
            if store.isUsableFile(part), store.disk.rename(part, path) == 0 { return }
        }
    }

    /// Whether a process that still runs writes the file.
    static func isInUse(_ name: String, in store: UpdateStore) -> Bool {
        guard let owner = name.split(separator: ".").last?.split(separator: "-").first.flatMap({ pid_t($0) }) else {
            return false
        }
        if owner == getpid() { return owned.withLock { $0.contains(name) } }
        guard kill(owner, 0) == 0 || errno != ESRCH, let written = store.modificationDate(store.path(ofPart: name))
        else { return false }
        return Date().timeIntervalSince(written) < secondsWithoutWriting
    }

    /// Deletes what has arrived.
    func discard() { store.remove(path) }

    deinit {
        if let freePath, store.length(path) ?? 0 > 0 {
            store.makeWay(to: freePath)
            _ = store.disk.rename(path, freePath)
        } else {
            store.remove(path)
        }
        let name = String(path.lastPathComponent)
        Self.owned.withLock { _ = $0.remove(name) }
    }
}
