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

    /// The version, and the executable's own stamp: while the tool is worked on, builds have one version. `nil` where the
    /// executable was replaced meanwhile: what one such run found, no other could tell from its own.
    private static var tool: String? {
        #if os(Linux)
            let path = try? DiskFileSystem().destination(of: "/proc/self/exe")
        #else
            let path = Bundle.main.executablePath
        #endif
        return path.flatMap { DiskFileSystem().stamp(of: $0) }.map { "\(Themepack.version) \($0)" }
    }
}
