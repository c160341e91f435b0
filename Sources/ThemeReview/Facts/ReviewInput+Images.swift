@_spi(Chain) import ThemeModel
import ThemeProject

extension ReviewInput {
    /// Returns every name that the default theme or a theme has, with its variants there.
    func images(of theme: Int, _ names: [Range<Int>]) -> [ReviewedImage] {
        var images: [ReviewedImage] = []
        images.reserveCapacity(names.count)
        let links = themes[theme].chain.map { link in
            Link(
                owner: themes[link].isDefault ? nil : link, hasOtherContract: themes[link].hasOtherContract,
                files: files)
        }
        for range in names {
            let named = NamedVariants(variants[range], themes[theme].isDefault ? nil : theme)
            guard !named.defaults.isEmpty || !named.themed.isEmpty else { continue }
            let shown = ImageLookup.answer(for: variants[range], in: links).get()?.variants
            images.append(
                ReviewedImage(
                    name: variants[range.lowerBound].name, variants: reviewed(named, shown, theme),
                    shownFiles: shown?.ids ?? []))
        }
        return images
    }

    /// The variants of one name that matter to one theme. In ascending order of scales.
    private struct NamedVariants {
        let defaults: [Variant]
        /// Empty for the default theme.
        let themed: [Variant]

        init(_ variants: ArraySlice<Variant>, _ theme: Int?) {
            defaults = variants.filter { $0.theme == nil }
            themed = theme == nil ? [] : variants.filter { $0.theme == theme }
        }
    }

    /// A theme of a chain that has the sound images of the variants of a name.
    private struct Link: ImageLink {
        /// `nil` for the default theme.
        let owner: Int?
        let hasOtherContract: Bool
        let files: [ReviewedFile]

        func variants(of name: ArraySlice<Variant>) -> Result<VariantList<Int>?, Never> {
            .success(VariantList(files, name.filter { $0.theme == owner && files[$0.file].isSound }))
        }
    }

    private func reviewed(
        _ named: NamedVariants, _ shown: VariantList<Int>?, _ theme: Int
    ) -> [ReviewedVariant] {
        let defaultScales = named.defaults.map(\.scale)
        let scales = (defaultScales + named.themed.map(\.scale).filter { !defaultScales.contains($0) }).sorted()
        return scales.map { scale in
            let themedFile = named.themed.first { $0.scale == scale }?.file
            return ReviewedVariant(
                scale: scale, defaultFile: named.defaults.first { $0.scale == scale }?.file, themedFile: themedFile,
                shownFile: shown?.best(for: scale).id,
                state: state(of: themedFile, at: scale, named, isDefaultTheme: themes[theme].isDefault))
        }
    }

    private func state(
        of themedFile: Int?, at scale: Scale, _ named: NamedVariants, isDefaultTheme: Bool
    ) -> ReviewedState {
        if isDefaultTheme {
            return named.defaults.contains { $0.scale == scale && !files[$0.file].isSound } ? .damaged : .isDefault
        }
        guard let themedFile else { return named.themed.isEmpty ? .inherited : .missingScale }
        let file = files[themedFile]
        guard file.isSound, let size = file.size else { return .damaged }
        guard !named.defaults.isEmpty else { return hasDefaults ? .missingDefault : .replaced }
        guard let expected = VariantList(files, named.defaults)?.best(for: scale) else { return .replaced }
        return size.agrees(at: scale, with: expected.size, at: expected.scale, within: tolerance)
            ? .replaced : .mismatch
    }
}

extension VariantList<Int> {
    /// The variants whose sizes are known.
    fileprivate init?(_ files: [ReviewedFile], _ variants: some Sequence<ReviewInput.Variant>) {
        self.init(
            variants.compactMap { variant in
                files[variant.file].size.map { Variant(variant.file, variant.scale, $0) }
            })
    }
}
