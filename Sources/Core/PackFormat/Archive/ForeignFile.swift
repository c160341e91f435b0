import ThemeModel
import ThemeSystem

extension PackIndex {
    package init(of bytes: UnsafeRawBufferPointer) throws(PackError) {
        try self.init(startingWith: bytes, packLength: bytes.count) { Array(bytes.suffix($0)) }
    }

    /// - Parameters:
    ///   - bytes: the first ``headerEndMax`` bytes of the pack, or all if it has fewer.
    ///   - end: returns the last bytes of the file, or all. An error says by them what another file is.
    package init(
        startingWith bytes: UnsafeRawBufferPointer, packLength: Int, end: (_ count: Int) -> [UInt8]
    ) throws(PackError) {
        do throws(PackError) {
            try self.init(startingWith: bytes, packLength: packLength)
        } catch {
            guard error.canBeOtherFile,
                let file = ForeignFile(bytes, end: end(ForeignFile.endLength), length: packLength)
            else { throw error }
            throw PackError("this is not a theme pack, but \(file.noun)", hint: file.hint)
        }
    }
}

/// A file in the place of a pack, recognized by its bytes and by the names in an archive.
struct ForeignFile {
    /// As in "this is not a theme pack, but a delta".
    let noun: String
    let hint: String

    /// The bytes at the end of a file that have the directory of most archives.
    static let endLength = 1 << 20

    /// - Parameters:
    ///   - head: the first bytes of the file.
    ///   - end: the last ``endLength`` bytes, or all.
    ///   - length: that of the file.
    init?(_ head: UnsafeRawBufferPointer, end: [UInt8], length: Int) {
        if head.dropFirst(PackIndex.start).starts(with: FileSignature.index) {
            // Another program has put the same entries into an archive of its own, or this is a part of a pack.
            let directoryEnd = ZipNames(nil, end: end).directoryEnd
            guard let directoryEnd, directoryEnd + UInt64(ZipEndRecord.byteCount) == UInt64(length) else { return nil }
            (noun, hint) = Self.zippedAgain
        } else if let standIn = StandIn(head.prefix(StandIn.headLength), at: "pack.zip") {
            noun = standIn == .nothing ? "an empty file" : standIn.noun
            hint =
                switch standIn {
                case .nothing: "fetch or build it again"
                case .answer: Self.namesPack
                default: standIn.hint
                }
        } else if head.starts(with: ZipLocalHeader.signatureBytes) {
            if Self.beginsAsPack(head) { return nil }
            guard !Self.isConverted(head) else {
                noun = "a pack that a program has converted as text"
                hint = "get it again; '*.zip binary' in .gitattributes keeps git from converting it"
                return
            }
            let names = ZipNames(head, end: end).names
            (noun, hint) = Self.words(aboutArchiveOf: names)
        } else if let known = Self.signatures.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
            noun = known.noun
            hint = known.hint
        } else {
            return nil
        }
    }

    /// Whether the first entry is a stored index without extra fields: then the file is a pack whose index is damaged.
    private static func beginsAsPack(_ head: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= PackIndex.start else { return true }
        return (head.value(at: ZipLocalHeader.entry.compression.offset) as UInt16) == 0
            && head[ZipLocalHeader.byteCount..<PackIndex.start].elementsEqual(PackContents.indexPath.utf8)
    }

    /// Whether line breaks or characters were converted: the first header has the version 10, which is a line feed, and
    /// digests are almost never UTF-8.
    private static func isConverted(_ head: UnsafeRawBufferPointer) -> Bool {
        // The last character can be cut.
        let start = head.prefix(StandIn.headLength)
        return String(repairing: start.prefix(64)).contains(PackContents.indexPath)
            && (start.dropFirst(4).starts(with: [0x0D, 0x0A])
                || (0...3).contains { String(validUTF8: start.dropLast($0)) != nil })
    }

    private static let zippedAgain = (
        noun: "a pack that another program has zipped again",
        hint: "use the pack as 'themepack build' has written it, without unpacking it"
    )

    private static func words(aboutArchiveOf names: [String]) -> (noun: String, hint: String) {
        if let pack = names.first(where: { $0.hasSuffix(".themepack.zip") && !$0.hasPrefix("__MACOSX/") }) {
            return ("an archive with the pack '\(pack.lastPathComponent)' in it", "unzip it, and use the packs in it")
        }
        if let manifest = names.first(where: { $0.lastPathComponent == PackContents.manifestPath }),
            names.contains(manifest.dropLast(PackContents.manifestPath.count) + PackContents.indexPath)
        {
            return zippedAgain
        }
        if names.contains(where: { $0.lastPathComponent == "theme.json" }) {
            return ("an archive of a project", "unzip it, and run 'themepack build' there")
        }
        return ("another archive", namesPack)
    }

    private static let namesPack = "name a pack that 'themepack build' has written"

    private struct Signature {
        var bytes: [UInt8]
        var offset = 0
        var noun: String
        var hint = "unpack it, and use the packs in it"
    }

    private static let signatures = [
        Signature(bytes: [0x1F, 0x8B], noun: "a gzip archive"),
        Signature(bytes: [0x89, 0x50, 0x4E, 0x47], noun: "a PNG", hint: namesPack),
        Signature(bytes: Array("%PDF".utf8), noun: "a PDF", hint: namesPack),
        Signature(bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A], noun: "an xz archive"),
        Signature(bytes: [0x42, 0x5A, 0x68], noun: "a bzip2 archive"),
        Signature(bytes: [0x28, 0xB5, 0x2F, 0xFD], noun: "a zstd archive"),
        Signature(bytes: [0x37, 0x7A, 0xBC, 0xAF], noun: "a 7z archive"),
        Signature(bytes: Array("Rar!".utf8), noun: "a RAR archive"),
        Signature(bytes: Array("ustar".utf8), offset: 257, noun: "a tar archive"),
        Signature(
            bytes: FileSignature.delta, noun: "a delta between two packs",
            hint: "'themepack patch' makes a pack from it"),
        Signature(
            bytes: Array("-----BEGIN SSH SIG".utf8), noun: "a signature", hint: "name the pack itself, without .sig"),
        Signature(
            bytes: [0, 5, 0x16, 7], noun: "what macOS keeps beside a file",
            hint: "use the file without '._' in its name"),
    ]
}

