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
            let output = target.directoryURL.appending(path: "ThemeKeys.swift")
            let process = Process()
            process.executableURL = tool
            process.arguments =
                [
                    "--target", target.directoryURL.path(percentEncoded: false),
                    "--output", output.path(percentEncoded: false),
                ] + options.remainingArguments
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                Diagnostics.error(
                    "the keys of \(target.name) were not \(process.terminationStatus == 1 ? "up to date" : "written")")
                continue
            }
            print(output.path(percentEncoded: false))
        }
    }

    private static func hasTheme(_ target: any SourceModuleTarget) -> Bool {
        let files = FileManager.default.enumerator(atPath: target.directoryURL.path(percentEncoded: false))
        return (files?.allObjects ?? []).compactMap { $0 as? String }.contains { path in
            let name = path.split(separator: "/").last ?? ""
            return path == "themepack-keys.json" || name.hasPrefix("default-") && name.hasSuffix(".themepack.zip")
        }
    }
}
