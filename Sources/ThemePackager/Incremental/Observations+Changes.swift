import PackFormat
import ThemeModel
import ThemeProject

extension Observations {
    func areCurrent(in fileSystem: any FileSystem, root: String, jobs: Int) -> Bool {
        changes(in: fileSystem, root: root, jobs: jobs, limit: 0)?.isEmpty == true
    }

    struct StampChange: Sendable {
        let path: String
        let stamp: FileStamp
        fileprivate let group: Int
        fileprivate let answerOffset: Int
    }

    /// Asks all questions again. `nil` if more than `limit` stamps, or an answer other than a stamp, have changed.
    func changes(in fileSystem: any FileSystem, root: String, jobs: Int, limit: Int) -> [StampChange]? {
        let count = AtomicInteger(0)
        let found = Workers.map(groups.count, jobs: jobs) { number -> [StampChange] in
            guard count.value <= limit else { return [] }
            let changes = changes(ofGroup: number, in: fileSystem, root)
            count.add(changes?.count ?? limit + 1)
            return changes ?? []
        }
        return count.value <= limit ? found.flatMap { $0 } : nil
    }

    mutating func apply(_ changes: [StampChange]) {
        for change in changes {
            groups[change.group].records.put(Answer(change.stamp).value, at: change.answerOffset)
        }
    }

    private func changes(ofGroup number: Int, in fileSystem: any FileSystem, _ root: String) -> [StampChange]? {
        let group = groups[number]
        let headLength = 1 + ContentDigest.byteCount + 4
        var files: [(name: String, answer: Answer, answerOffset: Int)] = []
        let isSame = group.records.bytes.withUnsafeBytes { bytes in
            var at = 0
            while at < bytes.count {
                guard bytes.count - at >= headLength, let question = Question(rawValue: bytes[at]) else { return false }
                let answerOffset = at + 1
                let answer = Answer(reading: UnsafeRawBufferPointer(rebasing: bytes[answerOffset..<(at + headLength)]))
                let length = Int(bytes.loadUnaligned(fromByteOffset: at + headLength - 4, as: UInt32.self).littleEndian)
                at += headLength
                guard bytes.count - at >= length else { return false }
                let name = UnsafeRawBufferPointer(rebasing: bytes[at..<at + length])
                at += length
                switch question {
                case .stamp: files.append((String(decoding: name, as: UTF8.self), answer, answerOffset))
                default:
                    let path = Self.join(root, group.folder + name)
                    guard ObservingFileSystem.answer(question, path, of: fileSystem) == answer else { return false }
                }
            }
            return true
        }
        guard isSame else { return nil }
        let folder = Self.join(root, Array(group.folder.count > 1 ? group.folder.dropLast() : group.folder[...]))
        var changes: [StampChange] = []
        for (file, stamp) in zip(files, fileSystem.stamps(of: files.map(\.name), in: folder)) {
            guard let stamp else { return nil }
            guard Answer(stamp) != file.answer else { continue }
            let path = Self.join(root, group.folder + file.name.utf8)
            changes.append(StampChange(path: path, stamp: stamp, group: number, answerOffset: file.answerOffset))
        }
        return changes
    }

    private static func join(_ root: String, _ path: [UInt8]) -> String {
        if path.isEmpty { return root }
        let path = String(decoding: path, as: UTF8.self)
        return path.utf8.first == UInt8(ascii: "/") ? path : "\(root)/\(path)"
    }
}
