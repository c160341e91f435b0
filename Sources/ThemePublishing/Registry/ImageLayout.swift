package import ThemeSystem
package import ThemeModel
import PackFormat
package import ThemeProject
import ThemeTrust

/// Packs as an OCI image layout, which `skopeo` and `oras` copy to a registry with all digests kept.
/// <https://github.com/opencontainers/image-spec/blob/main/image-layout.md>
package struct ImageLayout: Sendable {
    package static let artifactType = "application/vnd.themepack.theme.v1"
    package static let configType = "application/vnd.themepack.theme.config.v1+json"
    package static let packType = "application/vnd.themepack.pack.v1+zip"
    package static let signatureType = "application/vnd.themepack.signature.v1"

    private let place: OutputPlace
    private var folder: String { place.path }
    private let unfinished: UnfinishedFiles

    package init(in place: OutputPlace, unfinished: UnfinishedFiles) {
        self.place = place
        self.unfinished = unfinished
    }

    /// Writes an artifact for each pack, and lists it under `<id>-<version>`. The packs' signatures are included.
    ///
    /// - Returns: the names, and the digests of the manifests.
    package func write(_ packs: [PublishedPack]) throws -> [(name: String, digest: ContentDigest)] {
        let site = FeedSite(feed: try place.file("blobs/index.json"), unfinished: unfinished)
        try checkFolder()
        try OutputFiles(unfinished: unfinished).write([
            (try place.file("oci-layout"), CanonicalJSON.encode(.object(["imageLayoutVersion": .string("1.0.0")])))
        ])
        return try site.locked { try write(packs, to: site) }
    }

    private func write(
        _ packs: [PublishedPack], to site: FeedSite
    ) throws(UserError) -> [(name: String, digest: ContentDigest)] {
        var listed: [(name: String, digest: ContentDigest)] = []
        var manifests: [SettingValue] = []
        for pack in packs {
            try site.publish(pack)
            let name = "\(pack.theme.id)-\(pack.theme.version)".replacing("+", with: "_")
            let manifest = try manifest(of: pack, site)
            listed.append((name, manifest.digest))
            var entry = Self.descriptor(manifest, "application/vnd.oci.image.manifest.v1+json")
            entry["artifactType"] = .string(Self.artifactType)
            entry["annotations"] = .object(["org.opencontainers.image.ref.name": .string(name)])
            manifests.append(.object(entry))
        }
        let index: SettingValue = .object([
            "schemaVersion": .number(2), "mediaType": .string("application/vnd.oci.image.index.v1+json"),
            "manifests": .list(manifests),
        ])
        try OutputFiles(unfinished: unfinished).write([(try place.file("index.json"), CanonicalJSON.encode(index))])
        return listed
    }

    private func checkFolder() throws(UserError) {
        guard try place.isEmptyFolder || DiskFileSystem().kind(of: "\(place.target)/oci-layout") == .file else {
            throw UserError(path: folder, "is not empty, and is not an OCI image layout", hint: "name a new folder")
        }
    }

    private func manifest(of pack: PublishedPack, _ site: FeedSite) throws(UserError) -> FeedFile {
        let theme = pack.theme
        let config: SettingValue = .object([
            "contract": .string("sha256:\(pack.contract)"), "id": .string(theme.id.string),
            "minimumReader": .number(Double(pack.minimumReader)), "name": .string(theme.name),
            "sha256": .string(pack.file.digest.description), "version": .string(theme.version.description),
        ])
        let name = String(pack.path.lastPathComponent)
        var layers = [Self.layer(pack.file, Self.packType, name)]
        if let signature = try Self.signature(of: pack), let file = try site.publish(signature) {
            layers.append(Self.layer(file, Self.signatureType, name + ".sig"))
        }
        let manifest: SettingValue = .object([
            "schemaVersion": .number(2), "mediaType": .string("application/vnd.oci.image.manifest.v1+json"),
            "artifactType": .string(Self.artifactType),
            "config": .object(Self.descriptor(try publish(config, site), Self.configType)), "layers": .list(layers),
            "annotations": .object([
                "org.opencontainers.image.title": .string(theme.name),
                "org.opencontainers.image.version": .string(theme.version.description),
                "themepack.contract": .string("sha256:\(pack.contract)"), "themepack.theme": .string(theme.id.string),
            ]),
        ])
        return try publish(manifest, site)
    }

    /// Returns the signature beside a pack; `nil` if there is none.
    private static func signature(of pack: PublishedPack) throws(UserError) -> [UInt8]? {
        let path = pack.path + ".sig"
        let disk = DiskFileSystem()
        guard disk.kind(of: path) != nil else { return nil }
        let text: [UInt8]
        do throws(FileError) {
            text = try disk.read(path, limit: SSHSignature.maximumByteCount)
        } catch {
            throw UserError(error, path: path)
        }
        let signature = try? SSHSignature(armored: text)
        guard let signature, pack.withBytes({ signature.isValid(for: $0) }) else {
            throw UserError(path: path, "is not a signature of this pack", hint: "sign the pack again, or delete it")
        }
        return text
    }

    private func publish(_ value: SettingValue, _ site: FeedSite) throws(UserError) -> FeedFile {
        guard let file = try site.publish(CanonicalJSON.encode(value)) else {
            throw UserError(path: folder, "has no room for a manifest")
        }
        return file
    }

    private static func layer(_ file: FeedFile, _ type: String, _ name: String) -> SettingValue {
        var layer = descriptor(file, type)
        layer["annotations"] = .object(["org.opencontainers.image.title": .string(name)])
        return .object(layer)
    }

    private static func descriptor(_ file: FeedFile, _ type: String) -> [String: SettingValue] {
        [
            "mediaType": .string(type), "digest": .string("sha256:\(file.digest)"),
            "size": .number(Double(file.byteCount)),
        ]
    }
}
