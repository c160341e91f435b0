import ThemeModel
import ThemeSystem

/// Reads the script of a delta: the new pack's items, each with the place of its data.
struct DeltaScript {
    /// The most bytes of added names for each byte of the script. A script that shares long beginnings could otherwise
    /// describe thousands of times its own length.
    static let nameExpansionMax = 16

    /// The fewest bytes of a pack for an item: two headers of zip without the name.
    private static let itemLengthMin: UInt64 = 76

    private var reader: DeltaReader
    private let head: DeltaHead
    private let base: IndexedPack
    private let data: any ReadableBytes
    private var matchCount = 0
    /// The start of the next new data.
    private var dataOffset: Int
    /// No item of the base is used twice, so that a small delta cannot describe a huge pack.
    private var isUsed: [Bool]
    private var nameBytes = 0
    private(set) var settings: DataReference?
    private(set) var items: [PackItem] = []
    /// For each item, the number of the same item of the base; `nil` if it was added or changed.
    private(set) var kept: [Int?] = []
    /// The data of the settings, if there are any, and of all items.
    private(set) var parts: [PackAssembly.Part] = []
    /// The data that the base does not have.
    private(set) var addition: PatchedBytes

    /// - Parameter data: the delta; new data begins at `dataOffset`.
    init(_ head: DeltaHead, base: IndexedPack, data: any ReadableBytes, dataOffset: Int) throws {
        reader = DeltaReader(head.script, path: data.path)
        self.head = head
        self.base = base
        self.data = data
        self.dataOffset = dataOffset
        addition = PatchedBytes(base: base.bytes, delta: data)
        isUsed = Array(repeating: false, count: base.items.count)
        items.reserveCapacity(base.items.count)
        kept.reserveCapacity(base.items.count)
        parts.reserveCapacity(base.items.count + 1)
        try readSettings()
        try readItems(0..<base.variantCount, .image)
        try readItems(base.variantCount..<base.items.count, .resource)
        guard reader.isAtEnd else { throw reader.damaged("bytes follow its script") }
        guard self.dataOffset == data.count else {
            throw reader.damaged("it has \(data.count) bytes, its head describes \(self.dataOffset)")
        }
    }

    private mutating func readSettings() throws {
        switch try reader.varint() {
        case DeltaSettings.none: break
        case DeltaSettings.kept:
            guard let part = base.settingsPart else {
                throw reader.damaged("it keeps settings that the base does not have")
            }
            settings = base.contents.settings
            parts.append(part)
        case DeltaSettings.new:
            let new = try newData()
            guard new.length > 0 else { throw reader.damaged("it has empty settings") }
            settings = new
        case DeltaSettings.patched where head.hasPatches:
            guard let part = base.settingsPart else {
                throw reader.damaged("it changes settings that the base does not have")
            }
            settings = try patched(part.range)
        default: throw reader.damaged("it does something unknown to the settings")
        }
    }

    private mutating func readItems(_ range: Range<Int>, _ kind: IndexRecordKind) throws {
        let start = items.count
        let end = range.upperBound
        var next = range.lowerBound
        while true {
            let word = try reader.varint()
            let count = word == 0 ? end - next : word >> 2
            guard word == 0 || count > 0, let operation = DeltaOperation(rawValue: word & 3) else {
                throw reader.damaged("its script has an empty step")
            }
            guard operation == .add || count <= end - next else {
                throw reader.damaged("its script goes beyond the base")
            }
            switch operation {
            case .keep: try keep(next..<next + count, start: start)
            case .remove: break
            case .change:
                for number in next..<next + count {
                    var item = base.items[number]
                    try readContent(of: &item, kind, changing: number)
                    try append(item, start: start)
                }
            case .add:
                for _ in 0..<count {
                    let name = try name(kind, after: items.count > start ? items.last : nil)
                    var item = PackItem(
                        name: name, size: PixelSize(width: 0, height: 0),
                        stored: DataReference(length: 0, digest: ContentDigest(of: [])))
                    try readContent(of: &item, kind, changing: nil)
                    try append(item, start: start)
                }
            }
            if operation != .add { next += count }
            if word == 0 { return }
        }
    }

    /// - Parameter start: the number of the first item of the list.
    private mutating func append(_ item: PackItem, keeping number: Int? = nil, start: Int) throws {
        if items.count > start, let last = items.last, !last.precedes(item) {
            throw reader.damaged("'\(item.path)' is out of order, or occurs twice")
        }
        guard UInt64(items.count) < head.resultLength / Self.itemLengthMin else {
            throw reader.damaged("it has more items than \(head.resultLength) bytes can hold")
        }
        items.append(item)
        kept.append(number)
    }

