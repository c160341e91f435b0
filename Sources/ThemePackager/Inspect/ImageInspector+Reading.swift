import ThemeProject

extension ImageInspector {
    /// Usually enough image data to show that another image differs.
    private static let headLength = 4096

    /// `nil` if the image is not sound, or too large.
    func content(of number: Int) -> PixelContent? {
        guard let bytes = try? read(number, first: nil).bytes, let structure = try? PNGStructure(bytes),
            (try? project.limits.check(structure)) != nil
        else { return nil }
        let decoded = try? PNGDecoder.decode(structure, limits: project.limits, project.budget, wantsGrid: false)
        guard let decoded else { return nil }
        return decoded.content ?? PixelContent(decoding: bytes, limits: project.limits, wantsGrid: false)
    }

    func head(of number: Int) throws(ImageDefect) -> ImageHead {
        let start = try read(number, first: Self.headLength)
        let isWhole = start.bytes.count == start.size
        if !isWhole, let structure = try? PNGStructure(start.bytes), structure.hasImageData {
            return ImageHead(structure: structure, stamp: start.stamp, isWhole: false)
        }
        let contents = isWhole ? start : try read(number, first: nil)
        let structure = try structure(of: contents.bytes, number)
        return ImageHead(structure: structure, stamp: contents.stamp, isWhole: true)
    }

    func wholeStructure(of number: Int) -> PNGStructure? {
        (try? read(number, first: nil).bytes).flatMap { try? PNGStructure($0) }
    }

    func read(_ number: Int, first: Int?) throws(ImageDefect) -> FileContents {
        let contents: FileContents
        do {
            contents = try project.fileSystem.read(
                images.location(number), first: first, limit: project.limits.imageBytes)
        } catch {
            throw ImageDefect(ImageError(error), number: number)
        }
        guard contents.size > 0 else { throw ImageDefect(.empty, number: number) }
        return contents
    }

    func structure(of bytes: [UInt8], _ number: Int) throws(ImageDefect) -> PNGStructure {
        do throws(PNGError) {
            return try PNGStructure(bytes)
        } catch {
            throw ImageDefect(ImageError(error, in: bytes), number: number)
        }
    }
}
