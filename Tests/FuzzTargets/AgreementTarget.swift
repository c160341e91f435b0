@testable import ThemeModel
import ThemeProject
import TestSupport

@testable import PackFormat
@testable import ThemePackager
@testable import ThemeRuntime

enum AgreementTarget {
    /// The first byte selects the corrections after the change: 1 digests and manifest, 2 the index, 4 CRCs.
    static func run(_ input: [UInt8]) throws {
        guard let kind = input.first else { return }
        var forge = PackForge(Array(input.dropFirst()))
        if kind & 3 != 0 {
            forge.seal()
            rewrite(&forge, digests: kind & 1 != 0)
        }
        if kind & 4 != 0 { forge.sealEntries() }
        let verification = forge.bytes.withUnsafeBytes { PackVerifier(jobs: 1).verify($0, path: "fuzz") }
        guard !verification.has(.error) else { return }
        try hold(forge)
    }

    private static func rewrite(_ forge: inout PackForge, digests: Bool) {
        let bytes = forge.bytes
        guard var contents = bytes.withUnsafeBytes({ try? PackIndex(of: $0).contents(of: $0) }) else { return }
        func digest(_ stored: inout DataReference) {
            guard digests, stored.length < 1 << 30, stored.offset < 1 << 30 else { return }
            let range = Int(stored.offset)..<Int(stored.offset + stored.length)
            guard range.upperBound <= bytes.count else { return }
            stored.digest = ContentDigest(of: Array(bytes[range]))
        }
        for image in contents.images.indices {
            for variant in contents.images[image].variants.indices {
                digest(&contents.images[image].variants[variant].stored)
            }
        }
        for resource in contents.resources.indices { digest(&contents.resources[resource].stored) }
        if var settings = contents.settings {
            digest(&settings)
            contents.settings = settings
        }
        let manifest = PackManifest(of: contents).bytes
        if digests, contents.manifest.length == UInt64(manifest.count), contents.manifest.offset < 1 << 30 {
            forge.bytes.replaceSubrange(
                Int(contents.manifest.offset)..<Int(contents.manifest.offset) + manifest.count, with: manifest)
            digest(&contents.manifest)
            contents.manifest.digest = ContentDigest(of: manifest)
        }
        guard let index = try? IndexEncoder(contents).bytes(packLength: UInt64(bytes.count)),
            PackForge.indexStart + index.count <= bytes.count
        else { return }
        forge.bytes.replaceSubrange(PackForge.indexStart..<PackForge.indexStart + index.count, with: index)
    }

    static func hold(_ forge: PackForge) throws {
        let pack: ThemePack
        let contents: PackContents
        do throws(ThemeError) {
            pack = try ThemePack(copying: forge.bytes, path: "fuzz", mode: .checkedWhenRead)
            contents = try pack.contents()
            _ = try pack.ownSettings()
        } catch {
            throw FuzzTarget.Violation("verified, but not to be mounted: \(error)")
        }
        var served: [[UInt8]: [UInt8]] = [:]
        let prefix = pack.theme.imageNamePrefix
        for image in contents.images {
            for variant in image.variants {
                let path =
                    PackContents.imageFolder
                    + ImageFileName.packPath(of: image.name, prefix: prefix, scale: variant.scale)
                served[Array(path.utf8)] = try bytes(.image, image.name.description, variant.scale, of: pack)
            }
        }
        for resource in contents.resources {
            served[Array((PackContents.resourceFolder + resource.path.string).utf8)] =
                try bytes(.resource, resource.path.string, .one, of: pack)
        }
        do throws(ThemeError) {
            if let settings = try pack.settingsBytes() {
                served[Array(PackContents.settingsPath.utf8)] = settings.withUnsafeBytes { Array($0) }
            }
        } catch {
            throw FuzzTarget.Violation("verified, but without settings: \(error)")
        }
        let entries = forge.entries
        for entry in entries {
            let name = String(decoding: entry.name, as: UTF8.self)
            if [PackContents.indexPath, PackContents.manifestPath].contains(name) { continue }
            guard let expected = forge.contents(of: entry), served.removeValue(forKey: entry.name) == expected else {
                throw FuzzTarget.Violation("'\(name)' is another file for unzip")
            }
        }
        if let left = served.keys.first {
            throw FuzzTarget.Violation("unzip knows no '\(String(decoding: left, as: UTF8.self))'")
        }
    }

    private static func bytes(
        _ kind: IndexRecordKind, _ name: String, _ scale: Scale, of pack: ThemePack
    ) throws -> [UInt8] {
        var name = name
        let served: [UInt8]? = try? name.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            let hash = XXHash64.hash(name)
            let view = pack.view
            guard let record = try view.record(kind, named: name, hash: hash) else { return nil }
            let variant = try view.variant(for: scale, of: record)
            guard variant.scale == scale else { return nil }
            return try pack.bytes(of: variant).withUnsafeBytes { Array($0) }
        }
        guard let served else { throw FuzzTarget.Violation("verified, but '\(name)' cannot be read") }
        return served
    }
}
