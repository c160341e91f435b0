import ThemeModel

/// A run that is over: what it asked of the file system, and what came of it.
struct PastRun: Sendable {
    var observations: Observations
    var verification: Verification
    var packs: [PackRecord] = []
    /// The time stamp in the packs.
    var date = ArchiveDate.fixed
}

/// A pack as it was when it had been written.
struct PackRecord: Sendable {
    /// In the folder of packs.
    var name: String
    var digest: ContentDigest
    var stamp: FileStamp
}

extension PastRun {
    func write(to writer: inout ByteWriter) {
        writer.add(UInt64(verification.themeCount))
        writer.add(UInt64(verification.imageCount))
        writer.add(verification.findings) { writer, finding in finding.write(to: &writer) }
        writer.add(date.stamp)
        writer.add(packs) { writer, pack in
            writer.add(pack.name)
            writer.add(pack.digest)
            writer.add(pack.stamp)
        }
        observations.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        let (themes, images) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
        // Reports add them up.
        guard max(themes, images) <= UInt32.max else { throw ByteReader.Damage() }
        let findings = try reader.list { reader throws(ByteReader.Damage) in try Finding(from: &reader) }
        verification = Verification(
            findings: findings, themeCount: Int(themes), imageCount: Int(images))
        verification.isRemembered = true
        let stamp = try reader.number(UInt32.self)
        date = ArchiveDate(time: UInt16(truncatingIfNeeded: stamp), date: UInt16(truncatingIfNeeded: stamp >> 16))
        packs = try reader.list { reader throws(ByteReader.Damage) in
            PackRecord(name: try reader.text(), digest: try reader.digest(), stamp: try reader.stamp())
        }
        observations = try Observations(from: &reader)
        guard reader.isAtEnd else { throw ByteReader.Damage() }
    }
}

extension Finding {
    fileprivate func write(to writer: inout ByteWriter) {
        func add(_ text: String?) { writer.add(text) { $0.add($1) } }
        writer.add(rule.rawValue)
        writer.add(severity.rawValue)
        add(theme)
        writer.add(path)
        add(key)
        writer.add(place) { writer, place in
            writer.add(Int64(place.line))
            writer.add(Int64(place.column))
        }
        writer.add(message)
        add(expected)
        add(actual)
        add(hint)
        writer.add(related) { writer, related in
            writer.add(related.path)
            writer.add(related.message)
        }
    }

    fileprivate init(from reader: inout ByteReader) throws(ByteReader.Damage) {
        func text() throws(ByteReader.Damage) -> String? {
            try reader.optional { reader throws(ByteReader.Damage) in try reader.text() }
        }
        guard let rule = Rule(rawValue: try reader.text()), let severity = Severity(rawValue: try reader.text())
        else { throw ByteReader.Damage() }
        let (theme, path, key) = (try text(), try reader.text(), try text())
        let place = try reader.optional { reader throws(ByteReader.Damage) in
            Place(line: Int(try reader.number(Int64.self)), column: Int(try reader.number(Int64.self)))
        }
        self.init(
            rule, theme: theme, path: path, key: key, place: place, try reader.text(), expected: try text(),
            actual: try text(), hint: try text())
        self.severity = severity
        related = try reader.optional { reader throws(ByteReader.Damage) in
            Related(path: try reader.text(), message: try reader.text())
        }
    }
}
