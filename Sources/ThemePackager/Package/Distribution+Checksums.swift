import PackFormat
import ThemeModel
import ThemeProject

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Distribution {
    /// The largest `SHA256SUMS` that is read, in bytes. It lists 50,000 packs with the longest names.
    private static let checksumsMax = 16 << 20

    /// Whether writing these packs would leave `SHA256SUMS` unchanged.
    func checksumsMatch(_ packs: [Pack]) -> Bool {
        guard let sums = try? storedChecksums(), let lines = try? checksums(adding: packs) else { return false }
        return sums == lines
    }

    /// The new contents of `SHA256SUMS`, sorted by name: these packs, and all listed files that still exist.
    func checksums(adding packs: [Pack]) throws(UserError) -> [UInt8] {
        var lines = try listedFiles()
        for pack in packs { lines[pack.name] = line(pack) }
        return Self.text(of: lines)
    }

    /// Returns the contents of `SHA256SUMS` while these packs replace others: without the lines of replaced files. So
    /// it contradicts no file if the process ends in between. `nil` if no listed file is replaced.
    func checksums(during packs: [Pack]) throws(UserError) -> [UInt8]? {
        let lines = try listedFiles()
        let replaced = packs.filter { pack in lines[pack.name].map { $0 != line(pack) } ?? false }
        guard !replaced.isEmpty else { return nil }
        return Self.text(of: lines.filter { name, _ in !replaced.contains { $0.name == name } })
    }

    /// The contents of `SHA256SUMS` without files.
    func checksums(without names: Set<String>) throws(UserError) -> [UInt8] {
        Self.text(of: try listedFiles().filter { name, _ in !names.contains(name) })
    }

    private static func text(of lines: [String: String]) -> [UInt8] {
        Array(lines.sorted { $0.key < $1.key }.map { $0.value + "\n" }.joined().utf8)
    }

    /// Returns the lines of `SHA256SUMS` by name. Lines of files that do not exist are left out.
    private func listedFiles() throws(UserError) -> [String: String] {
        let text = String(repairing: try storedChecksums() ?? [])
        var lines: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            // coreutils: 64 digits, space, space or asterisk, name.
            let name = String(line.dropFirst(66))
            if !name.isEmpty, DiskFileSystem().kind(of: "\(target)/\(name)") != nil { lines[name] = String(line) }
        }
        return lines
    }

    /// Returns the bytes of `SHA256SUMS`; `nil` if there is none.
    private func storedChecksums() throws(UserError) -> [UInt8]? {
        let path = "\(folder)/\(Self.checksumsName)"
        do throws(FileError) {
            return try DiskFileSystem.withoutLinks.read("\(target)/\(Self.checksumsName)", limit: Self.checksumsMax)
        } catch .missing {
            return nil
        } catch .notRegular {
            // A link is replaced. ``OutputPlace/file(_:)`` reports anything else.
            return nil
        } catch .tooLarge(let bytes, let limit) {
            throw UserError(
                path: path, "is not a list of checksums: it has \(bytes) bytes, at most \(limit) are read",
                hint: "move it away")
        } catch {
            throw UserError(error, path: path)
        }
    }

    private func line(_ pack: Pack) -> String { "\(pack.digest)  \(pack.name)" }

    func mapped(_ path: String) throws(UserError) -> Data {
        if let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) { return data }
        // Foundation's error has no readable text. Reading the file again gives one.
        do throws(FileError) {
            return Data(try DiskFileSystem().read(path, limit: Int(FormatLimits.packBytes)))
        } catch {
            throw UserError(error, path: path)
        }
    }
}
