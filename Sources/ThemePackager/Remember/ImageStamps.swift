import ThemeModel

/// The stamps of images that lie in few folders, asked for folder by folder: the way to one is gone once for all its files.
struct ImageStamps {
    private var stamps: [ObjectIdentifier: FileStamp] = [:]

    init(of files: [ImageFile], in project: Project) {
        for (folder, files) in Dictionary(grouping: files, by: \.location) {
            let names = files.map { String($0.file.path.lastComponent) }
            let path = project.join(String(folder.dropLast()))
            for (file, stamp) in zip(files, project.fileSystem.stamps(of: names, in: path)) {
                stamps[ObjectIdentifier(file)] = stamp
            }
        }
    }

    /// `nil` if the file was not asked for, or its stamp proves nothing.
    subscript(file: ImageFile) -> FileStamp? { stamps[ObjectIdentifier(file)] }
}

extension ImageFile {
    /// The folder in which it lies, up to and with the last slash, relative to the project.
    fileprivate var location: String { "\(folder)/\(file.path.folder)" }
}
