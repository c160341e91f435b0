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
        let distribution: Distribution?
        do throws(UserError) {
            distribution = Distribution(in: try OutputPlace(folder: output ?? project.join("dist"), for: "packs"))
        } catch {
            // Without packs, there is nothing to delete in it.
            guard !packs else { throw error }
            distribution = nil
        }
        var count = 0
        func report(_ path: String) {
            count += 1
            Console.print("\(dryRun ? "would delete" : "deleted"): \(Console.printable(Console.relative(path)))\n")
        }
        try ProjectCache.delete(of: project, dryRun: dryRun).forEach(report)
        let folders = [project.configuration.assetFolder, project.configuration.themesFolder]
        try Leftovers.delete(in: project.root, folders, dryRun: dryRun) { () throws(UserError) in
            try OutputFolder(sourcesOf: project.root)
        }.forEach(report)
        try distribution?.deleteLeftovers(dryRun: dryRun).forEach(report)
        if packs { try distribution?.deletePacks(dryRun: dryRun).forEach(report) }
        if count == 0 { Console.note("there is nothing to delete") }
    }
}
