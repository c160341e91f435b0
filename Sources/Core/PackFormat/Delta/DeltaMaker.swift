import ThemeModel
import ThemeSystem

// See docs/decisions/19-deltas.md.
/// Makes the delta from one pack to another.
package struct DeltaMaker {
    private struct Step {
        let operation: DeltaOperation
        /// The item of the base; if one is added, the next.
        let from: Int
        /// The item of the new pack; if one is removed, the next.
        let to: Int
    }

    private let base: IndexedPack
    private let new: IndexedPack
    /// Items of the base whose data is free for other items, by digest.
    private var free: [ContentDigest: [Int]] = [:]
    private var script = ByteWriter()
    private var parts: [PackAssembly.Part] = []
    private var data: [Range<Int>] = []
    private var matchCount = 0

    /// Gives the bytes of the delta to `write`, in order, after it has applied the delta and compared the result.
    ///
    /// - Throws: ``DeltaError`` if a pack is not the one that its index describes; the errors of `write`.
    package static func make(
        from base: IndexedPack, to new: IndexedPack, compared: ((_ done: Int, _ all: Int) -> Void)? = nil,
        _ write: ([UInt8]) throws -> Void
    ) throws {
        // Applying the delta takes lines of the base's manifest.
        guard ContentDigest(of: PackManifest(of: base.contents).bytes) == base.contents.manifest.digest else {
            throw problem(with: base)
        }
        var maker = DeltaMaker(base: base, new: new)
        try maker.addSettings()
        let images = maker.steps(0..<base.variantCount, 0..<new.variantCount)
        let resources = maker.steps(base.variantCount..<base.items.count, new.variantCount..<new.items.count)
        let all = images.count + resources.count
        try maker.add(images) { compared?($0, all) }
        try maker.add(resources) { compared?(images.count + $0, all) }
        let contents = new.contents
        let head = DeltaHead(
            base: base.indexDigest, result: try maker.digestOfResult(), resultLength: UInt64(new.bytes.count),
            contract: contents.contract, date: new.directory.date, theme: contents.theme, script: maker.script.bytes,
            hasPatches: maker.matchCount > 0)
        let encoded = head.encoded
        guard encoded.count <= DeltaHead.lengthMax else { throw DeltaError(new.bytes.path, "has too many new names") }
        try write(encoded)
        for range in maker.data { try new.bytes.forEachPiece(of: range, write) }
    }

    private mutating func addSettings() throws {
        guard let settings = new.contents.settings, let part = new.settingsPart else {
            script.add(varint: DeltaSettings.none)
            return
        }
        if let old = base.contents.settings, old.digest == settings.digest, let kept = base.settingsPart,
            kept.range.count == part.range.count
        {
            script.add(varint: DeltaSettings.kept)
            parts.append(kept)
        } else {
            try addData(
                part, settings.digest, as: DeltaSettings.new, replacing: base.settingsPart,
                by: DeltaSettings.patched)
        }
    }

    /// Merges two sorted lists, and records the items of the base whose data other items can use.
    private mutating func steps(_ old: Range<Int>, _ new: Range<Int>) -> [Step] {
        var steps: [Step] = []
        var from = old.lowerBound
        var to = new.lowerBound
        while from < old.upperBound || to < new.upperBound {
            if to == new.upperBound || from < old.upperBound && base.items[from].precedes(self.new.items[to]) {
                steps.append(Step(operation: .remove, from: from, to: to))
                free[base.items[from].stored.digest, default: []].append(from)
                from += 1
            } else if from == old.upperBound || self.new.items[to].precedes(base.items[from]) {
                steps.append(Step(operation: .add, from: from, to: to))
                to += 1
            } else {
                let isSame = base.items[from].hasSameContent(as: self.new.items[to])
                steps.append(Step(operation: isSame ? .keep : .change, from: from, to: to))
                if !isSame { free[base.items[from].stored.digest, default: []].append(from) }
                from += 1
                to += 1
            }
        }
        return steps
    }

    private mutating func add(_ steps: [Step], _ done: (Int) -> Void) throws {
        var rest = steps[...]
        var last: PackItem? = nil
        while let first = rest.first {
            let run = rest.prefix { $0.operation == first.operation }
            rest = rest.dropFirst(run.count)
            if rest.isEmpty, first.operation == .keep {
                for step in run { keep(step.from) }
                break
            }
            script.add(varint: run.count << 2 | first.operation.rawValue)
            for (index, step) in zip(run.indices, run) {
                defer { done(index + 1) }
                switch step.operation {
                case .remove: break
                case .keep:
                    keep(step.from)
                    last = base.items[step.from]
                case .change:
                    try addContent(step.to, replacing: step.from)
                    last = new.items[step.to]
                case .add:
                    addName(new.items[step.to], after: last)
                    try addContent(step.to)
                    last = new.items[step.to]
                }
            }
        }
        script.add(varint: 0)
    }

    private mutating func keep(_ number: Int) {
        parts.append(base.part(ofItem: number))
    }

    private mutating func addName(_ item: PackItem, after last: PackItem?) {
        let name = item.path.string.utf8
        let before = last?.path.string.utf8 ?? "".utf8
        let shared = zip(name, before).prefix { $0 == $1 }.count
        script.add(varint: shared)
        script.add(varint: name.count - shared)
        script.add(raw: name.dropFirst(shared))
        if case .image(_, let scale) = item.name { script.add(varint: Int(scale.factor)) }
    }

    /// - Parameter old: the item of the base with the same name.
    private mutating func addContent(_ number: Int, replacing old: Int? = nil) throws {
        let item = new.items[number]
        if case .image = item.name {
            script.add(varint: Int(item.size.width))
            script.add(varint: Int(item.size.height))
            if !new.contents.theme.templates.isEmpty { script.add(varint: Int(item.template)) }
        }
        let index = free[item.stored.digest]?.firstIndex { base.items[$0].stored.length == item.stored.length }
        if let index, let moved = free[item.stored.digest]?.remove(at: index) {
            script.add(varint: moved + 1)
            keep(moved)
        } else {
            try addData(
                new.part(ofItem: number), item.stored.digest, as: 0, replacing: old.map(base.part(ofItem:)),
                by: base.items.count + 1)
        }
    }

    /// Adds the data of an item or of the settings: as a patch of the old data if that is shorter.
    ///
    /// - Parameters:
    ///   - part: of the new pack.
    ///   - plain: the number that new data follows, and `patched` that of a patch.
    private mutating func addData(
        _ part: PackAssembly.Part, _ digest: ContentDigest, as plain: Int, replacing old: PackAssembly.Part?,
        by patched: Int
    ) throws {
        guard try new.bytes.digest(of: part.range) == digest else { throw Self.problem(with: new) }
        parts.append(PackAssembly.Part(source: .addition, range: part.range, checksum: part.checksum))
        if let patch = try old.flatMap({ try self.patch(from: $0.range, to: part.range) }) {
            script.add(varint: patched)
            script.add(raw: patch.encoded.bytes)
            matchCount += patch.matchCount
            data += patch.inserted.map {
                part.range.lowerBound + $0.lowerBound..<part.range.lowerBound + $0.upperBound
            }
        } else {
            script.add(varint: plain)
            script.add(varint: part.range.count)
            data.append(part.range)
        }
    }

    /// Returns `nil` if the new data as it is takes no more bytes, or if it is too long to be compared.
    private func patch(from old: Range<Int>, to range: Range<Int>) throws -> DeltaPatch? {
        guard max(old.count, range.count) <= DeltaPatch.dataLengthMax else { return nil }
        let oldBytes = try base.bytes.bytes(at: old.lowerBound, count: old.count)
        let newBytes = try new.bytes.bytes(at: range.lowerBound, count: range.count)
        let patch = oldBytes.withUnsafeBytes { old in newBytes.withUnsafeBytes { DeltaPatch(from: old, to: $0) } }
        let length = patch.encoded.bytes.count + patch.inserted.reduce(0) { $0 + $1.count }
        return length < range.count && matchCount + patch.matchCount <= DeltaPatch.matchesMax ? patch : nil
    }

    private static func problem(with pack: IndexedPack) -> DeltaError {
        DeltaError(pack.bytes.path, "is not the pack that its index describes: run 'themepack verify' on it")
    }

    private func digestOfResult() throws -> ContentDigest {
        let assembly = try? PackAssembly(
            new.contents, manifest: PackManifest(of: new.contents).bytes, parts: parts, date: new.directory.date,
            length: new.bytes.count)
        guard let assembly else { throw Self.problem(with: new) }
        var offset = 0
        return try assembly.write(base: base.bytes, addition: new.bytes) { bytes in
            let expected = try new.bytes.bytes(at: offset, count: bytes.count)
            offset += bytes.count
            guard memcmp(bytes, expected, bytes.count) == 0 else { throw Self.problem(with: new) }
        }.digest
    }
}
