import Synchronization
import ThemeModel

/// What a run asked of the file system, and what it was answered. Verification is a function of these answers: if they are
/// the same again, so is its outcome.
struct Observations: Sendable {
    enum Question: UInt8 {
        case file, entries, destination, kind
    }

    /// 32 bytes: of a file its stamp, of anything else a digest.
    struct Answer: Equatable {
        let digest: ContentDigest

        init(_ stamp: FileStamp) {
            digest = withUnsafeBytes(of: (stamp.size, stamp.inode, stamp.modified, stamp.changed)) {
                ContentDigest(reading: $0)
            }
        }

        init(digesting bytes: some Collection<UInt8>) { digest = ContentDigest(of: Array(bytes)) }

        fileprivate init(reading bytes: UnsafeRawBufferPointer) { digest = ContentDigest(reading: bytes) }
    }

    /// What was asked about things of one folder. Not about too many of them, so that threads can share a large folder.
    private struct Group {
        static let countMax = 256

        /// Where they lie, up to and with the last slash: relative to the project's folder, or absolute if it lies elsewhere.
        let folder: [UInt8]
        var count = 0
        /// Records one behind the other: a question, the answer, and the name of what was asked about.
        var records = ByteWriter()
    }

    private var groups: [Group] = []
    /// The numbers of those that take more, by their folders.
    private var unfilled: [[UInt8]: Int] = [:]

    init() {}

    /// - Parameter path: relative to the project's folder, or absolute if it lies elsewhere.
    mutating func add(_ question: Question, _ path: Substring.UTF8View, _ answer: Answer) {
        let nameStart = path.lastIndex(of: UInt8(ascii: "/")).map { path.index(after: $0) } ?? path.startIndex
        add(question, path[nameStart...], in: Array(path[..<nameStart]), answer)
    }

    /// - Parameter folder: up to and with the last slash; relative to the project's folder, or absolute if it lies elsewhere.
    mutating func add(_ question: Question, _ name: Substring.UTF8View, in folder: [UInt8], _ answer: Answer) {
        var number = unfilled[folder] ?? groups.count
        if number == groups.count || groups[number].count == Group.countMax {
            number = groups.count
            groups.append(Group(folder: folder))
            unfilled[folder] = number
        }
        groups[number].count += 1
        groups[number].records.add(question.rawValue)
        groups[number].records.add(answer.digest)
        groups[number].records.add(UInt32(name.count))
        groups[number].records.add(raw: name)
    }

    /// Asks everything again, and tells whether the answers are the same.
    ///
    /// - Parameter root: what paths that were written down are relative to.
    func hold(in fileSystem: any FileSystem, root: String, jobs: Int) -> Bool {
        changes(in: fileSystem, root: root, jobs: jobs, most: 0)?.isEmpty == true
    }

    /// A file that has another stamp than it had.
    struct Change: Sendable {
        /// Absolute.
        let path: String
        let stamp: FileStamp
        /// Where the answer is written down.
        fileprivate let group: Int
        fileprivate let place: Int
    }

    /// Asks everything again, and tells which files have other stamps.
    ///
    /// - Parameters:
    ///   - root: what paths that were written down are relative to.
    ///   - most: how many changes are of interest.
    /// - Returns: `nil` if there are more, or if anything else has changed: a file that is gone, another name in a folder.
    func changes(in fileSystem: any FileSystem, root: String, jobs: Int, most: Int) -> [Change]? {
        let count = Atomic(0)
        let found = Workers.map(groups.count, jobs: jobs) { number -> [Change] in
            guard count.load(ordering: .relaxed) <= most else { return [] }
            let changes = changes(ofGroup: number, in: fileSystem, root)
            count.add(changes?.count ?? most + 1, ordering: .relaxed)
            return changes ?? []
        }
        return count.load(ordering: .relaxed) <= most ? found.flatMap { $0 } : nil
    }

    /// Writes down what has changed.
    mutating func note(_ changes: [Change]) {
        for change in changes {
            groups[change.group].records.put(Answer(change.stamp).digest, at: change.place)
        }
    }

    private func changes(ofGroup number: Int, in fileSystem: any FileSystem, _ root: String) -> [Change]? {
        let group = groups[number]
        let headLength = 1 + ContentDigest.byteCount + 4
        var files: [(name: String, answer: Answer, place: Int)] = []
        let isSame = group.records.bytes.withUnsafeBytes { bytes in
            var at = 0
            while at < bytes.count {
                guard bytes.count - at >= headLength, let question = Question(rawValue: bytes[at]) else { return false }
                let place = at + 1
                let answer = Answer(reading: UnsafeRawBufferPointer(rebasing: bytes[place..<(at + headLength)]))
                let length = Int(bytes.loadUnaligned(fromByteOffset: at + headLength - 4, as: UInt32.self).littleEndian)
                at += headLength
                guard bytes.count - at >= length else { return false }
                let name = UnsafeRawBufferPointer(rebasing: bytes[at..<at + length])
                at += length
                switch question {
                case .file: files.append((String(decoding: name, as: UTF8.self), answer, place))
                default:
                    let path = Self.join(root, group.folder + name)
                    guard ObservingFileSystem.ask(question, path, of: fileSystem) == answer else { return false }
                }
            }
            return true
        }
        guard isSame else { return nil }
        let folder = Self.join(root, Array(group.folder.count > 1 ? group.folder.dropLast() : group.folder[...]))
        var changes: [Change] = []
        for (file, stamp) in zip(files, fileSystem.stamps(of: files.map(\.name), in: folder)) {
            guard let stamp else { return nil }
            guard Answer(stamp) != file.answer else { continue }
            let path = Self.join(root, group.folder + file.name.utf8)
            changes.append(Change(path: path, stamp: stamp, group: number, place: file.place))
        }
        return changes
    }

    /// - Parameter path: relative to `root`, or absolute if it lies elsewhere.
    private static func join(_ root: String, _ path: [UInt8]) -> String {
        if path.isEmpty { return root }
        let path = String(decoding: path, as: UTF8.self)
        return path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)"
    }
}

extension Observations {
    func write(to writer: inout ByteWriter) {
        writer.add(groups) { writer, group in
            for bytes in [group.folder, group.records.bytes] {
                writer.add(UInt64(bytes.count))
                writer.add(raw: bytes)
            }
        }
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        groups = try reader.list { reader throws(ByteReader.Damage) in
            let group = Group(
                folder: try reader.bytes(reader.number()), records: ByteWriter(try reader.bytes(reader.number())))
            // Each opens its folder: there are no more of them than there are records.
            guard !group.records.bytes.isEmpty else { throw ByteReader.Damage() }
            return group
        }
    }
}
