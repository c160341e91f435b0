import ThemeModel

/// The offsets of a pack's entries, which the lengths of their names and data determine.
package struct ArchiveLayout: Sendable {
    package static let localHeaderLength = ZipLocalHeader.byteCount
    package static let entryCountMaxWithoutZip64 = 0xFFFF

    /// The offsets of the data of the entries after the index.
    package let dataOffsets: [UInt64]
    package let directoryOffset: UInt64
    package let directoryLength: UInt64
    package let hasZip64EndRecord: Bool
    package let length: UInt64

    /// - Parameter contents: their offsets do not matter.
    package init(of contents: PackContents, indexLength: Int) {
        var offset = UInt64(PackIndex.start + indexLength)
        var directoryLength = UInt64(ZipCentralHeader.byteCount + PackContents.indexPath.utf8.count)
        var dataOffsets: [UInt64] = []
        dataOffsets.reserveCapacity(contents.entryCount)
        for entry in contents.entries {
            offset += UInt64(ZipLocalHeader.byteCount + entry.pathLength)
            dataOffsets.append(offset)
            offset += entry.stored.length
            directoryLength += UInt64(ZipCentralHeader.byteCount + entry.pathLength)
        }
        self.dataOffsets = dataOffsets
        self.directoryLength = directoryLength
        directoryOffset = offset
        hasZip64EndRecord = dataOffsets.count + 1 > Self.entryCountMaxWithoutZip64
        let zip64Length = hasZip64EndRecord ? Zip64EndRecord.byteCount + Zip64Locator.byteCount : 0
        length = offset + directoryLength + UInt64(zip64Length + ZipEndRecord.byteCount)
    }

    /// Returns whether the entries have these offsets.
    package func hasOffsets(of contents: PackContents) -> Bool {
        contents.entries.lazy.map(\.stored.offset).elementsEqual(dataOffsets)
    }
}

/// The data in a pack's central directory that its index does not have.
package struct ArchiveDirectory: Sendable {
    /// The time stamp of all entries.
    package let date: ArchiveDate
    /// The CRC-32 of each entry after the index, in the order of ``PackContents/entries``.
    package let checksums: [UInt32]

    /// Returns `nil` if the directory has other entries than the contents. Compares their lengths, not their names.
    ///
    /// - Parameter bytes: the directory, without the records after it.
    package init?(_ bytes: [UInt8], of contents: PackContents) {
        var checksums: [UInt32] = []
        checksums.reserveCapacity(contents.entryCount)
        let date: ArchiveDate? = bytes.withUnsafeBytes { bytes in
            var (offset, date): (Int?, UInt32) = (0, 0)
            /// Returns the CRC-32 of the entry at `offset`, and continues after it.
            func next(_ nameLength: Int) -> UInt32 {
                guard let start = offset, start + ZipCentralHeader.byteCount + nameLength <= bytes.count else {
                    offset = nil
                    return 0
                }
                func value<Number>(of field: ZipField<Number>) -> Number {
                    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start + field.offset, as: Number.self))
                }
                let isEntry =
                    value(of: ZipCentralHeader.signature) == ZipCentralHeader.signatureValue
                    && Int(value(of: ZipCentralHeader.entry.nameLength)) == nameLength
                offset = isEntry ? start + ZipCentralHeader.byteCount + nameLength : nil
                if start == 0 { date = value(of: ZipCentralHeader.entry.timeAndDate) }
                return value(of: ZipCentralHeader.entry.crc)
            }
            _ = next(PackContents.indexPath.utf8.count)
            for entry in contents.entries { checksums.append(next(entry.pathLength)) }
            return offset == bytes.count ? ArchiveDate(timeAndDate: date) : nil
        }
        guard let date else { return nil }
        self.date = date
        self.checksums = checksums
    }
}

