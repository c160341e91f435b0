import ThemeModel
import ThemeSystem

/// `manifest.json`: the contents of the index as text, for people and for tools such as `jq`.
///
/// It does not depend on offsets, so a reader can compute it from the index. It consists of pieces, so that the text of
/// 100,000 images, 25 MB, need not be in memory as a whole.
package struct PackManifest: PiecewiseBytes {
    private let contents: PackContents
    private let line: Line
    private let pieces: [Piece]

    /// Returns the line of a variant or a resource if another manifest has the same one. They are numbered in the order
    /// of the archive.
    package typealias Line = @Sendable (_ number: Int) -> ArraySlice<UInt8>?

    private enum Piece {
        case text([UInt8])
        // Items of a list: a writer whose next value is the first of them, and the number of the first line.
        case images(Range<Int>, CanonicalJSON, line: Int)
        case resources(Range<Int>, CanonicalJSON, line: Int)
    }

    package init(of contents: PackContents, knowing line: @escaping Line = { _ in nil }) {
        self.contents = contents
        self.line = line
        pieces = Self.pieces(of: contents)
    }

    package var pieceCount: Int { pieces.count }

    package func piece(_ number: Int) -> [UInt8] {
        switch pieces[number] {
        case .text(let text): return text
        case .images(let images, var json, var number):
            for image in contents.images[images] {
                for variant in image.variants {
                    write(number, to: &json) { Self.write(image, variant, of: contents.theme, to: &$0) }
                    number += 1
                }
            }
            return json.takeOutput()
        case .resources(let resources, var json, let first):
            for number in resources {
                let resource = contents.resources[number]
                write(first + number - resources.lowerBound, to: &json) { json in
                    let path = PackContents.resourceFolder + resource.path.string
                    json.object { Self.write(resource.stored, path, to: &$0) }
                }
            }
            return json.takeOutput()
        }
    }

    private func write(_ number: Int, to json: inout CanonicalJSON, _ body: (inout CanonicalJSON) -> Void) {
        if let line = line(number) { json.write(encoded: line) } else { body(&json) }
    }

    private static func pieces(of contents: PackContents) -> [Piece] {
        var pieces: [Piece] = []
        var line = 0
        var json = CanonicalJSON(spreadDepth: 2)
        json.object { json in
            json.write("sha256:\(contents.contract)", for: "contract")
            json.write(contents.theme.formatVersion, for: "formatVersion")
            json.list(for: "images") { json in
                pieces.append(.text(json.takeOutput()))
                for part in contents.images.indices.parts(lengthMax: partLength) {
                    pieces.append(.images(part, json, line: line))
                    json.skipItems()
                    line = contents.images[part].reduce(line) { $0 + $1.variants.count }
                }
            }
            json.list(for: "resources") { json in
                pieces.append(.text(json.takeOutput()))
                for part in contents.resources.indices.parts(lengthMax: partLength) {
                    pieces.append(.resources(part, json, line: line))
                    json.skipItems()
                    line += part.count
                }
            }
            if let settings = contents.settings {
                json.object(for: "settings") { write(settings, PackContents.settingsPath, to: &$0) }
            }
            json.object(for: "theme") { json in
                for (key, value) in contents.theme.properties {
                    json.key(key)
                    json.write(value)
                }
            }
        }
        return pieces + [.text(json.finish())]
    }

    /// The largest number of images or resources of a piece.
    private static let partLength = 2048

    private static func write(
        _ image: PackImage, _ variant: PackVariant, of theme: PackTheme, to json: inout CanonicalJSON
    ) {
        json.object { json in
            json.write(variant.stored.length, for: "bytes")
            json.write(variant.size.height, for: "height")
            json.writePlain(for: "name") { $0.append(contentsOf: image.name.path.string.utf8) }
            json.writePlain(for: "path") { $0.addImagePath(of: image.name, theme.imageNamePrefix, variant.scale) }
            json.write(variant.scale.factor, for: "scale")
            json.write(variant.stored.digest, for: "sha256")
            if let template = theme.template(image.template) { json.write(template.settingValue, for: "template") }
            json.write(variant.size.width, for: "width")
        }
    }

    private static func write(_ reference: DataReference, _ path: String, to object: inout CanonicalJSON) {
        object.write(reference.length, for: "bytes")
        object.write(path, for: "path")
        object.write(reference.digest, for: "sha256")
    }
}

/// The lines of a manifest that describe the variants of images and the resources, in the order of the archive.
package struct ManifestLines: Sendable {
    private let manifest: [UInt8]
    private var ranges: [Range<Int>] = []

    /// - Parameter count: the number of lines.
    /// - Returns: `nil` if the manifest has another number of lines.
    package init?(of manifest: [UInt8], count: Int) {
        self.manifest = manifest
        ranges.reserveCapacity(count)
        manifest.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                let length = Self.lineLength(of: rest)
                if rest.starts(with: Self.start) {
                    let hasComma = rest[length - 1] == UInt8(ascii: ",")
                    ranges.append(start + Self.indentation..<start + length - (hasComma ? 1 : 0))
                }
                start += length + 1
            }
        }
        guard ranges.count == count else { return nil }
    }

    package subscript(number: Int) -> ArraySlice<UInt8> { manifest[ranges[number]] }

    /// No other line of a manifest begins with an object.
    private static let start = Array("    {".utf8)
    private static let indentation = 4

    private static func lineLength(of bytes: UnsafeRawBufferPointer) -> Int {
        bytes.offset(of: UInt8(ascii: "\n")) ?? bytes.count
    }
}
