package import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension KeyFile {
    /// Returns whether a file has exactly this text.
    package func isCurrent(at path: String) -> Bool {
        (try? Data(contentsOf: URL(fileURLWithPath: path)))?.elementsEqual(text.utf8) ?? false
    }

    /// Writes the file in one step, unless it has this text already. An unchanged file is not compiled again.
    ///
    /// - Returns: whether the file was written.
    @discardableResult
    package func write(to place: OutputPlace) throws(UserError) -> Bool {
        if isCurrent(at: place.target) { return false }
        try place.write(Array(text.utf8))
        return true
    }
}
