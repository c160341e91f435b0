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

    /// Records one behind the other: a question, the answer, and what was asked about.
    private var records = ByteWriter()
    /// Where every so many records begin, so that threads can share them.
    private var marks: [UInt64] = []
    private var count = 0
    private static let recordsPerMark = 128

    init() {}

    mutating func add(_ question: Question, _ path: Substring.UTF8View, _ answer: Answer) {
        if count % Self.recordsPerMark == 0 { marks.append(UInt64(records.bytes.count)) }
        count += 1
        records.add(question.rawValue)
        records.add(answer.digest)
        records.add(UInt32(path.count))
        records.add(raw: path)
    }

    /// Asks everything again.
    ///
    /// - Parameters:
    ///   - root: what paths that were written down are relative to.
    ///   - ask: `nil` if there is no answer any more. Called from several threads, with whole paths.
    func hold(root: String, jobs: Int, _ ask: @Sendable (Question, String) -> Answer?) -> Bool {
        let isContradicted = Atomic(false)
        _ = Workers.map(marks.count, jobs: jobs) { index in
            guard !isContradicted.load(ordering: .relaxed) else { return }
            let end = index + 1 < marks.count ? Int(marks[index + 1]) : records.bytes.count
            if !holds(Int(marks[index])..<end, root, ask) { isContradicted.store(true, ordering: .relaxed) }
        }
        return !isContradicted.load(ordering: .relaxed)
    }

    private func holds(_ range: Range<Int>, _ root: String, _ ask: (Question, String) -> Answer?) -> Bool {
        let headLength = 1 + ContentDigest.byteCount + 4
        return records.bytes.withUnsafeBytes { bytes in
            var at = range.lowerBound
            while at < range.upperBound {
                guard range.upperBound - at >= headLength, let question = Question(rawValue: bytes[at]) else {
                    return false
                }
                let answer = Answer(reading: UnsafeRawBufferPointer(rebasing: bytes[(at + 1)..<(at + headLength)]))
                let length = Int(bytes.loadUnaligned(fromByteOffset: at + headLength - 4, as: UInt32.self).littleEndian)
                at += headLength
                guard range.upperBound - at >= length else { return false }
                let path = Self.join(root, UnsafeRawBufferPointer(rebasing: bytes[at..<at + length]))
                guard ask(question, path) == answer else { return false }
                at += length
            }
            return true
        }
    }

    /// - Parameter path: relative to `root`, or absolute if it lies elsewhere.
    private static func join(_ root: String, _ path: UnsafeRawBufferPointer) -> String {
        if path.isEmpty { return root }
        if path[0] == UInt8(ascii: "/") { return String(decoding: path, as: UTF8.self) }
        var whole = ""
        whole.reserveCapacity(root.utf8.count + 1 + path.count)
        whole += root
        whole += "/"
        whole += String(decoding: path, as: UTF8.self)
        return whole
    }
}

extension Observations {
    func write(to writer: inout ByteWriter) {
        writer.add(marks) { $0.add($1) }
        writer.add(UInt64(records.bytes.count))
        writer.add(raw: records.bytes)
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        marks = try reader.list { reader throws(ByteReader.Damage) in try reader.number() }
        let length = try reader.number(UInt64.self)
        guard marks.isEmpty == (length == 0), marks.first ?? 0 == 0, zip(marks, marks.dropFirst()).allSatisfy(<),
            marks.last ?? 0 <= length
        else { throw ByteReader.Damage() }
        records = ByteWriter(try reader.bytes(length))
    }
}
