/// The file `SHA256SUMS` of a folder of packs, in the form of coreutils.
struct ChecksumList {
    static let name = "SHA256SUMS"

    let place: OutputPlace

    /// The file's path, as the folder was named.
    var path: String { "\(place.path)/\(Self.name)" }

    /// The largest `SHA256SUMS` that is read, in bytes. It lists 50,000 packs with the longest names.
    private static let bytesMax = 16 << 20

    /// Whether writing these packs would leave the list unchanged.
    func matches(_ packs: [Distribution.Pack]) -> Bool {
        guard let bytes = try? stored(), let lines = try? contents(adding: packs) else { return false }
        return bytes == lines
    }

    /// The new contents, sorted by name: these packs, and all listed files that still exist, but for some names.
    func contents(
        adding packs: [Distribution.Pack] = [], without names: Set<ExactText> = []
    ) throws(UserError) -> [UInt8] {
        var lines = try listedFiles().filter { name, _ in !names.contains(name) }
        for pack in packs { lines[ExactText(pack.name)] = line(pack) }
        let sorted = lines.sorted { UTF8Order.precedes($0.key.string, $1.key.string) }
        return Array(sorted.map { $0.value + "\n" }.joined().utf8)
    }

    /// Returns the listed names of files that these packs replace by others.
    func names(replacedBy packs: [Distribution.Pack]) throws(UserError) -> Set<ExactText> {
        let lines = try listedFiles()
        let replaced = packs.filter { pack in lines[ExactText(pack.name)].map { $0 != line(pack) } ?? false }
        return Set(replaced.map { ExactText($0.name) })
    }

    /// Returns the lines by name. Lines of files that do not exist are left out.
    private func listedFiles() throws(UserError) -> [ExactText: String] {
        let text = String(repairing: try stored() ?? [])
        var lines: [ExactText: String] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            // coreutils: 64 digits, space, space or asterisk, name.
            let name = String(line.dropFirst(66))
            if !name.isEmpty, DiskFileSystem().kind(of: "\(place.target)/\(name)") != nil {
                lines[ExactText(name)] = String(line)
            }
        }
        return lines
    }

    /// Returns the bytes of the list; `nil` if there is none.
    private func stored() throws(UserError) -> [UInt8]? {
        do throws(FileError) {
            return try DiskFileSystem.withoutLinks.read("\(place.target)/\(Self.name)", limit: Self.bytesMax)
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

    private func line(_ pack: Distribution.Pack) -> String { "\(pack.digest)  \(pack.name)" }
}
