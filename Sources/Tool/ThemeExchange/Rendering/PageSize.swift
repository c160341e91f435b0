import ThemeModel

/// The size of a PDF's page in points, as `pdfinfo` prints it.
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
