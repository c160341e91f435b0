import PackFormat
import ThemeProject

/// The questions that a run asked the file system, with the answers. A run with the same answers has the same result.
struct Observations: Sendable {
    enum Question: UInt8 {
        case stamp, entries, destination, kind
    }

    private struct Observation {
        let question: Question
        /// Relative to the project's folder, so that a project can be moved; or absolute.
        let path: String
        let answer: ContentDigest
    }

    private var all: [Observation] = []

    init() {}

    mutating func add(_ question: Question, _ path: Substring, _ answer: ContentDigest) {
        all.append(Observation(question: question, path: String(path), answer: answer))
    }
}

extension Observations {
    func write(to writer: inout ByteWriter) {
        writer.add(all) { writer, observation in
            writer.add(observation.question.rawValue)
            writer.add(observation.path)
            writer.add(observation.answer)
        }
    }

    init(from reader: inout CacheReader) throws(InvalidCache) {
        all = try reader.list { reader throws(InvalidCache) in
            guard let question = Question(rawValue: try reader.number()) else { throw InvalidCache() }
            return Observation(question: question, path: try reader.text(), answer: try reader.digest())
        }
    }
}

extension Observations {
    /// The entries and stamps that are kept of a comparison. More would need too much memory.
    private static let keptMax = 1 << 15

    /// Asks all questions again. After an answer that differs, the survey lists all folders, so they are still read
    /// here, by all threads.
    ///
    /// - Returns: whether all answers are the same, and the folders that were read.
    func compare(
        in fileSystem: any FileSystem, root: String, jobs: Int
    ) -> (areCurrent: Bool, listings: [String: StampedFolder]) {
        let hasChanged = AtomicFlag()
        /// Whether a folder was not kept for want of room.
        let isFull = AtomicFlag()
        let kept = Lock<(listings: [String: StampedFolder], room: Int)>(([:], Self.keptMax))
        // One at a time, because a folder can have thousands of entries.
        _ = Workers.map(all.count, stride: 1, jobs: jobs) { number in
            let observation = all[number]
            if hasChanged.isRaised, isFull.isRaised || observation.question != .entries { return }
            let isAbsolute = observation.path.utf8.first == UInt8(ascii: "/")
            let inner = observation.path.isEmpty ? root : "\(root)/\(observation.path)"
            let path = isAbsolute ? observation.path : inner
            let answer = Self.answer(observation.question, path, of: fileSystem) { listing in
                let count = (try? listing.entries.get())?.count ?? 0
                kept.withLock { kept in
                    guard listing.settlingTime == nil else { return }
                    guard kept.room >= count else { return isFull.raise() }
                    kept.room -= count
                    kept.listings[path] = listing
                }
            }
            if answer != observation.answer { hasChanged.raise() }
        }
        return (!hasChanged.isRaised, kept.withLock { $0.listings })
    }

    private static func answer(
        _ question: Question, _ path: String, of fileSystem: any FileSystem, keep: (StampedFolder) -> Void
    ) -> ContentDigest? {
        switch question {
        case .stamp: return fileSystem.stamp(of: path).map { answer($0) }
        case .entries:
            let listing = StampedFolder(of: path, in: fileSystem)
            keep(listing)
            return listing.answer
        case .destination: return answer(Result { () throws(FileError) in try fileSystem.destination(of: path) })
        case .kind: return answer(fileSystem.kind(of: path))
        }
    }

    static func answer(_ stamp: FileStamp) -> ContentDigest { digest { $0.add(stamp) } }

    static func answer(_ kind: FileKind?) -> ContentDigest { digest { $0.add(kind.map(StampedFolder.code) ?? 0) } }

    static func answer(_ destination: Result<String, FileError>) -> ContentDigest {
        digest { writer in
            switch destination {
            case .success(let path): writer.add(raw: path.utf8)
            case .failure(let error): writer.add(error)
            }
        }
    }

    fileprivate static func digest(_ write: (inout ByteWriter) -> Void) -> ContentDigest {
        var writer = ByteWriter()
        write(&writer)
        return ContentDigest(of: writer.bytes)
    }
}

/// The entries of a folder with the stamps of its files, read at one time.
struct StampedFolder: Sendable {
    let entries: Result<[StampedEntry], FileError>
    private let time: Int64
    /// When the last stamp settles that had not settled; `nil` if all had.
    let settlingTime: Int64?
    /// Depends on the order of entries. If only that changes, the next run repeats work that it could skip.
    let answer: ContentDigest

    init(of folder: String, in fileSystem: any FileSystem) {
        // The clock first: reading the folder can take longer than a stamp needs to settle.
        time = fileSystem.now
        entries = Result { () throws(FileError) in try fileSystem.stampedEntries(of: folder) }
        var last: Int64?
        answer = Observations.digest { [entries, time] writer in
            switch entries {
            case .success(let entries):
                for (entry, stamp) in entries {
                    writer.add(raw: entry.name)
                    writer.add(0 as UInt8)
                    writer.add(Self.code(entry.kind))
                    guard let stamp else { continue }
                    writer.add(stamp)
                    if !stamp.isSettled(at: time) { last = max(last ?? stamp.settlingTime, stamp.settlingTime) }
                }
            case .failure(let error): writer.add(error)
            }
        }
        settlingTime = last
    }

    /// Returns the entries, each with the number of its record.
    func entries(_ record: (FileStamp) -> Int32?) throws(FileError) -> [FolderEntry] {
        try entries.get().map { entry, stamp in
            var entry = entry
            entry.record = stamp.flatMap { $0.isSettled(at: time) ? record($0) : nil }
            return entry
        }
    }

    static func code(_ kind: FileKind) -> UInt8 {
        switch kind {
        case .file: 1
        case .folder: 2
        case .link: 3
        case .other: 4
        }
    }
}

extension ByteWriter {
    /// An error starts with two NULs, unlike paths and lists of entries.
    fileprivate mutating func add(_ error: FileError) {
        add(raw: [0, 0])
        add(raw: error.explanation.utf8)
    }
}
