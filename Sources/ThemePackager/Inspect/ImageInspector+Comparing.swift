import ThemeProject

extension ImageInspector {
    /// Returns whether an image's data equals its default's. Reads the files only if that is not known.
    func isSame(_ image: OpenedImage, as defaultImage: inout OpenedImage?) -> Bool {
        guard var other = defaultImage else { return false }
        if let stamp = image.stamp, let past = recorder?.known[stamp]?.comparison, past.defaultStamp == other.stamp {
            return past.isSame
        }
        defer { defaultImage = other }
        if other.head == nil { other.head = try? head(of: other.number) }
        guard let head = other.head, let structure = image.head?.structure ?? wholeStructure(of: image.number) else {
            return false
        }
        switch structure.compare(with: head.structure, otherIsWhole: head.isWhole) {
        case .same: return true
        case .different: return false
        case .undecided:
            guard let whole = wholeStructure(of: other.number) else { return false }
            other.head = ImageHead(structure: whole, stamp: head.stamp, isWhole: true)
            return structure.compare(with: whole, otherIsWhole: true) == .same
        }
    }

    /// Reads the pixels of the default only if those of the image make an error possible.
    func contentError(of image: OpenedImage, _ defaultImage: OpenedImage?) -> ImageError? {
        guard let defaultImage, let content = image.facts.content,
            content.isBlank || image.facts.hasAlpha && content.isOpaque && defaultImage.facts.hasAlpha,
            let other = defaultImage.facts.content ?? self.content(of: defaultImage.number)
        else { return nil }
        if content.isBlank {
            guard !other.isBlank else { return nil }
            return ImageError(
                .imageBlank,
                content.isTransparent
                    ? "shows nothing: every pixel is transparent" : "shows nothing: every pixel has the same color",
                hint: "export it again; was a layer hidden?")
        }
        guard image.facts.hasAlpha, content.isOpaque, defaultImage.facts.hasAlpha, !other.isOpaque else { return nil }
        return ImageError(
            .imageAlpha, "has an alpha channel, but every pixel is opaque; its default has transparent ones",
            hint: "export it with a transparent ground")
    }
}

extension ImageError {
    static var identical: ImageError {
        ImageError(
            .imageIdentical, "is the same image as its default", hint: "remove it: without it, the default is used")
    }
}