/// The names in an archive, read from its directory; from the first header if the directory is not among the bytes.
private struct ZipNames {
    var names: [String] = []
    /// The offset in the file after the directory; `nil` if the file does not end like an archive.
    var directoryEnd: UInt64?

    private static let namesMax = 10_000
    private static let commentMax = 1 << 16

    init(_ head: UnsafeRawBufferPointer?, end: [UInt8]) {
        end.withUnsafeBytes { end in
            let starts = stride(from: end.count - ZipEndRecord.byteCount, through: 0, by: -1).prefix(Self.commentMax)
            // The record ends with the file, so that one in the middle of a cut file is not taken.
            func endsFile(_ record: Int) -> Bool {
                (end.value(at: record) as UInt32) == ZipEndRecord.signatureValue
                    && record + ZipEndRecord.byteCount
                        + Int(end.value(at: record + ZipEndRecord.commentLength.offset) as UInt16) == end.count
            }
            guard let record = starts.first(where: endsFile) else { return }
            let length = end.value(at: record + ZipEndRecord.directoryLength.offset) as UInt32
            let offset = end.value(at: record + ZipEndRecord.directoryOffset.offset) as UInt32
            directoryEnd = UInt64(offset) + UInt64(length)
            guard let length = Int(exactly: length), length <= record else { return }
            let entries = ZipDirectoryEntries(end.part(at: record - length, count: length))
            names = entries.prefix(Self.namesMax).map { String(repairing: $0.name) }
        }
        guard names.isEmpty, let head, head.count > ZipLocalHeader.byteCount else { return }
        let length = Int(head.value(at: ZipLocalHeader.entry.nameLength.offset) as UInt16)
        names = [String(repairing: head.dropFirst(ZipLocalHeader.byteCount).prefix(length))]
    }
}
