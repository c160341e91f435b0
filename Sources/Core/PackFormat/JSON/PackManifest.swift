import ThemeModel
import ThemeSystem

/// Writes `manifest.json`: the contents of the index as text, for people and for tools such as `jq`.
package enum PackManifest {
    /// They do not depend on offsets, so a reader can compute them from the index.
    ///
    /// - Parameter line: returns the line of a variant or a resource if another manifest has the same one. They are
    ///   numbered in the order of the archive.
    package static func bytes(
        of contents: PackContents, jobs: Int = 1,
        knowing line: @escaping @Sendable (_ number: Int) -> ArraySlice<UInt8>? = { _ in nil }
    ) -> [UInt8] {
        let variantCount = contents.images.reduce(0) { $0 + $1.variants.count }
        /// Writes the lines of some images, of which the first variant has this number.
        @Sendable func writeLines(of images: Range<Int>, from first: Int, to json: inout CanonicalJSON) {
            var number = first
            for image in contents.images[images] {
                for variant in image.variants {
                    if let line = line(number) {
                        json.write(encoded: line)
                    } else {
                        write(image, variant, of: contents.theme, to: &json)
                    }
                    number += 1
                }
            }
        }
        var json = CanonicalJSON(spreadDepth: 2, reserving: 256 * (contents.images.count + contents.resources.count))
        json.object { json in
            json.write("sha256:\(contents.contract)", for: "contract")
            json.write(contents.theme.formatVersion, for: "formatVersion")
            json.list(for: "images") { json in
                let all = contents.images.indices
                guard jobs > 1 else { return writeLines(of: all, from: 0, to: &json) }
                let half = all.count / 2
                let middle = contents.images[..<half].reduce(0) { $0 + $1.variants.count }
                let list = json.part
                let (first, second) = Workers.both(
                    jobs: jobs, { list.items { writeLines(of: 0..<half, from: 0, to: &$0) } },
                    { list.items { writeLines(of: half..<all.upperBound, from: middle, to: &$0) } })
                json.append(items: first)
                json.append(items: second)
            }
            json.list(for: "resources") { json in
                for (number, resource) in contents.resources.enumerated() {
                    if let line = line(variantCount + number) {
                        json.write(encoded: line)
                    } else {
                        let path = PackContents.resourceFolder + resource.path.string
                        json.object { write(resource.stored, path, to: &$0) }
                    }
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
        return json.finish()
    }

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
