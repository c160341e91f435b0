import ThemeModel
import ThemeProject

extension ReviewInput {
    /// Returns every name that the default theme or a theme has, with its variants there.
    func images(of theme: Int, _ names: [Range<Int>]) -> [ReviewedImage] {
        var images: [ReviewedImage] = []
        images.reserveCapacity(names.count)
        for range in names {
            let named = NamedVariants(variants[range], themes[theme].isDefault ? nil : theme)
            guard !named.defaults.isEmpty || !named.themed.isEmpty else { continue }
            images.append(
                ReviewedImage(
                    name: variants[range.lowerBound].name, variants: reviewed(named, variants[range], theme)))
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

    private func reviewed(
        _ named: NamedVariants, _ all: ArraySlice<Variant>, _ theme: Int
    ) -> [ReviewedVariant] {
        let defaultScales = named.defaults.map(\.scale)
        let scales = (defaultScales + named.themed.map(\.scale).filter { !defaultScales.contains($0) }).sorted()
        let shown = shownVariants(all, theme)
        return scales.map { scale in
            let (defaultFile, themedFile) = (
                named.defaults.first { $0.scale == scale }?.file, named.themed.first { $0.scale == scale }?.file
            )
            let best = scale.best(of: shown.map(\.scale))
            return ReviewedVariant(
                scale: scale, defaultFile: defaultFile, themedFile: themedFile,
                shownFile: shown.first { $0.scale == best }?.file,
                state: state(of: themedFile, at: scale, named, isDefaultTheme: themes[theme].isDefault))
        }
    }

    /// Returns the sound variants of the first theme of the chain that has any.
    private func shownVariants(_ all: ArraySlice<Variant>, _ theme: Int) -> [Variant] {
        for link in themes[theme].chain {
            let owner = themes[link].isDefault ? nil : link
            let own = all.filter { $0.theme == owner && files[$0.file].isSound }
            if !own.isEmpty { return own }
        }
        return []
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
        let known = named.defaults.filter { files[$0.file].size != nil }
        guard let nearest = scale.best(of: known.map(\.scale)),
            let expected = known.first(where: { $0.scale == nearest }).flatMap({ files[$0.file].size })
        else { return .replaced }
        return size.agrees(at: scale, with: expected, at: nearest) ? .replaced : .mismatch
    }
}
