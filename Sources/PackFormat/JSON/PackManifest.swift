import ThemeModel

/// Writes `manifest.json`: the contents of the index as text, for people and for tools such as `jq`.
package enum PackManifest {
    /// They do not depend on offsets, so a reader can compute them from the index.
    ///
    /// - Parameter line: returns the line of a variant or a resource if another manifest has the same one. They are
    ///   numbered in the order of the archive.
    package static func bytes(
        of contents: PackContents, knowing line: (_ number: Int) -> ArraySlice<UInt8>? = { _ in nil }
    ) -> [UInt8] {
        var number = 0
        func item(to json: inout CanonicalJSON, _ write: (inout CanonicalJSON) -> Void) {
            if let line = line(number) { json.write(encoded: line) } else { write(&json) }
            number += 1
        }
        var json = CanonicalJSON(spreadDepth: 2, reserving: 256 * (contents.images.count + contents.resources.count))
        json.object { json in
            json.key(plain: "contract")
            json.write("sha256:\(contents.contract)")
            json.key(plain: "formatVersion")
            json.write(PackIndex.formatVersion(for: contents.theme))
            json.key(plain: "images")
            json.list { json in
                for image in contents.images {
                    for variant in image.variants {
                        item(to: &json) { json in
                            write(image.name, variant, contents.path(of: image.name, at: variant.scale), to: &json)
                        }
                    }
                }
            }
            json.key(plain: "resources")
            json.list { json in
                for resource in contents.resources {
                    item(to: &json) { json in
                        write(resource.stored, PackContents.resourceFolder + resource.path.string, to: &json)
                    }
                }
            }
            if let settings = contents.settings {
                json.key(plain: "settings")
                write(settings, PackContents.settingsPath, to: &json)
            }
            json.key(plain: "theme")
            json.object { json in
                for (key, value) in contents.theme.properties {
                    json.key(key)
                    json.write(value)
                }
            }
        }
        return json.finish()
    }

    private static func write(_ name: LogicalName, _ variant: PackVariant, _ path: String, to json: inout CanonicalJSON)
    {
        json.object { json in
            json.key(plain: "bytes")
            json.write(variant.stored.length)
            json.key(plain: "height")
            json.write(variant.size.height)
            json.key(plain: "name")
            json.write(name.description)
            json.key(plain: "path")
            json.write(path)
            json.key(plain: "scale")
            json.write(variant.scale.factor)
            json.key(plain: "sha256")
            json.write(variant.stored.digest)
            json.key(plain: "width")
            json.write(variant.size.width)
        }
    }

    private static func write(_ reference: DataReference, _ path: String, to json: inout CanonicalJSON) {
        json.object { json in
            json.key(plain: "bytes")
            json.write(reference.length)
            json.key(plain: "path")
            json.write(path)
            json.key(plain: "sha256")
            json.write(reference.digest)
        }
    }
}
