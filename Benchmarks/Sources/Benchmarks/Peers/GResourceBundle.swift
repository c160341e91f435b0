import CGResource
import Foundation
import ThemeModel

/// The images of a pack in the format of GLib's resources.
final class GResourceBundle {
    private let resource: OpaquePointer

    init(_ path: String) throws {
        guard let resource = g_resource_load(path, nil) else {
            throw BenchmarkFailure("GResource cannot load \(path)")
        }
        self.resource = resource
    }

    deinit { g_resource_unref(resource) }

    /// Looks a path up, `/images/...`, and takes the bytes. `nil` if there is none.
    func byteCount(of path: UnsafePointer<CChar>) -> Int? {
        guard let bytes = g_resource_lookup_data(resource, path, G_RESOURCE_LOOKUP_FLAGS_NONE, nil) else { return nil }
        defer { g_bytes_unref(bytes) }
        return Int(g_bytes_get_size(bytes))
    }

    /// Has `glib-compile-resources` make a bundle of a pack's images, under the names of their entries.
    ///
    /// - Parameter folder: the theme's folder, in which all of them lie.
    static func compile(_ contents: PackContents, from folder: String, to bundle: String) throws {
        let files = contents.entries.map(\.path).filter { $0.hasPrefix(Corpus.imageFolder) }.map { path in
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
