import ArgumentParser
import Foundation
import ThemePackager

/// What commands take that can leave out work which an earlier run did.
struct CacheOptions: ParsableArguments {
    @Flag(help: "Look at everything, whatever earlier runs found, and remember nothing in .themepack/.")
    var noCache = false

    func cache(of project: Project) -> ProjectCache? {
        noCache ? nil : Self.tool.map { ProjectCache(of: project, tool: $0) }
    }

    /// The version, and the stamps of the executable and of the libraries that judge pictures: builds of one version differ
    /// while the tool is worked on, and libraries are replaced under it. `nil` where the executable was replaced meanwhile: what
    /// one such run found, no other could tell from its own.
    private static var tool: String? {
        #if os(Linux)
            let path = try? DiskFileSystem().destination(of: "/proc/self/exe")
        #else
            let path = Bundle.main.executablePath
        #endif
        let disk = DiskFileSystem()
        guard let own = path.flatMap({ disk.stamp(of: $0) }) else { return nil }
        let libraries = ProjectCache.libraries.map { path in
            (try? disk.destination(of: path)).flatMap { disk.stamp(of: $0) }.map { "\($0)" } ?? path
        }
        return ([Themepack.version, "\(own)"] + libraries).joined(separator: "\n")
    }
}
