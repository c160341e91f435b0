import PackFormat
import ThemeSystem
package import ThemeModel
import ThemePackager
package import ThemeProject

/// A theme in a pack, a folder or a revision: one side of a comparison.
package struct ThemeState: Sendable {
    /// The name of this side in reports, for example `HEAD:year`.
    package let label: String
    package let theme: PackTheme
    package let settings: SettingValue?
    /// Sorted by name and scale.
    package let images: [StoredImage]
    /// Sorted by path.
    package let resources: [StoredResource]
    /// The digest of the defaults that a pack was verified against; `nil` for a folder.
    package let contract: ContentDigest?
    /// The number of errors by which files of a folder are left out, as in a build.
    package let errorCount: Int
    package let limits: ProjectLimits
    let readImage: @Sendable (_ number: Int) throws(ImageError) -> [UInt8]

    /// Returns the bytes of an image, which are those of its digest.
    ///
    /// - Parameter number: an index in ``images``.
    package func bytes(ofImage number: Int) throws(ImageError) -> [UInt8] { try readImage(number) }
}

/// One scale of an image, with the digest of its file.
package struct StoredImage: Hashable, Sendable {
    package let name: LogicalName
    package let scale: Scale
    /// The index in ``ThemeState/images``.
    package let number: Int
    /// The path in the project or in the pack.
    package let path: String
    /// `nil` if the file has no readable header.
    package let size: PixelSize?
    package let byteCount: Int
    package let digest: ContentDigest

    /// The name as in the asset tree: `common/buttonImage@2x`.
    package var title: String { "\(name)\(scale.suffix)" }

    static func precedes(_ left: Self, _ right: Self) -> Bool {
        left.name == right.name ? left.scale < right.scale : left.name < right.name
    }
}

package struct StoredResource: Hashable, Sendable {
    package let path: PortablePath
    package let byteCount: Int
    package let digest: ContentDigest
}

extension ThemeState {
    /// Reads the index and the settings of a pack. Its images are read when they are compared.
    package init(ofPack path: String, label: String, limits: ProjectLimits) throws(UserError) {
        let file = try PackReader.map(path)
        let (contents, settings, _) = try PackReader.contents(of: file, at: path, limits: limits)
        var images: [StoredImage] = []
        var references: [DataReference] = []
        for image in contents.images {
            for variant in image.variants {
                images.append(
                    StoredImage(
                        name: image.name, scale: variant.scale, number: images.count,
                        path: contents.path(of: image.name, at: variant.scale), size: variant.size,
                        byteCount: Int(variant.stored.length), digest: variant.stored.digest))
                references.append(variant.stored)
            }
        }
        self.init(
            label: label, theme: contents.theme, settings: settings, images: images,
            resources: contents.resources.map {
                StoredResource(path: $0.path, byteCount: Int($0.stored.length), digest: $0.stored.digest)
            },
            contract: contents.contract, errorCount: 0, limits: limits
        ) { [references] number throws(ImageError) in
            let bytes = file.withBytes { Array(references[number].slice(of: $0)) }
            guard ContentDigest(of: bytes) == references[number].digest else {
                throw ImageError(
                    .packContents, "has a SHA-256 that differs from the index", hint: "build the pack again")
            }
            return bytes
        }
    }
}

extension ThemeState {
    /// Reads a theme of a project with all of its files. Images that do not decode are not an error.
    ///
    /// - Parameter folder: the name of the theme's folder.
    /// - Throws: ``UserError`` if there is no such theme, if `theme.json` or the settings have errors that hide their
    ///   contents, or if a file cannot be read.
    package init(of folder: String, in project: Project, label: String, jobs: Int) throws(UserError) {
        let survey = try ProjectSurvey(of: project, .folders([folder]), jobs: jobs)
        guard let number = survey.themes.selected.first else {
            let known = Set(survey.themes.indices.map(survey.themes.name)).sorted().joined(separator: ", ")
            throw UserError("\(label): there is no theme '\(folder)'", hint: "its themes are \(known)")
        }
        let source = survey.themes[number]
        guard let manifest = source.manifest else { throw Self.error(of: source, or: source.manifestPath) }
        if let path = source.configPath, source.settings == nil { throw Self.error(of: source, or: path) }
        let owned = survey.images.files.indices.filter {
            survey.images.owner($0) == (source.isDefault ? nil : number)
        }
        let stored = Workers.map(owned.count, jobs: jobs) { index in
            Result { () throws(UserError) in try Self.image(owned[index], number: index, of: survey) }
        }
        var images: [StoredImage] = []
        for image in stored { images.append(try image.get()) }
        var resources: [StoredResource] = []
        for (file, folder) in survey.resources[number] {
            resources.append(try Self.resource(file, in: folder, of: project))
        }
        let errors = project.configuration.ruleBook.judge(survey.findings, isComplete: false)
        self.init(
            label: label, theme: manifest.packTheme, settings: source.settings?.value,
            images: images, resources: resources, contract: nil,
            errorCount: errors.count { $0.severity == .error }, limits: project.configuration.limits
        ) { [images] number throws(ImageError) in
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try project.fileSystem.read(
                    survey.images.location(owned[number]), limit: project.configuration.limits.imageBytes)
            } catch {
                throw ImageError(error)
            }
            guard ContentDigest(of: bytes) == images[number].digest else { throw ImageError(FileError.changed) }
            return bytes
        }
    }

    private static func image(_ file: Int, number: Int, of survey: ProjectSurvey) throws(UserError) -> StoredImage {
        let (path, project) = (survey.images.path(file), survey.project)
        let bytes: [UInt8]
        do {
            bytes = try project.fileSystem.read(
                survey.images.location(file), limit: project.configuration.limits.imageBytes)
        } catch {
            throw UserError(error, path: path)
        }
        let variant = survey.images.files[file].variant
        return StoredImage(
            name: variant.name, scale: variant.scale, number: number, path: path,
            size: (try? PNGStructure(bytes))?.size, byteCount: bytes.count, digest: ContentDigest(of: bytes))
    }

    private static func resource(
        _ file: TreeFile, in folder: String, of project: Project
    ) throws(UserError) -> StoredResource {
        do {
            let bytes = try project.fileSystem.read(
                project.location(of: file, in: folder), limit: project.configuration.limits.resourceBytes)
            return StoredResource(path: file.path, byteCount: bytes.count, digest: ContentDigest(of: bytes))
        } catch {
            throw UserError(error, path: "\(folder)/\(file.path)")
        }
    }

    /// Returns the theme's first error as one that stops the command.
    private static func error(of source: SourceTheme, or path: String) -> UserError {
        guard let finding = source.findings.first(where: { $0.severity == .error && $0.path == path }) else {
            return UserError(path: path, "cannot be read", hint: "run 'themepack verify'")
        }
        let key = finding.key.map { "\($0): " } ?? ""
        return UserError(path: finding.path, position: finding.position, key + finding.message, hint: finding.hint)
    }
}
