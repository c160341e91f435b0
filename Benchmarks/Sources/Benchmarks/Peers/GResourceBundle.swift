import CGResource
import Foundation

final class GResourceBundle {
    private let resource: OpaquePointer

    init(_ path: String) throws {
        guard let resource = g_resource_load(path, nil) else {
            throw BenchmarkFailure("GResource cannot load \(path)")
        }
        self.resource = resource
    }

    deinit { g_resource_unref(resource) }

    /// Looks up a path, `/images/...`, and takes the bytes. Returns `nil` if there are none.
    func byteCount(of path: UnsafePointer<CChar>) -> Int? {
        guard let bytes = g_resource_lookup_data(resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, nil) else { return nil }
        defer { g_bytes_unref(bytes) }
        return Int(g_bytes_get_size(bytes))
    }

    /// Compiles a bundle of a pack's images, which are in the theme's folder, under the names of their entries.
    static func compile(_ entries: [String], from folder: String, to bundle: String) throws {
        let files = entries.map { path in
            let name = path.dropFirst(Corpus.imageFolder.count).replacing("&", with: "&amp;")
            return "<file>\(name.replacing("<", with: "&lt;"))</file>"
        }
        let prefix = "/" + Corpus.imageFolder.dropLast()
        try "<gresources><gresource prefix=\"\(prefix)\">\(files.joined())</gresource></gresources>".write(
            toFile: bundle + ".xml", atomically: false, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["glib-compile-resources", "--sourcedir", folder, "--target", bundle, bundle + ".xml"]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchmarkFailure("glib-compile-resources failed") }
    }
}
