/// A rule that an image breaks, by its own bytes or compared with its default, and the message about it.
package struct ImageError: Error, Hashable, Sendable {
    package var rule: Rule
    package var message: String
    package var actual: String?
    package var hint: String?

    package init(_ rule: Rule, _ message: String, actual: String? = nil, hint: String? = nil) {
        self.rule = rule
        self.message = message
        self.actual = actual
        self.hint = hint
    }
}

extension ImageError {
    /// The run reports the limit once, for all images that were not decoded.
    package static var tooMuchWork: ImageError {
        ImageError(.workLimit, "was not decoded: the images of this run are much larger than their files")
    }

    package init(_ error: FileError) {
        let isTooLarge = if case .tooLarge = error { true } else { false }
        self.init(isTooLarge ? .imageLimits : .fileKind, error.explanation, hint: error.hint)
    }

    package static var empty: ImageError { ImageError(.imageCorrupt, "is empty", hint: "export it again") }

    package static func damaged(_ reason: String) -> ImageError {
        ImageError(.imageCorrupt, "is damaged: \(reason)", hint: "export it again")
    }

    package init(_ error: PNGError, in bytes: [UInt8]) {
        switch error {
        case .notPNG:
            let kind = ImageKind(of: bytes)
            self.init(
                .imageFormat, "is named .png, but is \(kind?.name ?? "not a PNG")",
                actual: StandIn(bytes, at: "image.png")?.kind ?? kind?.name,
                hint: kind?.hint ?? "export it as PNG")
        case .crushed:
            self.init(
                .imageFormat, "is in Apple's CgBI format, as Xcode writes it into an app, not a standard PNG",
                actual: "CgBI", hint: "undo it: xcrun -sdk iphoneos pngcrush -revert-iphone-optimizations IN OUT")
        case .broken(let reason): self = .damaged(reason)
        case .incomplete: self = .damaged("the file ends within its header")
        }
    }
}

extension PNGStructure {
    /// Reads the structure of an image file, or of its first bytes.
    package init(image bytes: [UInt8]) throws(ImageError) {
        guard !bytes.isEmpty else { throw .empty }
        do throws(PNGError) { try self.init(bytes) } catch { throw ImageError(error, in: bytes) }
    }
}

extension ImageError {
    /// Returns an error about data that every decoder skips; `nil` if there is none. Counts bytes.
    ///
    /// - Parameters:
    ///   - afterEnd: after the IEND chunk.
    ///   - afterStream: in IDAT chunks, after the compressed image.
    ///   - afterRows: in the compressed image, after the last row.
    package static func trailingData(afterEnd: Int, afterStream: Int = 0, afterRows: Int = 0) -> ImageError? {
        func bytes(_ count: Int, _ place: String) -> String? {
            count == 0 ? nil : "\(count.counting("byte")) after its \(place)"
        }
        let found = [bytes(afterEnd, "end"), bytes(afterStream, "image data"), bytes(afterRows, "last row")]
            .compactMap { $0 }
        guard !found.isEmpty else { return nil }
        return ImageError(
            .imageTrailingData, "has \(found.joined(separator: " and ")), which no program shows",
            actual: found.joined(separator: ", "),
            hint: "export it again; \"rules\" in themepack.json can lower this one, because decoders skip these bytes")
    }
}

extension PNGStructure {
    /// The error of an image that programs show in different ways; `nil` for an upright one.
    package var orientationError: ImageError? {
        guard let orientation else { return nil }
        let sides = orientation.exchangesSides ? ", with \(PixelSize(width: size.height, height: size.width)) px" : ""
        return ImageError(
            .imageOrientation,
            "has the orientation \(orientation.number) in its metadata (eXIf): some programs show it "
                + orientation.meaning + sides, actual: String(orientation.number),
            hint: "browsers, iOS and macOS turn it, Android and libpng do not: turn the pixels, and export it without "
                + "metadata")
    }
}

extension ProjectLimits {
    package func check(_ image: PNGStructure) throws(ImageError) {
        let size = image.size
        if size.width == 0 || size.height == 0 {
            throw .damaged("its header says \(size) px")
        }
        let allowed: String? =
            if size.width > imageWidth {
                "\(imageWidth) px wide"
            } else if size.height > imageHeight {
                "\(imageHeight) px high"
            } else if UInt64(size.width) * UInt64(size.height) > UInt64(imagePixels) {
                "\(imagePixels) pixels"
            } else {
                nil
            }
        if let allowed {
            throw ImageError(
                .imageLimits, "has \(size) px; the limit is \(allowed)", actual: size.description,
                hint: "scale it down, or set \"limits\" in themepack.json")
        }
        // Verification does not inflate these bytes, but an app that opens the image may.
        for (count, limit, name, kind) in [
            (image.compressedExtraBytes, imageExtraBytes, "imageExtraBytes", "compressed text or color profiles"),
            (
                image.metadataBytes, imageMetadataBytes, "imageMetadataBytes",
                "metadata, such as text and color profiles"
            ),
        ] where count > limit {
            throw ImageError(
                .imageLimits, "has \(count) bytes of \(kind), more than the limit of \(limit)", actual: String(count),
                hint: "export it without metadata, or strip it: 'oxipng --strip all FILE'; or set "
                    + "\"limits\": {\"\(name)\": \(count)} in themepack.json")
        }
    }
}
