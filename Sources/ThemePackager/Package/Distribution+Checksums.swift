import PackFormat
import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Distribution {
    /// Whether writing these packs would leave `SHA256SUMS` unchanged.
    func checksumsMatch(_ packs: [Pack]) -> Bool {
        guard let sums = try? mapped("\(folder)/\(Self.checksumsName)"), let lines = try? checksums(adding: packs)
        else {
            return false
        }
        return sums.elementsEqual(lines)
    }

    /// The new contents of `SHA256SUMS`, sorted by name: these packs, and all listed files that still exist.
    func checksums(adding packs: [Pack]) throws(UserError) -> [UInt8] {
        let path = "\(folder)/\(Self.checksumsName)"
        let old = FileManager.default.fileExists(atPath: path) ? String(decoding: try mapped(path), as: UTF8.self) : ""
        var lines: [String: String] = [:]
        for text in old.split(whereSeparator: \.isNewline) {
            // coreutils: 64 digits, space, space or asterisk, name.
            let name = String(text.dropFirst(66))
            if FileManager.default.fileExists(atPath: "\(folder)/\(name)"), !name.isEmpty { lines[name] = String(text) }
        }
        for pack in packs { lines[pack.name] = line(pack) }
        return Array(lines.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined().utf8)
    }

    private func line(_ pack: Pack) -> String { "\(pack.digest)  \(pack.name)" }

    func mapped(_ path: String) throws(UserError) -> Data {
        if let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) { return data }
        // Foundation's error has no readable text. Reading the file again gives one.
        do throws(FileError) {
            return Data(try DiskFileSystem().read(path, limit: Int(FormatLimits.packBytes)))
        } catch {
            throw UserError(path: path, error.explanation, hint: error.hint)
        }
    }
}
