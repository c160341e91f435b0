import ThemeProject

/// The metadata of a JPEG or a WebP: its orientation, whether it is animated, and its color profile.
struct ImageMetadata {
    private(set) var orientation = ImageOrientation.upright
    private(set) var isAnimated = false
    /// The color profile, unless it means what no profile means, sRGB. Of a HEIC, it is only a number.
    private(set) var profile: [UInt8]?

    init(of bytes: [UInt8], _ format: ImageFormat) {
        switch format {
        case .jpeg: readJPEG(bytes[...])
        case .webp: readWebP(bytes[...])
        case .heic: readHEIC(bytes)
        case .png, .pdf, .svg, .androidVector: break
        }
    }

    /// Reads the segments before the pixels: a marker of two bytes, a length of two, which counts itself, and data.
    private mutating func readJPEG(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.dropFirst(2)
        // A profile can be in several segments: the name, a number from 1, how many there are, and a part.
        var parts: [UInt8: ArraySlice<UInt8>] = [:]
        defer { setProfile(parts.sorted { $0.key < $1.key }.flatMap(\.value)) }
        while rest.first == 0xFF {
            // Any number of bytes FF can come before a marker.
            rest = rest.drop { $0 == 0xFF }
            guard let marker = rest.first, marker != 0xDA, let length = rest.number(at: 1, 2), length >= 2,
                rest.count > length
            else { return }
            let data = rest.dropFirst(3).prefix(length - 2)
            if marker == 0xE1, data.starts(with: "Exif\0\0".utf8) {
                setOrientation(data)
            } else if marker == 0xE2, data.starts(with: "ICC_PROFILE\0".utf8), let number = data.dropFirst(12).first {
                parts[number] = data.dropFirst(14)
            }
            rest = rest.dropFirst(1 + length)
        }
    }

    /// Reads the primaries that a color box has as a number: ISO 23001-8. 1 and 2 are those of sRGB and unknown ones.
    /// The program writes a profile into the PNG, but not these.
    private mutating func readHEIC(_ bytes: [UInt8]) {
        guard bytes.firstRange(of: Array("colrprof".utf8)) == nil,
            let box = bytes.firstRange(of: Array("colrnclx".utf8)),
            let primaries = bytes[box.upperBound...].number(at: 0, 2), !(1...2).contains(primaries)
        else { return }
        profile = [UInt8(truncatingIfNeeded: primaries)]
    }

    /// Reads the chunks of an extended file: a name, a length and data, padded to an even length.
    /// https://developers.google.com/speed/webp/docs/riff_container
    private mutating func readWebP(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes.dropFirst(12)
        while let length = rest.number(at: 4, 4, isLittle: true), rest.count >= 8 + length {
            let data = rest.dropFirst(8).prefix(length)
            if rest.starts(with: "ICCP".utf8) {
                setProfile(Array(data))
            } else if rest.starts(with: "ANIM".utf8) {
                isAnimated = true
            } else if rest.starts(with: "EXIF".utf8) {
                setOrientation(data)
            }
            rest = rest.dropFirst(8 + length + length % 2)
        }
    }

    private mutating func setProfile(_ bytes: [UInt8]) {
        if !bytes.isEmpty, ColorProfile(bytes)?.isSRGB != true { profile = bytes }
    }

    /// A WebP can have the name that comes before the TIFF file in a JPEG.
    private mutating func setOrientation(_ exif: ArraySlice<UInt8>) {
        let name = Array("Exif\0\0".utf8)
        let tiff = exif.starts(with: name) ? exif.dropFirst(name.count) : exif
        if let found = Self.orientation(inExif: tiff) { orientation = found }
    }

    /// Returns the tag 0x0112 of a TIFF file's first directory.
    private static func orientation(inExif tiff: ArraySlice<UInt8>) -> ImageOrientation? {
        let isLittle = tiff.starts(with: "II".utf8)
        guard isLittle || tiff.starts(with: "MM".utf8), let directory = tiff.number(at: 4, 4, isLittle: isLittle),
            let count = tiff.number(at: directory, 2, isLittle: isLittle)
        else { return nil }
        for entry in 0..<count {
            let offset = directory + 2 + entry * 12
            guard let tag = tiff.number(at: offset, 2, isLittle: isLittle) else { return nil }
            guard tag != 0x0112 else {
                return tiff.number(at: offset + 8, 2, isLittle: isLittle).flatMap(ImageOrientation.init(rawValue:))
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Returns a number of at most four bytes; `nil` if it is not in the bytes.
    func number(at offset: Int, _ length: Int, isLittle: Bool = false) -> Int? {
        let bytes = dropFirst(offset).prefix(length)
        guard bytes.count == length else { return nil }
        let ordered = isLittle ? Array(bytes.reversed()) : Array(bytes)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The turn that makes stored pixels upright: the values 1 to 8 of Exif's tag `Orientation`.
enum ImageOrientation: Int {
    case upright = 1
    case mirrored, halfTurned, flipped, transposed, turnedRight, transversed, turnedLeft

    func upright(_ pixels: Pixels) -> Pixels {
        guard self != .upright else { return pixels }
        let width = pixels.width
        let height = pixels.height
        let isTurned = rawValue >= Self.transposed.rawValue
        let size = isTurned ? PixelSize(width: pixels.size.height, height: pixels.size.width) : pixels.size
        return pixels.moved(to: size) { x, y in
            switch self {
            case .upright: (x, y)
            case .mirrored: (width - 1 - x, y)
            case .halfTurned: (width - 1 - x, height - 1 - y)
            case .flipped: (x, height - 1 - y)
            case .transposed: (y, x)
            case .turnedRight: (y, height - 1 - x)
            case .transversed: (width - 1 - y, height - 1 - x)
            case .turnedLeft: (width - 1 - y, x)
            }
        }
    }
}
