import ThemeModel

/// The value of `resizing`: margins in pixels that are not stretched.
struct CatalogSlicing {
    struct Failure: Error {
        let message: String
    }

    /// In points.
    let insets: CapInsets
    /// Descriptions of the parts that stretch in another way than in Xcode.
    let changes: [String]
    private let scale: Scale

    init(_ value: SettingValue, scale: Scale) throws(Failure) {
        guard let mode = value["mode"]?.string, ["9-part", "3-part-horizontal", "3-part-vertical"].contains(mode) else {
            throw Failure(message: "its resizing mode is not 9-part or 3-part")
        }
        var points: [Double] = []
        for edge in ["top", "left", "bottom", "right"] {
            let pixels = value["cap-insets"]?[edge] ?? .number(0)
            guard let pixels = pixels.double, (0...1_000_000).contains(pixels) else {
                throw Failure(message: "its cap inset '\(edge)' is not a number of pixels")
            }
            points.append(pixels / Double(scale.factor))
        }
        insets = CapInsets(top: points[0], left: points[1], bottom: points[2], right: points[3])
        var changes: [String] = []
        let center = value["center"]
        if mode != "9-part" { changes.append("its \(mode) slices become nine-part ones") }
        if center?["mode"]?.string == "tile" {
            changes.append("its center is stretched, not tiled")
        } else if ["width", "height"].contains(where: { (center?[$0]?.double ?? 1) > 1 }) {
            changes.append("all between its cap insets is stretched, not only its center")
        }
        self.changes = changes
        self.scale = scale
    }

    /// Whether the difference is less than a pixel. Scales are rounded one by one.
    func agrees(with other: CapInsets) -> Bool {
        let edges = [
            (insets.top, other.top), (insets.left, other.left), (insets.bottom, other.bottom),
            (insets.right, other.right),
        ]
        return edges.allSatisfy { abs($0 - $1) * Double(scale.factor) < 1 }
    }
}
