import ThemeModel

/// The zip structure of a pack as FORMAT.md demands it, which is much less than zip allows: whatever is not as laid out is a
/// defect, because another tool might see another archive in it.
struct ArchiveStructure {
    private let bytes: UnsafeRawBufferPointer
    /// How many bytes are passed before they are let go of.
    private static let stride = 2 << 20

    init(of bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// What differs from the layout that the index's contents demand; at most a few, as one shift moves everything behind it.
    ///
    /// - Parameters:
    ///   - stamp: time and date as zip has them; `nil` for whatever the first entry has.
    ///   - letGo: called now and then with a number of first bytes that will not be looked at again.
    func defects(
        against contents: PackContents, stamp: UInt32? = nil, letGo: (_ first: Int) -> Void = { _ in }
    ) -> [String] {
        let indexLength = PackIndex.length(of: contents)
        let layout = ArchiveLayout(indexLength: indexLength, entries: contents.entries)
        guard layout.length <= ArchiveLayout.lengthMax else {
            return ["what the index lists takes \(layout.length) bytes, more than a pack can have"]
        }
        guard layout.length == UInt64(bytes.count) else {
            return ["the file has \(bytes.count) bytes, what its index lists takes \(layout.length)"]
        }
        var defects: [String] = []
        let first = Int(layout.directoryOffset)
        var directory = first
        for (entry, offset) in zip(contents.entries, layout.offsets) where entry.stored.offset != offset {
            defects.append(
                "the index has '\(entry.path)' (\(entry.stored.length) bytes) at \(entry.stored.offset), "
                    + "it belongs at \(offset)")
        }
        let stamp: UInt32 = stamp ?? value(at: 10)
        var gone = 0
        func check(_ path: String, _ offset: UInt64, _ length: UInt64) {
            let header = Int(offset) - ArchiveLayout.localHeaderLength - path.utf8.count
            if header - gone >= Self.stride {
                letGo(header)
                gone = header
            }
            if let defect = local(header, path, length, stamp) ?? central(directory, first, header, path, length, stamp)
            {
                defects.append("\(defect) of '\(path)'")
            }
            directory += ArchiveLayout.centralHeaderLength + path.utf8.count
        }
        if defects.count < 8 { check(PackContents.indexPath, UInt64(PackIndex.start), UInt64(indexLength)) }
        for (entry, offset) in zip(contents.entries, layout.offsets) where defects.count < 8 {
            check(entry.path, offset, entry.stored.length)
        }
        if defects.isEmpty, let defect = end(layout, count: layout.offsets.count + 1) { defects.append(defect) }
        return defects
    }

    private func local(_ at: Int, _ path: String, _ length: UInt64, _ stamp: UInt32) -> String? {
        guard value(at: at) as UInt32 == 0x0403_4B50 else { return "no local header is at the place" }
        return common(at + 4, path, length, stamp, "local header")
            ?? (name(at: at + ArchiveLayout.localHeaderLength, is: path)
                ? nil : "the local header has another name than that")
    }

    private func central(
        _ at: Int, _ first: Int, _ header: Int, _ path: String, _ length: UInt64, _ stamp: UInt32
    ) -> String? {
        guard value(at: at) as UInt32 == 0x0201_4B50 else { return "no directory entry is at the place" }
        if let defect = common(at + 6, path, length, stamp, "directory entry") { return defect }
        guard value(at: at + 16) as UInt32 == value(at: header + 14) as UInt32 else {
            return "local header and directory entry have different CRCs"
        }
        guard value(at: at + 6) as UInt16 == value(at: header + 4) as UInt16,
            value(at: at + 8) as UInt16 == value(at: header + 6) as UInt16
        else { return "local header and directory entry differ" }
        // Comment length, disk number, internal attributes.
        guard value(at: at + 32) as UInt16 == 0, value(at: at + 34) as UInt32 == 0 else {
            return "the directory entry has a comment, a disk number or attributes"
        }
        let mode: UInt32 = value(at: at + 38)
        let system: UInt8 = value(at: at + 5)
        guard system == 3, mode == 0o100644 << 16 else {
            return "the directory entry has another file mode than 0644"
        }
        // Which tool made it is not for a pack to tell; but it is one tool, for all entries.
        guard value(at: at + 4) as UInt8 == value(at: first + 4) as UInt8 else {
            return "the directory entry was made by another version of zip than the first one"
        }
        let target: UInt32 = value(at: at + 42)
        guard target == UInt32(header) else { return "the directory entry points elsewhere" }
        return name(at: at + ArchiveLayout.centralHeaderLength, is: path)
            ? nil : "the directory entry has another name than that"
    }

    /// The fields that both headers have, in the same order: from "version needed" to the extra field's length.
    private func common(_ at: Int, _ path: String, _ length: UInt64, _ stamp: UInt32, _ what: String) -> String? {
        let utf8: UInt16 = path.isASCII ? 0 : 0x0800
        let needed: UInt16 = value(at: at)
        guard needed <= 45 else { return "the \(what) needs a newer unzip" }
        guard value(at: at + 2) as UInt16 == utf8 else {
            return "the \(what) has flags (encrypted, or of unknown length)"
        }
        guard value(at: at + 4) as UInt16 == 0 else { return "the \(what) says that the data is compressed" }
        guard value(at: at + 6) as UInt32 == stamp else { return "the \(what) has another time stamp than it should" }
        guard value(at: at + 14) as UInt32 == UInt32(length), value(at: at + 18) as UInt32 == UInt32(length) else {
            return "the \(what) has another length than the index lists"
        }
        guard value(at: at + 22) as UInt16 == UInt16(path.utf8.count) else {
            return "the \(what) has a name of another length"
        }
        return value(at: at + 24) as UInt16 == 0 ? nil : "the \(what) has an extra field"
    }

    private func end(_ layout: ArchiveLayout, count: Int) -> String? {
        var at = Int(layout.directoryOffset + layout.directoryLength)
        let (directory, length) = (layout.directoryOffset, layout.directoryLength)
        if layout.hasZip64EndRecord {
            guard value(at: at) as UInt32 == 0x0606_4B50, value(at: at + 4) as UInt64 == 44,
                value(at: at + 16) as UInt64 == 0, value(at: at + 24) as UInt64 == UInt64(count),
                value(at: at + 32) as UInt64 == UInt64(count), value(at: at + 40) as UInt64 == length,
                value(at: at + 48) as UInt64 == directory
            else { return "the zip64 end record does not tell the directory's place and size" }
            let locator = at + ArchiveLayout.zip64EndRecordLength
            guard value(at: locator) as UInt32 == 0x0706_4B50, value(at: locator + 4) as UInt32 == 0,
                value(at: locator + 8) as UInt64 == UInt64(at), value(at: locator + 16) as UInt32 == 1
            else { return "the zip64 locator does not tell the end record's place" }
            at = locator + ArchiveLayout.zip64LocatorLength
        }
        let shortCount = UInt16(clamping: count)
        guard value(at: at) as UInt32 == 0x0605_4B50, value(at: at + 4) as UInt32 == 0,
            value(at: at + 8) as UInt16 == shortCount, value(at: at + 10) as UInt16 == shortCount
        else { return "the end record does not tell the number of entries" }
        // With a zip64 record, the short fields may also say "look there".
        let elsewhere = layout.hasZip64EndRecord ? [UInt32.max] : []
        guard ([UInt32(length)] + elsewhere).contains(value(at: at + 12)),
            ([UInt32(directory)] + elsewhere).contains(value(at: at + 16))
        else { return "the end record does not tell the directory's place and size" }
        return value(at: at + 20) as UInt16 == 0 ? nil : "the archive has a comment"
    }

    private func name(at offset: Int, is path: String) -> Bool {
        let name = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + path.utf8.count])
        return path.utf8.withContiguousStorageIfAvailable { ByteOrder.equal(UnsafeRawBufferPointer($0), name) }
            ?? name.elementsEqual(path.utf8)
    }

    /// The layout's length was held against the file's, so every offset asked for lies within it.
    private func value<Number: FixedWidthInteger>(at offset: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}
