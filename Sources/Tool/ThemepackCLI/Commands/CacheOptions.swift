import ArgumentParser
import ThemePackager

#if canImport(Darwin)
    import Foundation
#endif

struct CacheOptions: ParsableArguments {
    @Flag(help: "Check everything again, and store no results in .themepack/.")
    var noCache = false

    func cache(of project: Project) -> ProjectCache? {
        noCache ? nil : Self.tool.map { ProjectCache(of: project, tool: $0) }
    }

    /// The stamps of the executable and of the libraries that check images distinguish builds of one version. `nil` if
    /// the executable was removed or replaced after the start.
    private static var tool: String? {
        #if os(Linux)
            let path = try? DiskFileSystem().destination(of: "/proc/self/exe")
        #else
            let path = Bundle.main.executablePath
        #endif
        let disk = DiskFileSystem()
        guard let own = path.flatMap({ disk.stamp(of: $0) }) else { return nil }
        let libraries = ProjectCache.libraryPaths.map { path in
            (try? disk.destination(of: path)).flatMap { disk.stamp(of: $0) }.map { "\($0)" } ?? path
        }
        return ([Product.version, "\(own)"] + libraries).joined(separator: "\n")
    }
}
