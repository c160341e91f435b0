import Foundation

/// The contents of a pack, as `themepack inspect --format json` lists them.
struct PackListing: Decodable {
    struct Variant: Decodable {
        let name: String
        let scale: Int
        /// The first byte of the image's data, counted from the start of the pack.
        let offset: Int
        let bytes: Int
    }

    let images: [Variant]

    init(of pack: String, scratch: String) throws {
        let json = "\(scratch)/listing.json"
        try ToolBenchmark.themepack(["inspect", "--format", "json", pack], in: scratch).run(output: json)
        self = try JSONDecoder().decode(PackListing.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
    }
}
