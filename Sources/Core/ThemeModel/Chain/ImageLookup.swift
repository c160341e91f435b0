/// A theme of a chain that is asked for images.
@_spi(Chain) public protocol ImageLink {
    associatedtype Name
    associatedtype Variants: ImageVariants

    /// Whether the theme was verified against other defaults than those of the chain.
    var hasOtherContract: Bool { get }

    /// Returns `nil` if the theme does not have the name. A result, because the compiler specializes no generic
    /// function that throws an error of a generic type.
    func variants(of name: Name) -> Result<Variants?, Variants.Failure>
}

/// The result of asking one theme of a chain for an image.
@_spi(Chain) public enum ImageOutcome<Variants: ImageVariants> {
    case chosen(Variants)
    /// The theme does not have the name.
    case absent
    /// The theme has the name, but an earlier theme has answered.
    case hidden
    /// The theme was verified against other defaults, and the sizes now differ.
    case disagrees(own: Variants.Variant, counterpart: Variants.Variant)
    /// The theme cannot be read.
    case broken(Variants.Failure)
}

/// Chooses the theme that answers for the name of an image, along a chain in any order. The last theme is the default
/// theme.
///
/// The first theme that has the name at any scale answers, so that a screen looks of one piece. A theme that was
/// verified against other defaults is skipped if the size of an image no longer agrees with the default's.
/// ``ImageVariants/best(for:)`` then chooses the scale.
///
/// A look-up in mounted packs is compiled for their types, and then allocates nothing. For that the functions are
/// inlinable, and public within the package's own interface: the compiler serializes no body with `package` access.
@_spi(Chain) public enum ImageLookup {
    @inlinable @inline(__always)
    public static func answer<Link: ImageLink>(
        for name: Link.Name, in links: [Link]
    ) -> Result<(link: Int, variants: Link.Variants)?, Link.Variants.Failure> {
        for number in links.indices {
            switch outcome(of: links[number], for: name, in: links) {
            case .chosen(let variants): return .success((number, variants))
            case .broken(let error): return .failure(error)
            // The last link is the default theme.
            case .absent, .hidden, .disagrees: continue
            }
        }
        return .success(nil)
    }

    /// Returns the outcome of each theme. The first that is chosen or broken ends a look-up.
    public static func trace<Link: ImageLink>(
        for name: Link.Name, in links: [Link]
    ) -> [ImageOutcome<Link.Variants>] {
        var isAnswered = false
        return links.map { link in
            let outcome = outcome(of: link, for: name, in: links)
            switch outcome {
            case .absent: return outcome
            case _ where isAnswered: return .hidden
            case .chosen, .broken: isAnswered = true
            case .hidden, .disagrees: break
            }
            return outcome
        }
    }

    @inlinable @inline(__always)
    public static func outcome<Link: ImageLink>(
        of link: Link, for name: Link.Name, in links: [Link]
    ) -> ImageOutcome<Link.Variants> {
        switch link.variants(of: name) {
        case .success(nil): .absent
        case .success(let variants?):
            link.hasOtherContract ? compared(variants, withDefaultsOf: name, in: links) : .chosen(variants)
        case .failure(let error): .broken(error)
        }
    }

    @usableFromInline
    static func compared<Link: ImageLink>(
        _ variants: Link.Variants, withDefaultsOf name: Link.Name, in links: [Link]
    ) -> ImageOutcome<Link.Variants> {
        do throws(Link.Variants.Failure) {
            guard let defaults = try links.last?.variants(of: name).get() ?? nil,
                let (own, counterpart) = try variants.disagreement(with: defaults)
            else { return .chosen(variants) }
            return .disagrees(own: own, counterpart: counterpart)
        } catch {
            return .broken(error)
        }
    }
}

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
            let size = size(of: own)
            let expected = defaults.size(of: counterpart)
            if !size.agrees(at: scale(of: own), with: expected, at: defaults.scale(of: counterpart)) {
                return (own, counterpart)
            }
        }
        return nil
    }
}

package struct VariantList: ImageVariants {
    package struct Variant {
        package let scale: Scale
        package let size: PixelSize
        /// A number that the caller gives it.
        package let number: Int

        package init(_ scale: Scale, _ size: PixelSize, number: Int = 0) {
            self.scale = scale
            self.size = size
            self.number = number
        }
    }

    private let variants: [Variant]

    /// Returns `nil` for an empty list.
    package init?(_ variants: [Variant]) {
        guard !variants.isEmpty else { return nil }
        self.variants = variants
    }

    package var count: Int { variants.count }
    package var numbers: [Int] { variants.map(\.number) }
    package func variant(_ number: Int) -> Variant { variants[number] }
    package func scale(of variant: Variant) -> Scale { variant.scale }
    package func size(of variant: Variant) -> PixelSize { variant.size }

    package func best(for scale: Scale) -> Variant {
        variants.dropFirst().reduce(variants[0]) { best, other in
            Scale.isBetter(other.scale.factor, than: best.scale.factor, for: scale) ? other : best
        }
    }
}
