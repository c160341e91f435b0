import ArgumentParser
import ThemeModel
import ThemeRuntime

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Tell which file answers for an image, and why.",
        discussion: "Every step of the look-up: theme, pack, the scales that are there, what was chosen or why not.")

    @OptionGroup var mounted: MountedOptions
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard options.format == .text || options.format == .json, options.reports.isEmpty else {
            throw ValidationError("explain writes text or json")
        }
    }

    func run() throws {
        try options.enterFolder()
        let explanation = try mounted.mount().explain(mounted.name, scale: mounted.requestedScale)
        switch options.format {
        case .json: Console.print(Console.json(explanation.settingValue))
        default: Console.print(Console.printable(lines: explanation.description) + "\n")
        }
        if explanation.chosen == nil { throw ExitCode(1) }
    }
}
