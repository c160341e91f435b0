public import ThemeModel

extension Scale {
    /// The scale of images for a screen: the screen's scale rounded up, 1 to 9. A scale that is not known, which the
    /// toolkits report as 0, counts as 1.
    ///
    /// ```swift
    /// let scale = Scale(displayScale: 2.625)                              // @3x
    /// ```
    public init(displayScale: Double) {
        let factor = displayScale.rounded(.up)
        self = factor > 9 ? Scale(9) ?? .three : factor >= 1 ? Scale(Int(factor)) ?? .one : .one
    }
}
