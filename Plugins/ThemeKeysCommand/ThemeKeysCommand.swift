import Foundation
import PackagePlugin

/// Writes the keys of targets to files that are checked in: `swift package themepack-keys`.
@main
struct ThemeKeysCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var options = ArgumentExtractor(arguments)
        let names = options.extractOption(named: "target")
        let tool = try context.tool(named: "ThemeKeysTool").url
        let targets = try context.package.targets(named: names).compactMap { $0 as? any SourceModuleTarget }
        let themed = names.isEmpty ? context.package.targets.compactMap { $0 as? any SourceModuleTarget } : targets
        let chosen = names.isEmpty ? themed.filter(Self.hasTheme) : targets
        guard !chosen.isEmpty else {
            Diagnostics.error(
                "no target contains default-<version>.themepack.zip or themepack-keys.json; name one with --target")
            return
        }
        for target in chosen {
            try Self.write(target.name, in: target.directoryURL, tool, options.remainingArguments)
        }
    }

    private static func write(_ target: String, in folder: URL, _ tool: URL, _ arguments: [String]) throws {
        let output = folder.appending(path: "ThemeKeys.swift").path(percentEncoded: false)
        let process = Process()
        process.executableURL = tool
        process.arguments = ["--target", folder.path(percentEncoded: false), "--output", output] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            return Diagnostics.error(
                "the keys of \(target) were not \(process.terminationStatus == 1 ? "up to date" : "written")")
        }
        print(output)
    }

    private static func hasTheme(_ target: any SourceModuleTarget) -> Bool {
        let files = FileManager.default.enumerator(atPath: target.directoryURL.path(percentEncoded: false))
        return (files?.allObjects ?? []).compactMap { $0 as? String }.contains { path in
            path == "themepack-keys.json" || isDefaultPack(path)
        }
    }

    private static func isDefaultPack(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasPrefix("default-") && name.hasSuffix(".themepack.zip")
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ThemeKeysCommand: XcodeCommandPlugin {
        /// Writes the keys of the targets of an Xcode project beside their configuration or default pack.
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            var options = ArgumentExtractor(arguments)
            let names = options.extractOption(named: "target")
            let tool = try context.tool(named: "ThemeKeysTool").url
            var isFound = false
            for target in context.xcodeProject.targets where names.isEmpty || names.contains(target.displayName) {
                let files = target.inputFiles.map(\.url)
                let theme =
                    files.first { $0.lastPathComponent == "themepack-keys.json" }
                    ?? files.first { Self.isDefaultPack($0.path(percentEncoded: false)) }
                guard let theme else { continue }
                isFound = true
                let folder = theme.deletingLastPathComponent()
                try Self.write(target.displayName, in: folder, tool, options.remainingArguments)
            }
            guard !isFound else { return }
            Diagnostics.error(
                "no target of the project contains default-<version>.themepack.zip or themepack-keys.json")
        }
    }
#endif
