import ArgumentParser
import ThemeProject

struct InitCommand: ToolCommand {
    @Argument(help: "Where to create it.", completion: .directory)
    var folder = "."

    @Flag(help: "Write a workflow for GitHub Actions as well.")
    var ci = false

    @Flag(name: .shortAndLong, help: "Do not print the next commands.")
    var quiet = false

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        guard !folder.isEmpty else { throw ValidationError("the folder's path is empty; '.' is the current folder") }
        _ = try OutputPlace(folder: folder, for: "a project")
        let locked = try OutputFolder(sourcesOf: folder)
        let root = locked.place
        var files = StarterProject.files
        if ci { files.append(StarterProject.workflow) }
        // A repository's own list is not replaced, and is not a reason to refuse.
        let hasIgnoreList = FileManager.default.fileExists(atPath: "\(folder)/\(StarterProject.ignoreList.path)")
        if !hasIgnoreList { files.append(StarterProject.ignoreList) }
        if let existing = files.first(where: { FileManager.default.fileExists(atPath: "\(folder)/\($0.path)") }) {
            throw UserError(
                "'\(folder)/\(existing.path)' already exists; nothing was written", hint: "choose an empty folder")
        }
        try OutputFiles.write(try files.map { (try root.file($0.path), $0.bytes) })
        locked.keep()
        for file in files { Console.print(Console.relative(file.path) + "\n") }
        if hasIgnoreList { Console.note("there is a .gitignore: add /dist/ and .themepack/ to it") }
        guard !quiet else { return }
        if ci { Console.note("before the first run, replace the zeros in \(StarterProject.workflow.path)") }
        if ci, let inner = ReportPaths.gitRepository(of: root.target).flatMap({ root.target.path(below: $0) }) {
            let name = StarterProject.workflow.path
            let folder = Console.printable(String(inner))
            Console.printError(
                "GitHub reads \(name) only at the root of the repository: move it there, and add at its end:\n"
                    + "    with:\n      working-directory: '\(folder.replacing("'", with: "''"))'\n")
        }
        let word = folder.shellWord
        Console.note("next: themepack verify -C \(word); themepack preview --open -C \(word)")
        Console.note("an image of the dark theme goes to \("themes/dark/FOLDER/dark_NAME.png".path(in: folder))")
        Console.note("another brand is a copy of \("themes/acme".path(in: folder)) with an id of its own in theme.json")
    }
}
