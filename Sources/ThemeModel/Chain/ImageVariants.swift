/// The images of one name in one theme: one for each scale that it has, at least one.
@_spi(Chain) public protocol ImageVariants {
    associatedtype Variant
    associatedtype Failure: Error

    var count: Int { get }
    func variant(_ number: Int) throws(Failure) -> Variant
    func scale(of variant: Variant) -> Scale
    func size(of variant: Variant) -> PixelSize

    /// Returns the variant that answers for a scale: the smallest scale from this one up, else the largest.
    /// Verification compares an image with this variant of its default.
    func best(for scale: Scale) throws(Failure) -> Variant
}

extension ImageVariants {
    /// Returns the first variant whose size disagrees with the default's, and the default's variant.
    package func disagreement(with defaults: Self) throws(Failure) -> (own: Variant, counterpart: Variant)? {
        for number in 0..<count {
            let own = try variant(number)
            let counterpart = try defaults.best(for: scale(of: own))
            let (size, expected) = (size(of: own), defaults.size(of: counterpart))
            if !size.agrees(at: scale(of: own), with: expected, at: defaults.scale(of: counterpart)) {
                return (own, counterpart)
            }
        }
        return nil
    }
}

/// Variants in a list.
package struct VariantList<ID>: ImageVariants {
    package struct Variant {
        package let scale: Scale
        package let size: PixelSize
        package let id: ID

        package init(_ id: ID, _ scale: Scale, _ size: PixelSize) {
            self.id = id
            self.scale = scale
            self.size = size
        }
    }

    private let variants: [Variant]

    /// Returns `nil` for an empty list.
    package init?(_ variants: [Variant]) {
        guard !variants.isEmpty else { return nil }
        self.variants = variants
    }

    package var count: Int { variants.count }
    package var ids: [ID] { variants.map(\.id) }
    package func variant(_ number: Int) -> Variant { variants[number] }
    package func scale(of variant: Variant) -> Scale { variant.scale }
    package func size(of variant: Variant) -> PixelSize { variant.size }

    package func best(for scale: Scale) -> Variant {
        variants.dropFirst().reduce(variants[0]) { best, other in
            Scale.isBetter(other.scale.factor, than: best.scale.factor, for: scale) ? other : best
        }
    }
}
