import System

/// Mounts a pack and asks it for everything. Returns the answers, or the reason why there are none.
func answers(_ bytes: [UInt8], _ mode: MountMode) -> String {
    do throws(ThemeError) {
        let copy = Bytes(bytes)
        let memory = try PackMemory(copying: copy.bytes, path: "pack")
        let pack = try ThemePack(memory: memory, path: "pack", mode: mode)
        var text = "\(pack.theme.id.string) \(pack.theme.version.description)"
        let contents = try pack.contents()
        for image in contents.images {
            text += " \(image.name.description)"
            for variant in image.variants {
                text += " \(variant.size.width)x\(variant.size.height) \(variant.stored.length)"
            }
        }
        for resource in contents.resources { text += " \(resource.path.string) \(resource.stored.length)" }
        guard pack.theme.id == .default else { return text }
        let library = try ThemeLibrary(default: pack)
        let theme = library.defaultTheme
        for image in contents.images {
            for scale in [Scale.one, .three] {
                guard let image = try theme.image(ImageKey(image.name), scale: scale) else { continue }
                let served = try image.bytes()
                text += " " + served.withUnsafeBytes { ContentDigest(of: $0) }.description
            }
        }
        try theme.readSettings()
        if let color = try? theme.color("Color.title") { text += " \(color.description)" }
        return text
    } catch {
        return "error: \(error.description)"
    }
}

/// FNV-1a over texts.
struct Digest {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    mutating func add(_ text: String) { for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 } }
}

/// A sound pack, and where its index has checksums.
struct SoundPack {
    static let indexStart = 35
    let bytes: [UInt8]
    let headerEnd: Int
    /// The blocks of the index, with their slots.
    private(set) var blocks: [(range: Range<Int>, slot: Int)] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        headerEnd = Self.indexStart + Int(Self.number(in: bytes, at: Self.indexStart + 12))
        for slot in 0..<Int(Self.number(in: bytes, at: Self.indexStart + 32)) {
            let offset = Int(Self.number(in: bytes, at: headerEnd + 8 * slot))
            guard offset != 0 else { continue }
            let start = Self.indexStart + offset
            blocks.append((start..<start + Int(Self.number(in: bytes, at: start + 8)), slot))
        }
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    }

    private static func set(_ bytes: inout [UInt8], _ offset: Int, _ count: Int, to number: UInt64) {
        for byte in 0..<count { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)) }
    }

    private static func seal(_ bytes: inout [UInt8], _ range: Range<Int>, at offset: Int, seed: UInt64) {
        let copy = Bytes(Array(bytes[range]))
        set(&bytes, offset, 8, to: XXHash64.hash(copy.bytes, seed: seed))
    }

    /// Returns the pack with another number at a place of the index, and with right checksums.
    func forged(_ offset: Int, _ count: Int, _ number: UInt64) -> [UInt8] {
        var forged = bytes
        Self.set(&forged, offset, count, to: number)
        let slots = blocks.map { headerEnd + 8 * $0.slot }
        if slots.contains(offset) { Self.set(&forged, offset + 4, 4, to: ~number) }
        Self.seal(&forged, Self.indexStart..<headerEnd - 8, at: headerEnd - 8, seed: 0)
        for (block, slot) in blocks {
            Self.seal(&forged, block.lowerBound + 8..<block.upperBound, at: block.lowerBound, seed: UInt64(slot))
        }
        return forged
    }
}

/// Prints what a pack answers, and a digest of what it answers with each number of its index replaced.
@_cdecl("check_pack")
public func check(_ path: UnsafePointer<CChar>) {
    let path = String(cString: path)
    guard let file = try? RegularFile(path), let bytes = file.bytes() else { fatalError("\(path) cannot be read") }
    let answer = answers(bytes, .checkedAtMount)
    print("\(path) \(answer)")
    if answer.hasPrefix("error") { return }
    let pack = SoundPack(bytes)
    let end = pack.blocks.map { $0.range.upperBound }.max() ?? pack.headerEnd
    // 32 bits do not hold them, or their sums.
    let numbers: [UInt64] = [
        0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFF, 1 << 32, 0x7FFF_FFFF_FFFF_FFF0, 1 << 63, .max,
    ]
    var digest = Digest()
    var sound = 0
    for offset in stride(from: SoundPack.indexStart + 8, to: min(end, 1000) - 8, by: 4) {
        for number in numbers {
            for size in [4, 8] {
                let forged = pack.forged(offset, size, number)
                for mode in [MountMode.checkedWhenRead, .trusted] {
                    let answer = answers(forged, mode)
                    if !answer.hasPrefix("error") { sound += 1 }
                    digest.add(answer)
                }
            }
        }
    }
    print("  \(sound) forged ones are read, digest \(digest.value)")
}
