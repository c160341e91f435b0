import ThemeModel

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Scans the tags of an XML property list; Foundation decodes its values. Foundation alone would report no line, accept
/// duplicate keys, and recurse without limit.
struct PropertyListScanner {
    private let text: SourceText
    private let limits: ProjectLimits
    private var tags: XMLTags
    private var result = SourceDocument(value: .null)
    private var openContainers: [Container] = []
    private var hasPlistTag = false
    private var hasValue = false
    private var pathBytes = 0

    private struct Container {
        let isDictionary: Bool
        let path: SettingPath
        let pathLength: Int
        var count = 0
        var key: String?
    }

    init(_ bytes: [UInt8], _ limits: ProjectLimits) throws(SourceError) {
        guard !bytes.starts(with: Array("bplist".utf8)) else {
            throw SourceError(
                message: "is a binary property list, which has no lines to report",
                hint: "convert it: plutil -convert xml1 FILE")
        }
        text = try SourceText(bytes)
        tags = XMLTags(of: bytes)
        self.limits = limits
    }

    func document() throws(SourceError) -> SourceDocument {
        var scanner = self
        try scanner.scanTags()
        do {
            scanner.result.value = try PropertyListDecoder().decode(SettingValue.self, from: Data(text.bytes))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let path = SettingPath(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
            throw SourceError(
                position: scanner.result.valuePositions[path], key: path,
                message: "is a date or data, which no setting can be",
                hint: "write it as a string")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = SettingPath(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
            let text = context.underlyingError as? InvalidText
            throw SourceError(
                position: scanner.result.valuePositions[path], key: path,
                message: text?.description ?? "is not a finite number",
                hint: text == nil ? "write it as a string" : SourceError.marksHint)
        } catch {
            throw SourceError(
                position: malformedLine(), message: "is not a well-formed XML property list",
                hint: Self.plutilHint)
        }
        try scanner.checkKeys()
        return scanner.result
    }

    /// The decoder's own message names line 1 for every error. Returns the end of the shortest beginning of the file
    /// that the decoder rejects with the same message.
    private func malformedLine() -> SourcePosition? {
        guard let message = Self.message(for: text.bytes), !message.hasPrefix(Self.endOfFile) else { return nil }
        // Without padding, the decoder would report the end of the file.
        let padding = [UInt8](repeating: UInt8(ascii: " "), count: 32)
        let rejected = text.bytes.indices.dropFirst().partitioningIndex { count in
            Self.message(for: text.bytes[..<count] + padding) == message
        }
        return SourcePosition(line: text.position(of: rejected - 1).line, column: 1)
    }

    private static let endOfFile = "Encountered unexpected EOF"

    private static func message(for bytes: some Sequence<UInt8>) -> String? {
        do {
            _ = try PropertyListDecoder().decode(SettingValue.self, from: Data(bytes))
            return nil
        } catch DecodingError.dataCorrupted(let context) {
            return (context.underlyingError as? CocoaError)?.userInfo["NSDebugDescription"] as? String
        } catch {
            return nil
        }
    }

    /// The scan and the decoder find different keys if a key contains CDATA, a comment or a character reference. The
    /// scan does not find duplicates of such a key.
    private func checkKeys() throws(SourceError) {
        let read = Self.keys(of: result.value, at: .root)
        guard let path = read.symmetricDifference(result.keyPositions.keys).min() else { return }
        throw SourceError(
            position: result.keyPositions[path], key: path,
            message: "a key is written with CDATA, a comment or a character reference", hint: "write it as plain text")
    }

    private static func keys(of value: SettingValue, at path: SettingPath) -> Set<SettingPath> {
        switch value {
        case .object(let members):
            members.reduce(into: []) { keys, member in
                let path = path.appending(member.key)
                keys.insert(path)
                keys.formUnion(Self.keys(of: member.value, at: path))
            }
        case .list(let items):
            items.enumerated().reduce(into: []) { keys, item in
                keys.formUnion(Self.keys(of: item.element, at: path.appending(String(item.offset))))
            }
        default: []
        }
    }

    private mutating func scanTags() throws(SourceError) {
        while let tag = try nextTag() { try read(tag) }
        guard hasPlistTag || hasValue else {
            throw SourceError(
                position: SourcePosition(line: 1, column: 1), message: "is not an XML property list",
                hint: "it starts with <?xml ...?> and <plist>; JSON settings belong in a .json file")
        }
        guard openContainers.isEmpty else { throw problem("a tag is not closed") }
    }

    private mutating func nextTag() throws(SourceError) -> XMLTags.Tag? {
        do throws(XMLTags.InvalidXML) {
            return try tags.next()
        } catch {
            switch error {
            case .unclosedTag: throw problem("the tag that starts here has no end")
            case .ambiguousComment: throw problem("the comment that starts here is not well-formed")
            case .entities: throw problem("declares entities, which are not supported")
            case .composedKey:
                throw problem(
                    "a key is put together of CDATA, comments or character references", hint: "write it as plain text")
            }
        }
    }

    private mutating func read(_ tag: XMLTags.Tag) throws(SourceError) {
        switch (tag.name, tag.isEnd) {
        case ("dict", true), ("array", true):
            guard let container = openContainers.popLast(), container.isDictionary == (tag.name == "dict") else {
                throw problem("a tag is closed that was not opened")
            }
        case ("key", false):
            let rest = text.bytes[tags.offset...]
            let key = rest.prefix { $0 != UInt8(ascii: "<") }
            guard key.count <= limits.configKeyBytes else {
                throw problem("a key has more than \(limits.configKeyBytes) bytes")
            }
            try addKey(Self.unescaped(key), at: tag.start)
        case ("plist", false):
            guard !hasPlistTag, !hasValue else { throw problem("<plist> is inside the list") }
            hasPlistTag = true
        case ("plist", true), ("key", true), ("string", true), ("integer", true), ("real", true), ("true", true),
            ("false", true), ("date", true), ("data", true):
            break
        case ("dict", false), ("array", false), ("string", false), ("integer", false), ("real", false),
            ("true", false), ("false", false), ("date", false), ("data", false):
            hasValue = true
            guard result.valuePositions.count < limits.configValues else {
                throw problem("contains more than \(limits.configValues) values")
            }
            let path = try valuePath(at: tag.start)
            if tag.name == "integer" { try checkInteger(at: path) }
            guard !tag.isEmpty, tag.name == "dict" || tag.name == "array" else { return }
            guard openContainers.count < limits.configDepth else {
                throw problem("is nested more than \(limits.configDepth) levels deep", hint: "flatten it")
            }
            let length = path.keys.reduce(0) { $0 + $1.utf8.count + 1 }
            openContainers.append(Container(isDictionary: tag.name == "dict", path: path, pathLength: length))
        default: throw problem("a property list has no <\(tag.isEnd ? "/" : "")\(tag.name.prefix(20))>")
        }
    }

    private mutating func checkInteger(at path: SettingPath) throws(SourceError) {
        let text = text.bytes[tags.offset...].prefix { $0 != UInt8(ascii: "<") }.filter { !" \t\r\n".utf8.contains($0) }
        let digits = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
        let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
        let number = UInt64(
            String(repairing: isHexadecimal ? digits.dropFirst(2) : digits),
            radix: isHexadecimal ? 16 : 10)
        let isDigits = !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
        guard number.map({ $0 > SourceError.exactIntegerMax }) ?? isDigits else { return }
        throw .inexactInteger(path, at: result.valuePositions[path])
    }

    private mutating func addKey(_ key: String, at start: Int) throws(SourceError) {
        guard let container = openContainers.last else { return }
        try addPath(of: key, in: container)
        let path = container.path.appending(key)
        let position = text.position(of: start)
        if let first = result.keyPositions[path] {
            result.duplicateKeys.append(.duplicate(path, at: position, after: first))
        }
        result.keyPositions[path] = position
        openContainers[openContainers.count - 1].key = key
    }

    private mutating func addPath(of key: String, in container: Container) throws(SourceError) {
        pathBytes += container.pathLength + key.utf8.count + 1
        guard pathBytes <= limits.configPathBytes else {
            throw problem(limits.longPaths, hint: ProjectLimits.pathsHint)
        }
    }

    private mutating func valuePath(at start: Int) throws(SourceError) -> SettingPath {
        guard var container = openContainers.last else { return .root }
        let key = container.key ?? String(container.count)
        if container.key == nil { try addPath(of: key, in: container) }
        let path = container.path.appending(key)
        container.count += 1
        container.key = nil
        openContainers[openContainers.count - 1] = container
        result.valuePositions[path] = text.position(of: start)
        return path
    }

    private func problem(_ message: String, hint: String? = plutilHint) -> SourceError {
        SourceError(position: text.position(of: tags.offset), message: message, hint: hint)
    }

    private static let plutilHint = "'plutil -lint FILE' reports more on macOS"

    /// Replaces the five entities of XML. ``checkKeys()`` rejects keys with other references.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String(repairing: bytes)
        guard text.contains("&") else { return text }
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
            text = text.replacing(entity, with: character)
        }
        return text
    }
}
