import Foundation
import ThemeModel

/// Reads an XML property list with the places of its keys and values.
///
/// Foundation reads the values. It tells no line, takes the last of equal keys, and recurses as deep as the file says;
/// so the tags are gone through first.
struct PropertyListSource {
    private let text: SourceText
    private let limits: Limits
    private var offset = 0
    private var result = SourceDocument(value: .null)
    private var open: [Container] = []
    private var sawRoot = false
    private var sawValue = false

    private struct Container {
        let isDictionary: Bool
        let path: SettingPath
        var count = 0
        var key: String?
    }

    init(_ bytes: [UInt8], _ limits: Limits) throws(SourceProblem) {
        guard !bytes.starts(with: Array("bplist".utf8)) else {
            throw SourceProblem(
                message: "is a binary property list, in which nobody can be shown a line",
                hint: "convert it: plutil -convert xml1 FILE")
        }
        text = try SourceText(bytes)
        self.limits = limits
    }

    /// - Throws: ``SourceProblem`` if this is no XML property list, is nested too deep, or holds dates or data.
    func document() throws(SourceProblem) -> SourceDocument {
        var scan = self
        try scan.scanTags()
        do {
            scan.result.value = try PropertyListDecoder().decode(SettingValue.self, from: Data(text.bytes))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let path = SettingPath(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
            throw SourceProblem(
                place: scan.result.valuePlaces[path], key: path, message: "is a date or data, which no setting can be",
                hint: "write it as a string")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            let path = SettingPath(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
            throw SourceProblem(
                place: scan.result.valuePlaces[path], key: path, message: "is no finite number",
                hint: "write it as a string")
        } catch {
            throw SourceProblem(
                place: malformedLine(), message: "is not a well-formed XML property list",
                hint: "plutil -lint FILE tells more on macOS")
        }
        try scan.checkKeys()
        return scan.result
    }

    /// The decoder tells no line. The older reader has one in its words: "Close tag on line 4 does not match open tag string".
    private func malformedLine() -> Place? {
        do {
            _ = try PropertyListSerialization.propertyList(from: Data(text.bytes), format: nil)
            return nil
        } catch {
            let words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
            guard let number = words?.firstMatch(of: /line ([0-9]+)/)?.1, let line = Int(number) else { return nil }
            return Place(line: line, column: 1)
        }
    }

    /// A key in CDATA, with a comment or a character reference in it is not the one that was seen here: then equal keys, of
    /// which Foundation takes the last, would go unnoticed.
    private func checkKeys() throws(SourceProblem) {
        let read = Self.keys(of: result.value, at: .root)
        guard let path = read.symmetricDifference(result.keyPlaces.keys).min() else { return }
        throw SourceProblem(
            place: result.keyPlaces[path], key: path,
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

    private mutating func scanTags() throws(SourceProblem) {
        while let start = find("<", from: offset) {
            offset = start
            if skip(from: "<!--", to: "-->") || skip(from: "<?", to: "?>") || skip(from: "<![CDATA[", to: "]]>") {
                continue
            }
            guard let end = find(">", from: start) else { throw problem("the tag that starts here has no end") }
            let tag = String(decoding: text.bytes[start + 1..<end], as: UTF8.self)
            if tag.hasPrefix("!") {
                guard !tag.contains("[") else { throw problem("declares entities, which are not read") }
                offset = end + 1
                continue
            }
            let isEnd = tag.hasPrefix("/")
            let name =
                (isEnd ? "/" : "")
                + tag.dropFirst(isEnd ? 1 : 0).unicodeScalars.prefix { !" \t\r\n/".unicodeScalars.contains($0) }.map(
                    String.init
                ).joined()
            try element(name, isEmpty: tag.hasSuffix("/"), start: start, end: end)
        }
        guard sawRoot || sawValue else {
            throw SourceProblem(
                place: Place(line: 1, column: 1), message: "is not an XML property list",
                hint: "it starts with <?xml ...?> and <plist>; JSON settings belong in a .json file")
        }
        guard open.isEmpty else { throw problem("a tag is not closed") }
    }

    private mutating func element(
        _ name: String, isEmpty: Bool, start: Int, end: Int
    ) throws(SourceProblem) {
        offset = end + 1
        switch name {
        case "/dict", "/array":
            guard let container = open.popLast(), container.isDictionary == (name == "/dict") else {
                throw problem("a tag is closed that was not opened")
            }
        case "key":
            let close = find("<", from: offset) ?? text.bytes.count
            guard close - offset <= limits.configKeyBytes else {
                throw problem("a key has more than \(limits.configKeyBytes) bytes")
            }
            noteKey(Self.unescaped(text.bytes[offset..<close]), at: start)
        case "plist":
            guard !sawRoot, !sawValue else { throw problem("<plist> stands inside the list") }
            sawRoot = true
        case "/plist", "/key", "/string", "/integer", "/real", "/true", "/false", "/date", "/data": break
        case "dict", "array", "string", "integer", "real", "true", "false", "date", "data":
            sawValue = true
            guard result.valuePlaces.count < limits.configValues else {
                throw problem("holds more than \(limits.configValues) values")
            }
            let path = valuePath(at: start)
            if name == "integer" { try checkInteger(at: path) }
            guard !isEmpty, name == "dict" || name == "array" else { return }
            guard open.count < limits.configDepth else {
                throw problem("is nested more than \(limits.configDepth) levels deep", hint: "flatten it")
            }
            open.append(Container(isDictionary: name == "dict", path: path))
        default: throw problem("a property list has no <\(name.prefix(20))>")
        }
    }

    /// A double, as which all numbers are read, holds no whole numbers beyond 2^53 exactly.
    private func checkInteger(at path: SettingPath) throws(SourceProblem) {
        let text = text.bytes[offset...].prefix { $0 != UInt8(ascii: "<") }.filter { !" \t\r\n".utf8.contains($0) }
        let digits = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
        let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
        let number = UInt64(
            String(decoding: isHexadecimal ? digits.dropFirst(2) : digits, as: UTF8.self),
            radix: isHexadecimal ? 16 : 10)
        // What is no number at all is for Foundation to tell.
        let isDigits = !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard number.map({ $0 > 9_007_199_254_740_991 }) ?? isDigits else { return }
        throw SourceProblem(
            place: result.valuePlaces[path], key: path, message: "the number is too large to be held exactly",
            hint: "write it as a string")
    }

    private mutating func noteKey(_ key: String, at start: Int) {
        guard let container = open.last else { return }
        let path = container.path.appending(key)
        let place = text.place(of: start)
        if let first = result.keyPlaces[path] {
            result.problems.append(
                SourceProblem(
                    place: place, key: path, message: "the key stands twice (first in line \(first.line))",
                    hint: "keep one of them"))
        }
        result.keyPlaces[path] = place
        open[open.count - 1].key = key
    }

    private mutating func valuePath(at start: Int) -> SettingPath {
        guard var container = open.last else { return .root }
        let path = container.path.appending(container.key ?? String(container.count))
        container.count += 1
        container.key = nil
        open[open.count - 1] = container
        result.valuePlaces[path] = text.place(of: start)
        return path
    }

    private mutating func skip(from head: String, to tail: String) -> Bool {
        guard text.bytes[offset...].starts(with: head.utf8) else { return false }
        // "<?>" and "<!-->" end where they start to end, as for Foundation; what comes behind is not skipped.
        offset = find(tail, from: offset + 2).map { $0 + tail.utf8.count } ?? text.bytes.count
        return true
    }

    private func find(_ mark: String, from start: Int) -> Int? {
        let mark = Array(mark.utf8)
        var at = start
        while at <= text.bytes.count - mark.count {
            if text.bytes[at] == mark[0], text.bytes[at..<at + mark.count].elementsEqual(mark) { return at }
            at += 1
        }
        return nil
    }

    private func problem(_ message: String, hint: String? = "plutil -lint FILE tells more on macOS") -> SourceProblem {
        SourceProblem(place: text.place(of: offset), message: message, hint: hint)
    }

    /// The five entities of XML; other references are left as they stand and only make a place unknown.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("&") else { return text }
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
            text = text.replacing(entity, with: character)
        }
        return text
    }
}
