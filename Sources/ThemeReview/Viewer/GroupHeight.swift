/// The approximate height of a group. A browser needs it for groups that it has not laid out yet.
struct GroupHeight {
    private static let classes: [StaticString] = [
        "group h0", "group h1", "group h2", "group h3", "group h4", "group h5", "group h6", "group h7", "group h8",
        "group h9", "group h10", "group h11", "group h12", "group h13",
    ]
    private static let headingHeight = 34

    /// Each step is half as high again as the one before, from 160 px on.
    private let step: Int

    /// - Parameter height: of the contents in CSS pixels, in a wide window.
    init(_ height: Int) {
        var (step, limit) = (0, 196)
        while height + Self.headingHeight > limit, step < Self.classes.count - 1 {
            (step, limit) = (step + 1, limit * 3 / 2)
        }
        self.step = step
    }

    var attribute: Attribute { .class(Self.classes[step]) }
}
