import ThemeSystem
import ThemeModel

extension Project {
    /// Reads the baseline that `themepack.json` names; `nil` if it names none.
    mutating func readBaseline() throws(UserError) -> Baseline? {
        guard let file = baselineFile else { return nil }
        let folder = file.parentFolder
        if folder != "." { resolve(String(folder)) }
        let path = join(file)
        do {
            var bytes: [UInt8]?
            do { bytes = try fileSystem.read(path, limit: limits.configBytes) } catch FileError.missing {}
            return try Baseline(file: file, namedIn: Self.fileName, at: baselinePosition, bytes, limits) {
                [self] entry in
                fileSystem.kind(of: join(entry)) != nil
            }
        } catch let error as FileError {
            throw UserError(error, path: path)
        } catch let error as SourceError {
            throw UserError(error, path: path)
        } catch {
            throw UserError(path: path, "cannot be read")
        }
    }
}
