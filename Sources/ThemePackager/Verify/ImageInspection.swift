import ThemeModel

/// Reads images and says whether they are sound. Safe to use from several threads.
struct ImageInspection: Sendable {
    let project: Project
    /// Where the packager will want the bytes; `nil` where nothing is to be packed.
    let budget: MemoryBudget?

    /// How much of a default is read at first: its header, and enough image data to see that a themed one differs.
    private static let headLength = 4096

    /// Far more than any colour profile has, and little enough that it cannot inflate to a gigabyte.
    private static let compressedExtrasMax = 524_288

    /// One default image with all that replaces it, so that each file is read once, whatever the number of themes.
    struct Group: Sendable {
        let variant: ImageFile.Variant
        var original: ImageFile?
        var themed: [(theme: Int, file: ImageFile)] = []
    }

    struct Outcome: Sendable {
        /// `nil` where there is no default, or it cannot be told.
        var originalFacts: ImageFacts?
        /// Only if the default was to be verified itself, and is sound.
        var original: SoundImage?
        /// In the order of the group's; `nil` for what is not sound.
        var themed: [SoundImage?] = []
        var complaints: [Complaint] = []
    }

    /// What is wrong with an image, in itself or beside its default.
    struct Complaint: Error, Sendable {
        var rule: Rule
        var file: ImageFile
        /// `nil` for the default.
        var theme: Int?
        var message: String
        var actual: String?
        var hint: String?
        var original: ImageFile?
    }

    /// - Parameter verifiesOriginal: whether the default is to be decoded as well, and not only looked at.
    func inspect(_ group: Group, verifiesOriginal: Bool) -> Outcome {
        var outcome = Outcome()
        var head: Head?
        if let file = group.original {
            do throws(Complaint) {
                if verifiesOriginal {
                    let (structure, image) = try decode(file, theme: nil)
                    outcome.original = image
                    head = Head(structure: structure, isWhole: true)
                } else {
                    head = try self.head(of: file)
                }
                outcome.originalFacts = head.map { ImageFacts($0.structure) }
            } catch {
                outcome.complaints.append(error)
                // What a pack is verified against does not depend on how closely the default was looked at.
                outcome.originalFacts = (try? self.head(of: file)).map { ImageFacts($0.structure) }
            }
        }
        for (theme, file) in group.themed {
            do throws(Complaint) {
                let (structure, image) = try decode(file, theme: theme)
                outcome.themed.append(image)
                if let original = group.original, isSame(structure, as: &head, of: original) {
                    outcome.complaints.append(
                        Complaint(
                            rule: .imageIdentical, file: file, theme: theme,
                            message: "is the same picture as its default",
                            hint: "remove it: the default serves as well",
                            original: original))
                }
            } catch {
                outcome.themed.append(nil)
                outcome.complaints.append(error)
            }
        }
        return outcome
    }

    private struct Head {
        var structure: PNGStructure
        var isWhole: Bool
    }

    /// Reads the file whole and decodes it.
    private func decode(_ file: ImageFile, theme: Int?) throws(Complaint) -> (PNGStructure, SoundImage) {
        let bytes = try read(file, theme: theme, first: nil).bytes
        let structure = try structure(of: bytes, file, theme: theme)
        try hold(structure.size, file, theme: theme)
        try hold(extras: structure.compressedExtras, file, theme: theme)
        do {
            try PNGDecoder.decode(bytes, limits: project.limits)
        } catch {
            throw Complaint(
                rule: .imageCorrupt, file: file, theme: theme, message: "is damaged: \(error.reason)",
                hint: "export it again")
        }
        let content = budget.map {
            VerifiedBytes(bytes, location: project.location(of: file.file, in: file.folder), keeping: $0)
        }
        return (structure, SoundImage(facts: ImageFacts(structure), content: content))
    }

    /// As much of a default as a comparison needs.
    private func head(of file: ImageFile) throws(Complaint) -> Head {
        let start = try read(file, theme: nil, first: Self.headLength)
        let isWhole = start.bytes.count == start.size
        if !isWhole, let structure = try? PNGStructure(start.bytes), structure.isTelling {
            return Head(structure: structure, isWhole: false)
        }
        let bytes = isWhole ? start.bytes : try read(file, theme: nil, first: nil).bytes
        return Head(structure: try structure(of: bytes, file, theme: nil), isWhole: true)
    }

    private func isSame(_ structure: PNGStructure, as head: inout Head?, of original: ImageFile) -> Bool {
        guard let known = head else { return false }
        switch structure.compare(with: known.structure, isWhole: known.isWhole) {
        case .same: return true
        case .different: return false
        case .undecided:
            guard let bytes = try? read(original, theme: nil, first: nil).bytes,
                let whole = try? PNGStructure(bytes)
            else { return false }
            head = Head(structure: whole, isWhole: true)
            return structure.compare(with: whole, isWhole: true) == .same
        }
    }

