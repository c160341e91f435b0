import ArgumentParser
import Foundation
import ThemePackager

/// What commands take that can leave out work which an earlier run did.
struct CacheOptions: ParsableArguments {
    @Flag(help: "Look at everything, whatever earlier runs found, and remember nothing in .themepack/.")
    var noCache = false

    func cache(of project: Project) -> ProjectCache? {
        noCache ? nil : ProjectCache(of: project, tool: Self.tool)
    }

    /// The version, and the executable's own stamp: while the tool is worked on, builds have one version.
    private static var tool: String {
        #if os(Linux)
            let path = try? DiskFileSystem().destination(of: "/proc/self/exe")
        #else
            let path = Bundle.main.executablePath
        #endif
        let stamp = path.flatMap { DiskFileSystem().stamp(of: $0) }
        return "\(Themepack.version) \(stamp.map { "\($0)" } ?? "")"
    }
}
