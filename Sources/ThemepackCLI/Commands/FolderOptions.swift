import ArgumentParser
import ThemeSystem
import ThemeModel
import ThemeProject

struct FolderOptions: ParsableArguments {
    @Option(
        name: .customShort("C"), help: ArgumentHelp("Work as if started in this folder.", valueName: "dir"),
        completion: .directory)
    var folder: String?

    /// Returns a path of the folder as the caller of the tool can open it.
    func path(fromCaller path: String) -> String {
        guard let folder, !path.hasPrefix("/") else { return path }
        return folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
    }

    func enter() throws {
        if let folder, chdir(folder) != 0 {
            throw UserError("there is no folder '\(folder)'", hint: "-C names the folder to work in")
        }
        // Foundation makes paths absolute and replaces bytes that are not UTF-8. It would write to another folder.
        guard let here = getcwd(nil, 0) else { return }
        defer { free(here) }
        let bytes = UnsafeRawBufferPointer(start: here, count: strlen(here))
        do throws(InvalidText) {
            _ = try String(checking: bytes)
        } catch {
            throw UserError(
                "the path of the current folder \(error): '\(String(repairing: bytes))'", hint: "rename the folder")
        }
    }
}
