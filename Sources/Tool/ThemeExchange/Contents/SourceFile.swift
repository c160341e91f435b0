import ThemeProject

/// A JSON or property list file of a source.
struct SourceFile {
    let document: SourceDocument
    var value: SettingValue { document.value }

    /// - Parameter isJSON5: whether comments and the other notations of JSON5 are read.
    /// - Throws: a defect of the file, whose message is written after the file's name and a colon.
    init(_ path: String, _ limits: ProjectLimits, isJSON5: Bool = false) throws(ExchangeItem.Note) {
        let bytes = try rethrow(as: { ExchangeItem.Note.defect($0.explanation) }) { () throws(FileError) in
            try DiskFileSystem().read(path, limit: limits.configBytes)
        }
        document = try rethrow(as: {
            let isInfinite = isJSON5 && ["Infinity'", "NaN'"].contains(where: $0.message.contains)
            let message = isInfinite ? "\($0.message): settings have only finite numbers" : $0.message
            return ExchangeItem.Note.unread(SourceError(position: $0.position, message: message), bytes, at: path)
        }) { () throws(SourceError) in
            try SourceDocument.read(
                bytes, fileName: path, limits: limits, translated: isJSON5 ? JSON5.json(of:) : { $0 })
        }
    }

    /// The line of a value, as the end of a message.
    func line(of keys: [String]) -> String {
        document.valuePositions[SettingPath(keys)].map { " (line \($0.line))" } ?? ""
    }

    /// Keys that occur twice, of which the last one counts.
    var notes: [ExchangeItem.Note] {
        document.duplicateKeys.map { .defect("\($0.key?.description ?? "a key"): \($0.message)") }
    }
}

extension ExchangeItem.Note {
    /// A defect of a file; or what is in its place, and how to get the file.
    static func unread(_ error: SourceError, _ bytes: [UInt8], at path: String) -> ExchangeItem.Note {
        let other = SourceError(inPlaceOf: path, bytes, unreadAt: error.position?.line)
        let line = (other ?? error).position.map { " (line \($0.line))" } ?? ""
        return .defect((other ?? error).message + line + (other?.hint.map { ": \($0)" } ?? ""))
    }
}

extension DiskFileSystem {
    /// Whether two files can be read and have the same bytes.
    func haveSameBytes(_ path: String, _ other: String, limit: Int) -> Bool {
        guard let bytes = try? read(path, limit: limit) else { return false }
        return bytes == (try? read(other, limit: limit))
    }
}

package struct SourceImage: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case pixels
        /// A vector image, to be rendered at a multiple of its natural size. A file of pixels is an error.
        case vector(zoom: Int)
        /// A vector image of another format as SVG, to be rendered.
        case translated(svg: String, zoom: Int)
        /// An Android image with a border of one pixel that marks what is stretched.
        case ninePatch
    }

    package let path: String
    package let form: Form

    package init(_ path: String, _ form: Form = .pixels) {
        self.path = path
        self.form = form
    }
}
