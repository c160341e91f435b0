import ThemeProject
import ThemeSystem

/// The file system of one run. Records all questions and answers, so that a later run can ask them again.
///
/// A listed folder answers for its files: its answer has their stamps. A file that changes after its folder was listed
/// counts with its old stamp, which the next run finds outdated.
final class ObservingFileSystem: FileSystem {
    private struct State {
        /// `nil` after an answer that a later run cannot compare.
        var log: Observations?
        /// The folders that the comparison with the last run has read.
        var listings: [String: StampedFolder]
        /// The folders whose answers are recorded.
        var listed: Set<String> = []
    }

    private let base: any FileSystem
    private let root: String
    private let known: KnownImages
    private let state: Lock<State>

    /// - Parameters:
    ///   - root: the project's folder. Recorded paths in it are relative.
    ///   - known: gives files the numbers of their records.
    ///   - listings: folders that were just read.
    ///   - isRecording: whether a later run compares the answers. Else no file is waited for.
    init(
        _ base: any FileSystem, root: String, known: KnownImages = .none, listings: [String: StampedFolder] = [:],
        isRecording: Bool = true
    ) {
        self.base = base
        self.root = root
        self.known = known
        state = Lock(State(log: isRecording ? Observations() : nil, listings: listings))
    }

    /// Ends the recording. Returns `nil` if an answer cannot be compared.
    func finish() -> Observations? {
        state.withLock { state in
            defer { state = State(log: nil, listings: [:]) }
            return state.log
        }
    }

    func entries(of folder: String) throws(FileError) -> [FolderEntry] {
        // The survey asks once.
        var listing =
            state.withLock { $0.listings.removeValue(forKey: folder) } ?? StampedFolder(of: folder, in: base)
        // A file that was just written can change again without a new stamp.
        if let time = listing.settlingTime, hasSettled(by: time) {
            listing = StampedFolder(of: folder, in: base)
        }
        if listing.settlingTime == nil {
            record(.entries, folder) { listing.answer }
            state.withLock { _ = $0.listed.insert(folder) }
        } else {
            state.withLock { $0.log = nil }
        }
        return try listing.entries(known.number)
    }

    func read(_ path: String, first count: Int?, limit: Int) throws(FileError) -> FileContents {
        do {
            // Read the clock first: reading the file can take longer than a stamp needs to settle.
            var askedAt = base.now
            var contents = try base.read(path, first: count, limit: limit)
            // A file that was just written can change again without a new stamp. Wait, then read it again.
            if let stamp = contents.stamp, !stamp.isSettled(at: askedAt), hasSettled(by: stamp.settlingTime) {
                askedAt = base.now
                contents = try base.read(path, first: count, limit: limit)
            }
            if let stamp = contents.stamp, stamp.isSettled(at: askedAt) {
                if !state.withLock({ $0.listed.contains(String(path.parentFolder)) }) {
                    record(.stamp, path) { Observations.answer(stamp) }
                }
            } else {
                contents.stamp = nil
                state.withLock { $0.log = nil }
            }
            return contents
        } catch {
            // A stamp does not show why a file could not be read.
            state.withLock { $0.log = nil }
            throw error
        }
    }

    func destination(of path: String) throws(FileError) -> String {
        let destination = Result { () throws(FileError) in try base.destination(of: path) }
        record(.destination, path) { Observations.answer(destination) }
        return try destination.get()
    }

    func kind(of path: String) -> FileKind? {
        let kind = base.kind(of: path)
        record(.kind, path) { Observations.answer(kind) }
        return kind
    }

    /// While answers are recorded, only a settled stamp is returned.
    func stamp(of path: String) -> FileStamp? { isRecording ? settledStamp(of: path) : base.stamp(of: path) }

    func record(of path: String) -> Int32? { settledStamp(of: path).flatMap(known.number) }

    private func settledStamp(of path: String) -> FileStamp? {
        let askedAt = base.now
        guard let stamp = base.stamp(of: path), stamp.isSettled(at: askedAt) else { return nil }
        record(.stamp, path) { Observations.answer(stamp) }
        return stamp
    }

    var now: Int64 { base.now }

    private var isRecording: Bool { state.withLock { $0.log != nil } }

    /// Returns whether to ask again for what had not settled: if answers are recorded and it has settled now. Waits for
    /// that, unless it takes longer than usual.
    private func hasSettled(by time: Int64) -> Bool {
        let (wait, overflow) = time.subtractingReportingOverflow(base.now)
        guard !overflow, wait <= FileStamp.usualSettlingDelay, isRecording else { return false }
        if wait > 0 { pause(for: .nanoseconds(wait)) }
        return true
    }

    private func record(_ question: Observations.Question, _ path: String, _ answer: () -> ContentDigest) {
        guard isRecording else { return }
        let recorded = recordedPath(of: path)
        let answer = answer()
        state.withLock { $0.log?.add(question, recorded, answer) }
    }

    private func recordedPath(of path: String) -> Substring {
        guard path.utf8.starts(with: root.utf8) else { return path[...] }
        let rest = path.utf8.dropFirst(root.utf8.count)
        if rest.isEmpty { return "" }
        return rest.first == UInt8(ascii: "/") ? path[rest.index(after: rest.startIndex)...] : path[...]
    }
}
