import ThemeModel
import ThemeProject

/// The name of a folder of resources: `drawable-night-xhdpi`.
struct ResourceFolder {
    let type: String
    let isNight: Bool
    /// `nil` for densities that are not a whole multiple of mdpi.
    let scale: Scale?
    /// 0 for mdpi, 1 for no density at all, which counts as mdpi.
    let rank: Int
    /// Qualifiers that themes do not have.
    let restrictions: [String]
    /// Pixels per point of a density between two scales.
    let density: Double?

    private static let densities = ["mdpi": 1, "xhdpi": 2, "xxhdpi": 3, "xxxhdpi": 4]
    private static let fractions = ["ldpi": 0.75, "tvdpi": 1.33, "hdpi": 1.5]
    private static let others: Set = ["ldpi", "hdpi", "tvdpi", "nodpi", "anydpi"]

    init(_ name: String) {
        let parts = name.split(separator: "-").map(String.init)
        type = parts.first ?? name
        let qualifiers = parts.dropFirst()
        isNight = qualifiers.contains("night")
        let whole = qualifiers.first { Self.densities[$0] != nil }
        let other = qualifiers.first(where: Self.others.contains)
        scale = other == nil ? whole.map { Scale(Self.densities[$0] ?? 1) } ?? .one : nil
        rank = whole == nil ? 1 : 0
        density = other.flatMap { Self.fractions[$0] }
        restrictions = qualifiers.filter { $0 != "night" && $0 != "notnight" && Self.densities[$0] == nil }
    }

    /// Its restrictions, if they are versions of Android; `anydpi` is any density.
    var versions: [String]? {
        let isVersion = { (name: String) in name == "anydpi" || name.hasPrefix("v") && Int(name.dropFirst()) != nil }
        return !restrictions.isEmpty && restrictions.allSatisfy(isVersion) ? restrictions : nil
    }

    /// Returns why nothing of the folder is taken for a drawable.
    ///
    /// - Parameters:
    ///   - isUniversal: whether the drawable has a file without restrictions.
    ///   - hasLarger: whether it has one for a larger scale.
    func obstacle(isUniversal: Bool, hasLarger: Bool) -> ExchangeItem.Note? {
        if restrictions.isEmpty || !isUniversal && versions != nil { return nil }
        if restrictions.count == 1, density != nil, hasLarger {
            return .changed("\(words) is not a scale: the next larger one answers")
        }
        return .left("qualifier \(words)")
    }

    /// Its restrictions, for messages.
    var words: String { restrictions.joined(separator: "-") }

    static func name(_ scale: Scale, isNight: Bool) -> String? {
        guard let density = densities.first(where: { $0.value == Int(scale.factor) })?.key else { return nil }
        return "drawable\(isNight ? "-night" : "")-\(density)"
    }
}

/// An element of an XML file, with its attributes, text and elements.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    let line: Int
    private(set) var text = ""
    private(set) var children: [XMLElement] = []

    /// The text, with one space between words.
    var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    static let depthMax = 32
    static let elementsMax = 200_000

    /// Returns the root element.
    static func read(_ path: String, _ limits: ProjectLimits) throws(ExchangeItem.Note) -> XMLElement {
        let bytes = try rethrow(as: { ExchangeItem.Note.defect($0.explanation) }) { () throws(FileError) in
            try DiskFileSystem().read(path, limit: limits.configBytes)
        }
        do throws(XMLError) {
            return try tree(bytes)
        } catch {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw .defect("\(error.defect) (line \(line))")
        }
    }

    private static func tree(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
        var reader = try XMLReader(bytes, depthMax: depthMax, elementsMax: elementsMax)
        var open = [XMLElement(name: "", attributes: [:], line: 1)]
        var line = 1
        var lineStart = 0
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes):
                line += bytes[lineStart..<reader.offset].count { $0 == UInt8(ascii: "\n") }
                lineStart = reader.offset
                open.append(XMLElement(name: name, attributes: attributes, line: line))
            case .text(let text): open[open.count - 1].text += text
            case .end:
                var element = open.removeLast()
                // Other elements can stand between its texts.
                element.text = String(repairing: element.text.utf8)
                open[open.count - 1].children.append(element)
            case .instruction: break
            }
        }
        return open[0].children[0]
    }
}
