import Foundation

/// A Markdown table with aligned columns, which is readable in a terminal as well.
struct ResultsTable: CustomStringConvertible {
    let rows: [Row]

    var description: String {
        let header = ["what", "on", "ours", "peer", "peer's", "ratio", "target"]
        let cells = rows.map(Self.cells)
        let widths = header.indices.map { column in ([header] + cells).map { $0[column].count }.max() ?? 0 }
        let isNumber = [false, false, true, false, true, true, true]
        func line(_ cells: [String]) -> String {
            "| "
                + cells.indices.map { column in
                    let padding = String(repeating: " ", count: widths[column] - cells[column].count)
                    return isNumber[column] ? padding + cells[column] : cells[column] + padding
                }.joined(separator: " | ") + " |"
        }
        let rule = header.indices.map {
            isNumber[$0]
                ? String(repeating: "-", count: max(1, widths[$0] - 1)) + ":"
                : String(repeating: "-", count: widths[$0])
        }
        return ([line(header), line(rule)] + cells.map(line)).joined(separator: "\n")
    }

    private static func cells(of row: Row) -> [String] {
        [
            row.what, row.on, row.ours.description, row.peer?.name ?? "", row.peer?.quantity.description ?? "",
            row.ratio.map { String(format: $0 < 0.1 ? "%.3f" : "%.2f", $0) } ?? "",
            (row.holds == false ? "! " : "") + row.target.description,
        ]
    }
}

extension Target: CustomStringConvertible {
    var description: String {
        switch self {
        case .none: ""
        case .ratio(let limit): "<= \(String(format: "%g", limit))"
        case .atMost(let limit): "<= \(limit)"
        }
    }
}

extension Quantity: CustomStringConvertible {
    var description: String {
        switch self {
        case .seconds(let seconds):
            Self.scaled(seconds, [(1, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns")])
        case .bytes(let bytes): Self.scaled(bytes, [(1e6, "MB"), (1e3, "kB"), (1, "B")])
        case .count(let count): String(format: "%g", count)
        }
    }

    /// Formats a number in the largest unit that is not larger than it, else in the smallest unit.
    private static func scaled(_ number: Double, _ units: [(size: Double, name: String)]) -> String {
        guard let unit = units.first(where: { number >= $0.size }) ?? units.last else { return "\(number)" }
        let value = number / unit.size
        return String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + " " + unit.name
    }
}
