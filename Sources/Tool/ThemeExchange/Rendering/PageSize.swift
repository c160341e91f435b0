import ThemeModel

/// The size of a PDF's page in points, as `pdfinfo` prints it, or of an SVG.
struct PageSize {
    private let width: Double
    private let height: Double

    /// Returns `nil` if the text has no size.
    init?(_ output: [UInt8]) {
        var sides: [Double] = []
        var isTurned = false
        for line in String(repairing: output).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if line.hasPrefix("Page size:") {
                // Page size:       24.5 x 24 pts
                sides = words.compactMap(Double.init)
            } else if line.hasPrefix("Page rot:") {
                isTurned = ["90", "270"].contains(words.last)
            }
        }
        guard sides.count == 2, sides.allSatisfy({ (0.1...100_000).contains($0) }) else { return nil }
        width = sides[isTurned ? 1 : 0]
        height = sides[isTurned ? 0 : 1]
    }

    /// Reads the size of an SVG's root element; `nil` if it has none in known units.
    init?(svg bytes: [UInt8]) {
        guard var reader = try? XMLReader(bytes, depthMax: 1024), let piece = try? reader.next(),
            case .start(_, let attributes) = piece
        else { return nil }
        let box = (attributes["viewBox"] ?? "").split { ", \n\t".contains($0) }.compactMap { Double($0) }
        let units = ["px": 1, "pt": 4 / 3.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96]
        func side(_ name: String, or length: Double?) -> Double? {
            guard let text = attributes[name], !text.hasSuffix("%") else { return length }
            guard let unit = units.first(where: { text.hasSuffix($0.key) }) else { return Double(text) }
            return Double(text.dropLast(2)).map { $0 * unit.value }
        }
        guard let width = side("width", or: box.dropFirst(2).first),
            let height = side("height", or: box.dropFirst(3).first),
            [width, height].allSatisfy({ (0...100_000).contains($0) })
        else { return nil }
        self.width = width
        self.height = height
    }

    func pixelCount(_ zoom: Int) -> Int { Int(width * Double(zoom)) * Int(height * Double(zoom)) }

    /// The options of `pdftocairo`. It rounds up, so that a page of 24.000015 points would have 25 pixels. The size of
    /// the crop leaves out what is less than a hundredth of a point.
    func options(_ zoom: Int) -> [String] {
        ["-r", String(72 * zoom), "-x", "0", "-y", "0", "-W", pixels(width, zoom), "-H", pixels(height, zoom)]
    }

    private func pixels(_ points: Double, _ zoom: Int) -> String {
        let exact = points * Double(zoom)
        let isWhole = abs(exact - exact.rounded()) <= 0.01 * Double(zoom)
        return String(max(Int(exact.rounded(isWhole ? .toNearestOrAwayFromZero : .up)), 1))
    }
}
