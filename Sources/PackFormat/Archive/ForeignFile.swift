import ThemeModel
import ThemeSystem

/// What a file is that is in the place of a pack, recognized by its bytes and by the names in an archive.
struct ForeignFile {
    /// As in "this is not a theme pack, but a delta".
    let noun: String
    let hint: String

    /// The bytes at the end of a file that have the directory of most archives.
    static let endLength = 1 << 20

    /// - Parameters:
    ///   - head: the first bytes of the file.
    ///   - end: the last ``endLength`` bytes, or all.
    init?(_ head: UnsafeRawBufferPointer, end: [UInt8]) {
        if let standIn = StandIn(head.prefix(StandIn.headLength), at: "pack.zip") {
            noun = standIn == .nothing ? "an empty file" : standIn.noun
            hint = standIn == .nothing ? "fetch or build it again" : standIn.hint
        } else if head.starts(with: ZipLocalHeader.signatureBytes) {
            let names = ZipNames(head, end: end).names
            (noun, hint) = Self.words(aboutArchiveOf: names)
        } else if let known = Self.signatures.first(where: { head.dropFirst($0.offset).starts(with: $0.bytes) }) {
            noun = known.noun
            hint = known.hint
        } else {
            return nil
        }
    }

    /// Whether a pack's file is a whole archive that another program has written.
    static func isWholeArchive(_ end: [UInt8], length: Int) -> Bool {
        ZipNames(nil, end: end).directoryEnd.map { $0 == length - ZipEndRecord.byteCount } ?? false
    }

    static let zippedAgain = (
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
        return ("another archive", "name a pack that 'themepack build' has written")
    }

    private static let signatures: [(bytes: [UInt8], offset: Int, noun: String, hint: String)] =
        [
            ([0x1F, 0x8B], 0, "a gzip archive"), ([0xFD] + Array("7zXZ".utf8), 0, "an xz archive"),
            (Array("BZh".utf8), 0, "a bzip2 archive"), ([0x28, 0xB5, 0x2F, 0xFD], 0, "a zstd archive"),
            (Array("7z".utf8) + [0xBC, 0xAF], 0, "a 7z archive"), (Array("Rar!".utf8), 0, "a RAR archive"),
            (Array("ustar".utf8), 257, "a tar archive"),
        ].map { ($0.0, $0.1, $0.2, "unpack it, and use the packs in it") } + [
            (PackDelta.magic, 0, "a delta between two packs", "'themepack patch' makes a pack from it"),
            (Array("-----BEGIN SSH SIG".utf8), 0, "a signature", "name the pack itself, without .sig"),
            ([0, 5, 0x16, 7], 0, "what macOS keeps beside a file", "use the file without '._' in its name"),
        ]
}

/// The names in an archive, read from its directory; from the first header if the directory is not among the bytes.
private struct ZipNames {
    var names: [String] = []
    /// The offset in the file after the directory; `nil` if the file does not end like an archive.
    var directoryEnd: Int?

    private static let namesMax = 10_000
    private static let commentMax = 1 << 16

    init(_ head: UnsafeRawBufferPointer?, end: [UInt8]) {
        end.withUnsafeBytes { end in
            let starts = stride(from: end.count - ZipEndRecord.byteCount, through: 0, by: -1).prefix(Self.commentMax)
            guard
                let record = starts.first(where: {
                    (end.value(at: $0) as UInt32) == ZipEndRecord.signatureValue
                })
            else { return }
            let length = Int(end.value(at: record + ZipEndRecord.directoryLength.offset) as UInt32)
            let offset = Int(end.value(at: record + ZipEndRecord.directoryOffset.offset) as UInt32)
            directoryEnd = offset + length
            guard length <= record else { return }
            readDirectory(end.part(at: record - length, count: length))
        }
        guard names.isEmpty, let head, head.count > ZipLocalHeader.byteCount else { return }
        let length = Int(head.value(at: ZipLocalHeader.entry.nameLength.offset) as UInt16)
        names = [String(repairing: head.dropFirst(ZipLocalHeader.byteCount).prefix(length))]
    }

    private mutating func readDirectory(_ directory: UnsafeRawBufferPointer) {
        var offset = 0
        while names.count < Self.namesMax, offset + ZipCentralHeader.byteCount <= directory.count {
            func value(_ field: ZipField<UInt16>) -> Int { Int(directory.value(at: offset + field.offset) as UInt16) }
            guard (directory.value(at: offset) as UInt32) == ZipCentralHeader.signatureValue else { return }
            let nameLength = value(ZipCentralHeader.entry.nameLength)
            names.append(String(repairing: directory.dropFirst(offset + ZipCentralHeader.byteCount).prefix(nameLength)))
            offset +=
                ZipCentralHeader.byteCount + nameLength + value(ZipCentralHeader.entry.extraFieldLength)
                + value(ZipCentralHeader.commentLength)
        }
    }
}