/// The headers of a new archive: its central directory, and local headers, which repeat the directory's fields.
package struct ArchiveHeaders: Sendable {
    private var directory: ByteWriter
    /// The offset of each entry in the directory.
    private var starts: [Int] = []

    package init(entryCount: Int, directoryLength: Int) {
        directory = ByteWriter(reserving: directoryLength)
        starts.reserveCapacity(entryCount)
    }

    /// - Parameter offset: the offset of the local header.
    package mutating func add(_ entry: ZipEntryDescription, at offset: Int) {
        starts.append(directory.bytes.count)
        directory.addCentralHeader(of: entry, offset: offset)
    }

    package var count: Int { starts.count }

    package var centralDirectory: [UInt8] { directory.bytes }

    /// Returns the end records of an archive whose central directory begins at `offset`.
    package func endRecords(directoryOffset offset: Int) -> [UInt8] {
        var end = ByteWriter()
        end.addArchiveEnd(count: starts.count, directory: offset..<offset + directory.bytes.count)
        return end.bytes
    }

    private func localLength(of entry: Int) -> Int { ZipLocalHeader.byteCount + name(of: entry).count }

    package func local(of entry: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: localLength(of: entry)) { header, count in
            count = header.count
            put(entry, in: UnsafeMutableRawBufferPointer(header))
        }
    }

    /// Writes the part of a local header that lies within `window`.
    ///
    /// - Parameter offset: the offset of the header in the window. It can be negative.
    package func putLocal(of entry: Int, at offset: Int, in window: UnsafeMutableRawBufferPointer) {
        let end = offset + localLength(of: entry)
        if offset >= 0, end <= window.count {
            put(entry, in: UnsafeMutableRawBufferPointer(rebasing: window[offset..<end]))
        } else if end > 0, offset < window.count {
            local(of: entry).withUnsafeBytes { header in
                let part = max(0, -offset)..<min(header.count, window.count - offset)
                window.put(UnsafeRawBufferPointer(rebasing: header[part]), at: offset + part.lowerBound)
            }
        }
    }

    private func name(of entry: Int) -> Range<Int> {
        let end = entry + 1 < starts.count ? starts[entry + 1] : directory.bytes.count
        return starts[entry] + ZipCentralHeader.byteCount..<end
    }

    private func put(_ entry: Int, in header: UnsafeMutableRawBufferPointer) {
        let name = name(of: entry)
        let fields = starts[entry] + ZipCentralHeader.entry.versionNeeded.offset
        let start = ZipLocalHeader.entry.versionNeeded.offset
        header.put(ZipLocalHeader.signatureValue, at: ZipLocalHeader.signature.offset)
        directory.bytes.withUnsafeBytes { directory in
            let fields = directory[fields..<fields + ZipLocalHeader.byteCount - start]
            header.put(UnsafeRawBufferPointer(rebasing: fields), at: start)
            header.put(UnsafeRawBufferPointer(rebasing: directory[name]), at: ZipLocalHeader.byteCount)
        }
    }
}

extension PackContents {
    /// Sets the offset of every entry's data. `indexLength` is ``PackIndex/length(of:)`` of these contents.
    package mutating func setOffsets(indexLength: Int) -> ArchiveLayout {
        let layout = ArchiveLayout(of: self, indexLength: indexLength)
        var next = layout.dataOffsets.makeIterator()
        func setOffset(_ reference: inout DataReference) { reference.offset = next.next() ?? 0 }
        setOffset(&manifest)
        if var settings {
            setOffset(&settings)
            self.settings = settings
        }
        for image in images.indices {
            for variant in images[image].variants.indices { setOffset(&images[image].variants[variant].stored) }
        }
        for resource in resources.indices { setOffset(&resources[resource].stored) }
        return layout
    }

    /// Returns the bytes of a pack that is mounted from memory. They have zeros in place of zip's headers.
    ///
    /// - Parameter data: the data of each entry, in the order of ``entries``.
    package consuming func bytesInMemory(_ data: [[UInt8]]) throws(PackError) -> [UInt8] {
        let layout = setOffsets(indexLength: PackIndex.length(of: self))
        guard layout.length <= FormatLimits.packBytes else {
            throw PackError("has \(layout.length) bytes, more than a pack can hold")
        }
        let index = try PackIndex.encode(self, packLength: layout.length)
        var bytes = [UInt8](repeating: 0, count: Int(layout.length))
        func put(_ part: [UInt8], at offset: Int) {
            bytes.withUnsafeMutableBytes { $0[offset..<offset + part.count].copyBytes(from: part) }
        }
        put(index, at: PackIndex.start)
        for (offset, part) in zip(layout.dataOffsets, data) { put(part, at: Int(offset)) }
        return bytes
    }
}
