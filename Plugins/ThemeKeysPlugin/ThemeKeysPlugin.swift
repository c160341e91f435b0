import Foundation
import PackagePlugin

/// Generates the keys of a target's default theme before the target compiles.
@main
struct ThemeKeysPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? any SourceModuleTarget else { return [] }
        return [
            Self.command(
                of: target.name, in: target.directoryURL, tool: try context.tool(named: "ThemeKeysTool").url,
                work: context.pluginWorkDirectoryURL)
        ]
    }

    private static func command(of target: String, in folder: URL, tool: URL, work: URL) -> Command {
        let output = work.appending(path: "ThemeKeys.swift")
        return .buildCommand(
            displayName: "Generating theme keys of \(target)", executable: tool,
            arguments: [
                "--building", "--target", folder.path(percentEncoded: false),
                "--output", output.path(percentEncoded: false),
            ],
            inputFiles: inputs(in: folder), outputFiles: [output])
    }

    /// Returns the files that decide about the keys: the configuration, default packs, and all files of the project.
    ///
    /// The tool reports their errors. A project outside of the folder is one of these.
    private static func inputs(in folder: URL) -> [URL] {
        let configuration = folder.appending(path: "themepack-keys.json")
        let object = (try? Data(contentsOf: configuration)).flatMap { try? JSONSerialization.jsonObject(with: $0) }
        let isConfigured = FileManager.default.fileExists(atPath: configuration.path(percentEncoded: false))
        let own = isConfigured ? [configuration] : []
        guard let project = (object as? [String: Any])?["project"] as? String else {
            return own
                + files(below: folder).filter {
                    $0.lastPathComponent.hasPrefix("default-") && $0.lastPathComponent.hasSuffix(".themepack.zip")
                }
        }
        let root = folder.appending(path: project).standardizedFileURL
        let isInside = root.pathComponents.starts(with: folder.standardizedFileURL.pathComponents)
        return own + (isInside ? files(below: root).filter { $0 != configuration } : [])
    }

    /// Returns files and links. A project can have links to its own files.
    private static func files(below folder: URL) -> [URL] {
        let keys: Set<URLResourceKey> = [.isRegularFileKey, .isSymbolicLinkKey]
        let all = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
        return (all?.allObjects ?? []).compactMap { $0 as? URL }.filter { file in
            let values = try? file.resourceValues(forKeys: keys)
            return values?.isRegularFile == true || values?.isSymbolicLink == true
        }.sorted { $0.path < $1.path }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ThemeKeysPlugin: XcodeBuildToolPlugin {
        /// Generates the keys of an app's target in an Xcode project.
        ///
        /// Such a target has no folder of its own. The folder is that of the configuration, else of the default pack.
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let files = target.inputFiles.map(\.url)
            let theme =
                files.first { $0.lastPathComponent == "themepack-keys.json" }
                ?? files.first {
                    $0.lastPathComponent.hasPrefix("default-") && $0.lastPathComponent.hasSuffix(".themepack.zip")
                }
            guard let theme else {
                Diagnostics.error(
                    "\(target.displayName) contains neither default-<version>.themepack.zip nor themepack-keys.json; "
                        + "add one to the target")
                return []
            }
            return [
                Self.command(
                    of: target.displayName, in: theme.deletingLastPathComponent(),
                    tool: try context.tool(named: "ThemeKeysTool").url, work: context.pluginWorkDirectoryURL)
            ]
        }
    }
#endif
