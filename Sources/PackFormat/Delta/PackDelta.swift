package import ThemeModel

/// The difference between two packs: the new properties, and the added, removed and changed items. Everything else of
/// the new pack is computed from these. DELTA.md defines the bytes.
package struct PackDelta: Sendable {
    private let bytes: any ReadableBytes
    private let head: DeltaHead
    private let headLength: Int

    /// The SHA-256 of the new pack.
    package var result: ContentDigest { head.result }
    /// The bytes of the new pack, as the delta states them. Applying it throws if they differ.
    package var resultLength: UInt64 { head.resultLength }

    /// Reads the head.
    package init(_ bytes: any ReadableBytes) throws(DeltaError) {
        self.bytes = bytes
        (head, headLength) = try DeltaHead.read(from: bytes)
    }

    /// Gives the bytes of the new pack to `write`, in order. They are complete and verified only if this returns.
    ///
    /// Cost: reading the data that is kept, and SHA-256 over the new pack. Memory: the two indexes and manifests, and
    /// the items that the delta's head lists.
    /// - Throws: ``DeltaError``; the errors of `write`.
    package func apply(to base: IndexedPack, _ write: ([UInt8]) throws -> Void) throws {
        guard base.indexDigest == head.base else {
            throw DeltaError(bytes.path, "was made for another pack than '\(base.bytes.path)'")
        }
        guard let length = Int(exactly: head.resultLength) else {
            throw DeltaError(bytes.path, "describes a pack of \(head.resultLength) bytes, more than a pack can have")
        }
        let script = try DeltaScript(
            head.script, base: base, data: bytes, dataOffset: headLength,
            resultLength: head.resultLength)
        let contents = PackContents(
            theme: head.theme, contract: head.contract, settings: script.settings, items: script.items,
            manifest: base.contents.manifest)
        // A line contains the path of a file, and so the prefix.
        let hasSamePaths = head.theme.imageNamePrefix == base.contents.theme.imageNamePrefix
        let lines = hasSamePaths ? base.manifestLines : nil
        let manifest = PackManifest.bytes(of: contents) { number in script.kept[number].flatMap { lines?[$0] } }
        let assembly: PackAssembly
        do throws(PackError) {
            assembly = try PackAssembly(
                contents, manifest: manifest, parts: script.parts, date: head.date, length: length)
        } catch {
            throw DeltaError(bytes.path, error.description)
        }
        let digest = try assembly.write(base: base.bytes, addition: bytes, write)
        guard digest == head.result else {
            throw DeltaError(bytes.path, "makes a pack with another SHA-256 than it states, from '\(base.bytes.path)'")
        }
    }
}