    private mutating func keep(_ range: Range<Int>, start: Int) throws {
        guard let first = range.first else { return }
        for number in range { _ = try use(number) }
        try append(base.items[first], keeping: first, start: start)
        // The items of the base are in order.
        items += base.items[range.dropFirst()]
        for number in range.dropFirst() { kept.append(number) }
    }

    /// A name shares its beginning with the name of the item before it.
    private mutating func name(_ kind: IndexRecordKind, after last: PackItem?) throws -> PackItem.Name {
        let shared = try reader.varint()
        let rest = try reader.bytes(try reader.varint())
        let before = last.map { Array($0.path.string.utf8) } ?? []
        guard shared <= before.count else { throw reader.damaged("a name shares more than the one before it has") }
        nameBytes += shared + rest.count
        guard nameBytes <= Self.nameExpansionMax * reader.bytes.count else {
            throw reader.damaged("its names are too long")
        }
        let text = try rethrow(as: { reader.damaged("a name \($0)") }) { () throws(InvalidText) in
            try String(checking: before[..<shared] + rest)
        }
        let scale = kind == .image ? Scale(try reader.varint()) : .one
        guard let scale else { throw reader.damaged("'\(text)' has a scale that does not exist") }
        return try rethrow(as: { reader.damaged("the name '\(text)' \($0.explanation)") }) { () throws(InvalidPath) in
            kind == .image ? .image(try LogicalName(text), scale) : .resource(try PortablePath(text))
        }
    }

    /// - Parameter changed: the item of the base with the same name.
    private mutating func readContent(
        of item: inout PackItem, _ kind: IndexRecordKind, changing changed: Int?
    ) throws {
        if kind == .image {
            item.size = PixelSize(
                width: UInt32(truncatingIfNeeded: try reader.varint()),
                height: UInt32(truncatingIfNeeded: try reader.varint()))
            let templateCount = head.theme.templates.count
            let template = templateCount > 0 ? try reader.varint() : 0
            guard template <= templateCount else { throw reader.damaged("'\(item.path)' has an unknown template") }
            item.template = UInt16(template)
        }
        let source = try reader.varint()
        if head.hasPatches, source == isUsed.count + 1, let changed {
            item.stored = try patched(base.part(ofItem: changed).range)
        } else {
            item.stored = source == 0 ? try newData() : try use(source - 1)
        }
    }

    private mutating func use(_ number: Int) throws -> DataReference {
        guard number < isUsed.count, !isUsed[number] else {
            throw reader.damaged("it uses an item of the base twice, or one that does not exist")
        }
        isUsed[number] = true
        parts.append(base.part(ofItem: number))
        return base.items[number].stored
    }

    private mutating func newData() throws -> DataReference {
        let start = addition.count
        try take(try reader.varint())
        return try reference(from: start)
    }

    /// Takes ranges of the base's data and new data in turns.
    private mutating func patched(_ old: Range<Int>) throws -> DataReference {
        let start = addition.count
        let count = try reader.varint()
        matchCount += count
        guard matchCount <= DeltaPatch.matchesMax else { throw reader.damaged("it has too many patches") }
        var next = old.lowerBound
        for _ in 0..<count {
            let skipped = try reader.varint()
            let copied = try reader.varint()
            let inserted = try reader.varint()
            guard skipped + copied <= old.upperBound - next else {
                throw reader.damaged("a patch goes beyond the data that it changes")
            }
            addition.append(next + skipped..<next + skipped + copied, ofBase: true)
            next += skipped + copied
            try take(inserted)
        }
        return try reference(from: start)
    }

    private mutating func take(_ length: Int) throws {
        guard length <= data.count - dataOffset else {
            throw reader.damaged("it has \(data.count) bytes, its head describes more")
        }
        addition.append(dataOffset..<dataOffset + length, ofBase: false)
        dataOffset += length
    }

    /// Makes a part of the last bytes of the addition, and computes its digest.
    private mutating func reference(from start: Int) throws -> DataReference {
        var hasher = ContentHasher()
        var checksum = CRC32()
        try addition.forEachPiece(of: start..<addition.count) {
            hasher.update($0)
            checksum.update($0)
        }
        parts.append(PackAssembly.Part(source: .addition, range: start..<addition.count, checksum: checksum.value))
        return DataReference(length: UInt64(addition.count - start), digest: hasher.digest)
    }
}

/// An operation on a run of a pack's items. A word of the script is `count << 2 | operation`; the word 0 keeps the
/// rest and ends the list.
enum DeltaOperation: Int {
    case keep = 0
    case remove = 1
    /// The items keep their names. Their new contents follow.
    case change = 2
    /// Names and contents follow.
    case add = 3
}

/// The operation on the settings. It is the first number of a script.
enum DeltaSettings {
    static let none = 0
    static let kept = 1
    /// The length follows.
    static let new = 2
    /// A patch of those of the base follows.
    static let patched = 3
}
