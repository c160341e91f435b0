import Foundation

struct Machine: CustomStringConvertible {
    var description: String {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return "\(processor), \(cores) cores; \(system); Swift \(compiler)"
    }

    private var processor: String {
        let lines = Self.lines(of: "/proc/cpuinfo")
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        return name.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
    }

    private var system: String {
        let lines = Self.lines(of: "/etc/os-release")
        let name = lines.first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst("PRETTY_NAME=".count)
        return name.map { $0.trimmingCharacters(in: ["\""]) } ?? ProcessInfo.processInfo.operatingSystemVersionString
    }

    private var compiler: String {
        #if compiler(>=6.4)
            "6.4 or newer"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }

    private static func lines(of path: String) -> [Substring] {
        ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
    }
}
