import ThemeSystem
import ThemeModel

/// Serves the files of a folder, as a server of static files does: with entity tags, ranges and types.
package struct StaticFolder: Sendable {
    private let root: String

    package init(_ root: String) { self.root = root }

    /// - Parameter path: the path below the root, without the first slash.
    package func response(to path: String, _ request: HTTPRequest) -> HTTPResponse {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        // Escapes are not decoded: the files of a feed need none.
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.utf8.contains(UInt8(ascii: "%")) }),
            let folder = try? realPath(of: root), let found = try? RegularFile("\(folder)/\(path)", links: .refuse)
        else { return HTTPResponse(.notFound, "There is no file at this address.") }
        let count = found.length
        let status = found.status
        let time = status.modified
        let tag = "\"\(status.st_ino)-\(status.st_size)-\(time.tv_sec)-\(time.tv_nsec)\""
        let file = found.shared()
        var response = HTTPResponse(type: Self.type(of: path), body: [])
        response.fields = [
            ("ETag", tag), ("Accept-Ranges", "bytes"),
            ("Cache-Control", path.hasPrefix("sha256/") ? "max-age=31536000, immutable" : "no-cache"),
        ]
        if request.values("if-none-match").contains(tag) {
            response.status = .notModified
            return response
        }
        var range = 0..<count
        if let wanted = request.values("range").first, request.values("if-range").allSatisfy({ $0 == tag }),
            let part = Self.range(wanted, count)
        {
            guard !part.isEmpty else {
                var refusal = HTTPResponse(.rangeNotSatisfiable, "The file ends before this range.")
                refusal.fields = [("Content-Range", "bytes */\(count)")]
                return refusal
            }
            range = part
            response.status = .partialContent
            response.fields.append(("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)"))
        }
        response.file = (file, range)
        return response
    }

    /// Returns `nil` for anything but one range, and an empty range for one that lies outside the file.
    private static func range(_ header: String, _ count: Int) -> Range<Int>? {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first <= last:
            return first < count ? first..<min(last, count - 1) + 1 : 0..<0
        case (let first?, nil) where ends[1].isEmpty: return first < count ? first..<count : 0..<0
        case (nil, let length?) where ends[0].isEmpty: return max(0, count - length)..<count
        default: return nil
        }
    }

    private static func type(of path: String) -> String {
        if path.hasSuffix(".json") { return "application/json" }
        if path.hasSuffix(".zip") { return "application/zip" }
        if path.hasSuffix(".sig") || path.hasSuffix("SUMS") { return "text/plain; charset=utf-8" }
        return "application/octet-stream"
    }
}
