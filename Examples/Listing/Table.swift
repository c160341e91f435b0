/// Rows of text in aligned columns.
struct Table {
    let lines: [String]

    init(_ header: [String], _ rows: [[String]]) {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        lines = all.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (padded.dropLast() + row.suffix(1)).joined(separator: "  ")
        }
    }
}
