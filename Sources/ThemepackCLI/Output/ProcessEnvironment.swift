import ThemeSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum ProcessEnvironment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    static var variables: [String: String] { ProcessInfo.processInfo.environment }

    static var currentFolder: String { FileManager.default.currentDirectoryPath }

    static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }
}
