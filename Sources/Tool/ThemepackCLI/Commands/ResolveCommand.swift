import ArgumentParser
import ThemeProject
import ThemeRuntime

struct ResolveCommand: ToolCommand {
    @OptionGroup var lookUp: LookUpOptions

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Where the image is written.", valueName: "file"), completion: .file())
    var output: String?

    @OptionGroup var folderOptions: FolderOptions

    func validate() throws {
        guard output?.isEmpty != true else { throw ValidationError("-o takes a file; its path is empty") }
    }

    func perform() throws {
        let place = try output.map {
            try OutputPlace(file: $0, for: "an image", replacing: .image, acceptsStreams: true)
        }
        let lookUp = try lookUp.lookUp()
        guard let image = try lookUp.theme.image(ImageKey(lookUp.name), scale: lookUp.scale) else {
            if let value = try lookUp.theme.setting(SettingKey(lookUp.name))?.value {
                return try write(value, to: place)
            }
            Console.note("error: no theme of the chain has '\(lookUp.name)'")
            try lookUp.hintAtResource()
            lookUp.hintAtSimilarName()
            throw ExitCode(1)
        }
        lookUp.hintAtSetting()
        guard output != nil || isatty(STDOUT_FILENO) == 0 else {
            throw UserError(
                "'\(lookUp.name)' is an image, and standard output is a terminal",
                hint: "name a file with -o, or send the output to a file or a program")
        }
        try write(image.bytes().data, to: place)
    }

    private func write(_ value: SettingValue, to place: OutputPlace?) throws {
        guard case .string(let text) = value else { return try write(Data(Console.json(value).utf8), to: place) }
        // Other programs need the text as it is; a terminal must not obey it.
        let isShown = output == nil && isatty(STDOUT_FILENO) == 1
        try write(Data(((isShown ? Console.printable(lines: text) : text) + "\n").utf8), to: place)
    }

    private func write(_ bytes: Data, to place: OutputPlace?) throws {
        guard let place else { return Console.print(bytes) }
        try place.write(Array(bytes))
    }
}
