extension PNGFile {
    /// A valid image of RGBA pixels, by column and row.
    public init(_ width: Int, _ height: Int, pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows += pixel(x, y) }
        }
        self.init(chunks: [
            Self.header(UInt32(width), UInt32(height)), Chunk("IDAT", Self.zlib(rows)), Chunk("IEND"),
        ])
    }
}
