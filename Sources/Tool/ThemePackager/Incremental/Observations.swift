import PackFormat
import ThemeProject

/// The questions that a run asked the file system, with the answers. A run with the same answers has the same result.
struct Observations: Sendable {
    enum Question: UInt8 {
        case stamp, entries, destination, kind
    }

    /// 32 bytes: a file's stamp, or the digest of any other answer.
    struct Answer: Equatable {
        let value: ContentDigest

        init(_ stamp: FileStamp) {
            // Devices have small numbers, and inodes hardly use their upper bits. So one number holds both.
            let file = stamp.inode ^ (stamp.device << 32 | stamp.device >> 32)
            value = withUnsafeBytes(of: (stamp.size, file, stamp.modified, stamp.changed)) {
                ContentDigest(reading: $0)
            }
        }

        init(digesting bytes: [UInt8]) { value = ContentDigest(of: bytes) }

        fileprivate init(from reader: inout CacheReader) throws(InvalidCache) { value = try reader.digest() }
    }

    /// Questions about one folder and its files. A large folder has several groups, so that threads can share it.
    struct Group {
        static let countMax = 256

        /// The folder's path with its last slash: relative to the project's folder, or absolute.
        let folder: [UInt8]
        var count = 0
        /// One record for each question: the question, the answer, the length of the name, the name.
        var records = ByteWriter()
    }

    var groups: [Group] = []
    private var lastGroupOfFolder: [[UInt8]: Int] = [:]

    init() {}

    /// - Parameter path: relative to the project's folder, or absolute.
    mutating func add(_ question: Question, _ path: Substring, _ answer: Answer) {
        var path = path
        path.withUTF8 { path in
            let nameStart = (path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
            add(question, path[nameStart...], in: Array(path[..<nameStart]), answer)
        }
    }

    mutating func add(_ question: Question, _ name: some Collection<UInt8>, in folder: [UInt8], _ answer: Answer) {
        var number = lastGroupOfFolder[folder] ?? groups.count
        if number == groups.count || groups[number].count == Group.countMax {
            number = groups.count
            groups.append(Group(folder: folder))
            lastGroupOfFolder[folder] = number
        }
        groups[number].count += 1
        groups[number].records.add(question.rawValue)
        groups[number].records.add(answer.value)
        groups[number].records.add(UInt32(name.count))
        groups[number].records.add(raw: name)
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

    init(from reader: inout CacheReader) throws(InvalidCache) {
        groups = try reader.list { reader throws(InvalidCache) in
            let group = Group(
                folder: try reader.bytes(reader.number(UInt64.self)),
                records: ByteWriter(try reader.bytes(reader.number(UInt64.self))))
            // Checking a group opens its folder. Nothing writes an empty group.
            guard !group.records.bytes.isEmpty else { throw InvalidCache() }
            return group
        }
    }
}

extension Observations {
    /// Asks all questions again. Returns whether all answers are the same.
    func areCurrent(in fileSystem: any FileSystem, root: String, jobs: Int) -> Bool {
        let hasChanged = AtomicFlag()
        _ = Workers.map(groups.count, jobs: jobs) { number in
            if !hasChanged.isRaised, !isCurrent(groups[number], in: fileSystem, root) { hasChanged.raise() }
        }
        return !hasChanged.isRaised
    }

    private func isCurrent(_ group: Group, in fileSystem: any FileSystem, _ root: String) -> Bool {
        var files: [(name: String, answer: Answer)] = []
        var reader = CacheReader(group.records.bytes)
        while !reader.isAtEnd {
            guard let question = (try? reader.number()).flatMap(Question.init(rawValue:)),
                let answer = try? Answer(from: &reader),
                let length = try? reader.number(UInt32.self), let range = try? reader.skip(Int(clamping: length))
            else { return false }
            let name = reader.bytes[range]
            if question == .stamp {
                files.append((String(decoding: name, as: UTF8.self), answer))
            } else {
                let path = Self.join(root, group.folder + name)
                guard ObservingFileSystem.answer(question, path, of: fileSystem) == answer else { return false }
            }
        }
        let folder = Self.join(root, Array(group.folder.count > 1 ? group.folder.dropLast() : group.folder[...]))
        let stamps = fileSystem.stamps(of: files.map(\.name), in: folder)
        return zip(files, stamps).allSatisfy { file, stamp in stamp.map { Answer($0) } == file.answer }
    }

    private static func join(_ root: String, _ path: [UInt8]) -> String {
        if path.isEmpty { return root }
        let path = String(decoding: path, as: UTF8.self)
        return path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)"
    }
}
