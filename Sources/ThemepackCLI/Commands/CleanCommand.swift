import ArgumentParser
import ThemePackager

struct CleanCommand: ToolCommand {
    @Flag(help: "Delete the packs as well.")
    var packs = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where the packs are. (default: dist/ in the project)", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(help: "Delete nothing; list what would be deleted.")
    var dryRun = false

    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard output == nil || packs else { throw ValidationError("-o names the folder of --packs") }
    }

    func perform() throws {
        let project = try ThemeArguments.nearestProject()
        var paths = try ProjectCache.delete(of: project, dryRun: dryRun)
        let leftovers = Leftovers.find(
            in: project.root, [project.configuration.assetFolder, project.configuration.themesFolder])
        if !dryRun { Leftovers.remove(leftovers) }
        paths += leftovers
        if packs {
            let place = try OutputPlace(folder: output ?? project.join("dist"), for: "packs")
            paths += try Distribution(in: place).deletePacks(dryRun: dryRun)
        }
        for path in paths {
            Console.print("\(dryRun ? "would delete" : "deleted"): \(Console.printable(Console.relative(path)))\n")
        }
        if paths.isEmpty { Console.printError("there is nothing to delete\n") }
    }
}
