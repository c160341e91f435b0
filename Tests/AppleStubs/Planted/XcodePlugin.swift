// xcode: type 'Keys' does not conform to protocol 'XcodeBuildToolPlugin'
import PackagePlugin
import XcodeProjectPlugin

struct Keys: BuildToolPlugin {
    init() {}

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}

extension Keys: XcodeBuildToolPlugin {
    func createBuildCommands(context: XcodePluginContext, target: any Target) throws -> [Command] { [] }
}
