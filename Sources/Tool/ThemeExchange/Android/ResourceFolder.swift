import ThemeModel
import ThemeProject

/// The name of a folder of resources: `drawable-night-xhdpi`.
struct ResourceFolder {
    let name: String
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
        self.name = name
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

    /// Its restrictions, if they are versions of Android; a vector has any density.
    var versions: [String]? {
        let isVersion = { (name: String) in
            ["anydpi", "nodpi"].contains(name) || name.hasPrefix("v") && Int(name.dropFirst()) != nil
        }
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
        return leftOut
    }

    /// The note on a file of pixels that has no scale, or on one for some devices.
    var leftOut: ExchangeItem.Note {
        let isUnscaled = restrictions.contains("nodpi")
        return .left("qualifier \(words)" + (isUnscaled ? ", which has one size in pixels for all densities" : ""))
    }

    /// Its restrictions, for messages.
    var words: String { restrictions.joined(separator: "-") }

    static func name(_ scale: Scale, isNight: Bool) -> String? {
        guard let density = densities.first(where: { $0.value == Int(scale.factor) })?.key else { return nil }
        return "drawable\(isNight ? "-night" : "")-\(density)"
    }
}

/// A folder of resources, and the source set that has it.
struct SourceSet: Equatable {
    let path: String
    /// The folder `src/NAME`; the folder itself outside of `src`, as in a library without flavors.
    let folder: String
    let name: String
    /// Kotlin Multiplatform has `androidMain` and `commonMain`.
    var isMain: Bool { name == "main" || name.hasSuffix("Main") }

    init(_ path: String) {
        self.path = path
        let parts = ((try? DiskFileSystem().destination(of: path)) ?? path).split(separator: "/")
        let isInSet = parts.count > 2 && parts[parts.count - 3] == "src"
        folder = isInSet ? String(path.dropLast(path.lastPathComponent.count + 1)) : path
        name = isInSet ? String(parts[parts.count - 2]) : "main"
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

    static func read(_ path: String, _ limits: ProjectLimits) throws(ExchangeItem.Note) -> XMLElement {
        let bytes = try rethrow(as: { ExchangeItem.Note.defect($0.explanation) }) { () throws(FileError) in
            try DiskFileSystem().read(path, limit: limits.configBytes)
        }
        do throws(XMLError) {
            return try tree(bytes)
        } catch {
            let line = bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            let position = SourcePosition(line: line, column: 1)
            throw .unread(SourceError(position: position, message: "\(error.defect)"), bytes, at: path)
        }
    }

    private static func tree(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
        var reader = try XMLReader(bytes, depthMax: depthMax, elementsMax: elementsMax)
        var open = [XMLElement(name: "", attributes: [:], line: 1)]
        var scopes = [XMLNamespaces()]
        var line = 1
        var lineStart = 0
        while let piece = try reader.next() {
            switch piece {
            case .start(let name, let attributes):
                line += bytes[lineStart..<reader.offset].count { $0 == UInt8(ascii: "\n") }
                lineStart = reader.offset
                let scope = scopes[scopes.count - 1].adding(attributes)
                scopes.append(scope)
                open.append(XMLElement(name: scope.name(name), attributes: scope.names(attributes), line: line))
            case .text(let text): open[open.count - 1].text += text
            case .end:
                scopes.removeLast()
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

/// The namespaces that an element's prefixes stand for. Names of Android's own get one prefix, whatever a file uses.
private struct XMLNamespaces {
    private var addresses: [String: String] = [:]

    private static let prefixes = [
        "http://schemas.android.com/apk/res/android": "android", "http://schemas.android.com/aapt": "aapt",
    ]

    /// Returns the namespaces with those that an element declares.
    func adding(_ attributes: [String: String]) -> XMLNamespaces {
        var scope = self
        for (name, address) in attributes where name.hasPrefix("xmlns:") {
            scope.addresses[String(name.dropFirst(6))] = address
        }
        return scope
    }

    func name(_ name: String) -> String {
        guard let colon = name.firstIndex(of: ":"), let address = addresses[String(name[..<colon])] else { return name }
        return "\(Self.prefixes[address] ?? address)\(name[colon...])"
    }

    func names(_ attributes: [String: String]) -> [String: String] {
        Dictionary(attributes.sorted { $0.key < $1.key }.map { (name($0.key), $0.value) }) { first, _ in first }
    }
}