    private func read(_ file: ImageFile, theme: Int?, first: Int?) throws(Complaint) -> FileContents {
        let contents: FileContents
        do {
            contents = try project.fileSystem.read(
                project.location(of: file.file, in: file.folder), first: first, limit: project.limits.imageBytes)
        } catch {
            var rule = Rule.fileKind
            if case .tooLarge = error { rule = .imageLimits }
            throw Complaint(rule: rule, file: file, theme: theme, message: error.explanation, hint: error.hint)
        }
        guard contents.size > 0 else {
            throw Complaint(
                rule: .imageCorrupt, file: file, theme: theme, message: "is empty", hint: "export it again")
        }
        return contents
    }

    private func structure(of bytes: [UInt8], _ file: ImageFile, theme: Int?) throws(Complaint) -> PNGStructure {
        var complaint = Complaint(rule: .imageCorrupt, file: file, theme: theme, message: "", hint: "export it again")
        do throws(PNGStructure.Failure) {
            return try PNGStructure(bytes)
        } catch {
            switch error {
            case .notPNG:
                let kind = ImageKind.name(of: bytes)
                (complaint.rule, complaint.actual) = (.imageFormat, kind)
                complaint.message = kind.map { "is named .png, but is \($0)" } ?? "is named .png, but is no PNG"
                complaint.hint = "export it as PNG"
            case .crushed:
                (complaint.rule, complaint.actual) = (.imageFormat, "CgBI")
                complaint.message = "is in Apple's CgBI format, as Xcode writes it into an app, not a standard PNG"
                complaint.hint = "undo it: xcrun -sdk iphoneos pngcrush -revert-iphone-optimizations IN OUT"
            case .broken(let reason): complaint.message = "is damaged: \(reason)"
            case .incomplete: complaint.message = "is damaged: the file ends within its header"
            }
            throw complaint
        }
    }

    /// Decoding passes compressed text over, but what opens the picture later may inflate it.
    private func hold(extras: Int, _ file: ImageFile, theme: Int?) throws(Complaint) {
        guard extras > Self.compressedExtrasMax else { return }
        throw Complaint(
            rule: .imageLimits, file: file, theme: theme,
            message:
                "has \(extras) bytes of compressed text or colour profiles, allowed are \(Self.compressedExtrasMax)",
            hint: "export it without metadata: they could inflate to gigabytes")
    }

    /// Known from the header, before libpng allocates a row.
    private func hold(_ size: PixelSize, _ file: ImageFile, theme: Int?) throws(Complaint) {
        let excess: String
        if size.width == 0 || size.height == 0 {
            throw Complaint(
                rule: .imageCorrupt, file: file, theme: theme, message: "is damaged: its header says \(size) px",
                hint: "export it again")
        } else if size.width > project.limits.imageWidth {
            excess = "at most \(project.limits.imageWidth) px wide"
        } else if size.height > project.limits.imageHeight {
            excess = "at most \(project.limits.imageHeight) px high"
        } else if UInt64(size.width) * UInt64(size.height) > UInt64(project.limits.imagePixels) {
            excess = "at most \(project.limits.imagePixels) pixels"
        } else {
            return
        }
        throw Complaint(
            rule: .imageLimits, file: file, theme: theme, message: "\(size) px is too large, allowed are \(excess)",
            actual: size.description, hint: "scale it down, or set \"limits\" in themepack.json")
    }
}

/// What a file that is no PNG is, by its first bytes.
enum ImageKind {
    static func name(of bytes: [UInt8]) -> String? {
        let marks: [(String, Int, [UInt8])] = [
            ("a JPEG", 0, [0xFF, 0xD8, 0xFF]), ("a GIF", 0, Array("GIF8".utf8)), ("a WebP", 8, Array("WEBP".utf8)),
            ("a TIFF", 0, [0x49, 0x49, 0x2A, 0]), ("a TIFF", 0, [0x4D, 0x4D, 0, 0x2A]),
            ("a PDF", 0, Array("%PDF".utf8)),
            ("a BMP", 0, Array("BM".utf8)), ("a HEIC", 4, Array("ftyphei".utf8)), ("an SVG", 0, Array("<svg".utf8)),
            ("a zip archive", 0, Array("PK".utf8)), ("a Photoshop document", 0, Array("8BPS".utf8)),
        ]
        return marks.first { bytes.dropFirst($0.1).starts(with: $0.2) }?.0
    }
}
