package import ThemeProject
import ThemeTrust

/// Packs as an OCI image layout, which `skopeo` and `oras` copy to a registry with all digests kept.
/// <https://github.com/opencontainers/image-spec/blob/main/image-layout.md>
package struct OCILayout: Sendable {
    package static let artifactType = "application/vnd.themepack.theme.v1"
    package static let configType = "application/vnd.themepack.theme.config.v1+json"
    package static let packType = "application/vnd.themepack.pack.v1+zip"
    package static let signatureType = "application/vnd.themepack.signature.v1"
    private static let nameKey = "org.opencontainers.image.ref.name"

    package let place: OutputPlace
    private let disk: DiskCalls

    package init(in place: OutputPlace, on disk: DiskCalls = DiskCalls()) {
        self.place = place
        self.disk = disk
    }

    /// Writes an artifact for each pack, and lists it under `<id>-<version>`. The packs' signatures are included.
    /// Artifacts of other themes stay. After an error, the layout is as it was before.
    ///
    /// - Parameters:
    ///   - paths: of packs that a build has just written.
    ///   - limits: those of the project that built the packs.
    /// - Returns: the names, and the digests of the manifests.
    package func write(
        _ paths: [String], _ limits: ProjectLimits
    ) throws -> [(name: String, digest: ContentDigest)] {
        do {
            let packs = try paths.map { try BuiltPack(reading: $0, limits: limits) }
            try checkFolder()
            return try SiteFiles.write(in: place, "blobs/", on: disk) { files in
                let version = SettingValue.members(["imageLayoutVersion": "1.0.0"])
                try files.begin(with: try place.file("oci-layout"), CanonicalJSON.encode(version))
                return try write(packs, to: files)
            }
        } catch var error as UserError {
            let state = "the packs are written, and the image layout is as it was: build again"
            error.hint = [error.hint, state].compactMap(\.self).joined(separator: "; ")
            throw error
        }
    }

    private func write(
        _ packs: [BuiltPack], to files: SiteFiles
    ) throws(UserError) -> [(name: String, digest: ContentDigest)] {
        var listed: [(name: String, digest: ContentDigest)] = []
        var manifests = try artifacts(besides: packs)
        for pack in packs {
            try files.publish(pack)
            let name = "\(pack.theme.id)-\(pack.theme.version)".replacing("+", with: "_")
            let manifest = try manifest(of: pack, files)
            listed.append((name, manifest.digest))
            manifests.append(
                Self.descriptor(
                    manifest, "application/vnd.oci.image.manifest.v1+json", artifactType: Self.artifactType,
                    annotations: .members([Self.nameKey: name])))
        }
        let index = SettingValue.members([
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": manifests,
        ])
        try files.finish(with: try place.file("index.json"), CanonicalJSON.encode(index))
        return listed
    }

    /// Returns the artifacts that the layout already lists, without those of the packs' themes.
    private func artifacts(besides packs: [BuiltPack]) throws(UserError) -> [SettingValue] {
        let path = "\(place.target)/index.json"
        guard let bytes = try FeedSite.bytes(at: path) else { return [] }
        let index = try? SourceDocument.read(bytes, fileName: path, limits: ProjectLimits()).value
        guard case .list(let artifacts)? = index?.object?["manifests"] else {
            throw UserError(path: path, "is not the index of an OCI image layout", hint: "delete it")
        }
        return artifacts.filter { artifact in
            let name = artifact.object?["annotations"]?.object?[Self.nameKey]?.string ?? ""
            return !packs.contains { pack in
                let start = "\(pack.theme.id)-"
                let version = String(name.dropFirst(start.count)).replacing("_", with: "+")
                return name.hasPrefix(start) && (try? SemanticVersion(version)) != nil
            }
        }
    }

    private func checkFolder() throws {
        // A build that was killed can leave folders of the first layout.
        let isNew =
            try place.isEmptyFolder(besides: ["blobs"]) && place.folder("blobs").isEmptyFolder(besides: ["sha256"])
            && place.folder("blobs/sha256").isEmptyFolder()
        guard isNew || DiskFileSystem().kind(of: "\(place.target)/oci-layout") == .file else {
            throw UserError(path: place.path, "is not empty, and is not an OCI image layout", hint: "name a new folder")
        }
    }

    private func manifest(of pack: BuiltPack, _ files: SiteFiles) throws(UserError) -> FeedFile {
        let theme = pack.theme
        let config = SettingValue.members([
            "contract": "sha256:\(pack.contract)", "id": theme.id, "minimumReader": pack.minimumReader,
            "name": theme.name, "sha256": pack.file.digest, "version": theme.version,
        ])
        let name = String(pack.path.lastPathComponent)
        var layers = [Self.layer(pack.file, Self.packType, name)]
        if let signature = try Self.signature(of: pack), let file = try files.publish(signature) {
            layers.append(Self.layer(file, Self.signatureType, name + ".sig"))
        }
        let manifest = SettingValue.members([
            "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
            "artifactType": Self.artifactType, "config": Self.descriptor(try publish(config, files), Self.configType),
            "layers": layers,
            "annotations": SettingValue.members([
                "org.opencontainers.image.title": theme.name, "org.opencontainers.image.version": theme.version,
                "themepack.contract": "sha256:\(pack.contract)", "themepack.theme": theme.id,
            ]),
        ])
        return try publish(manifest, files)
    }

    /// Returns the signature beside a pack; `nil` if there is none.
    private static func signature(of pack: BuiltPack) throws(UserError) -> [UInt8]? {
        let path = pack.path + ".sig"
        let disk = DiskFileSystem()
        guard disk.kind(of: path) != nil else { return nil }
        let text = try disk.contents(of: path, limit: SSHSignature.maximumByteCount)
        let signature = try? SSHSignature(armored: text)
        guard let signature, pack.withBytes({ signature.isValid(for: $0) }) else {
            throw UserError(path: path, "is not a signature of this pack", hint: "sign the pack again, or delete it")
        }
        return text
    }

    private func publish(_ value: SettingValue, _ files: SiteFiles) throws(UserError) -> FeedFile {
        guard let file = try files.publish(CanonicalJSON.encode(value)) else {
            throw UserError(path: place.path, "has no room for a manifest")
        }
        return file
    }

    private static func layer(_ file: FeedFile, _ type: String, _ name: String) -> SettingValue {
        descriptor(file, type, annotations: .members(["org.opencontainers.image.title": name]))
    }

    private static func descriptor(
        _ file: FeedFile, _ type: String, artifactType: String? = nil, annotations: SettingValue? = nil
    ) -> SettingValue {
        .members([
            "mediaType": type, "digest": "sha256:\(file.digest)", "size": file.byteCount,
            "artifactType": artifactType, "annotations": annotations,
        ])
    }
}
