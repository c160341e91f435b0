import ArgumentParser
import ThemeReview
import ThemePackager

struct ServeCommand: ToolCommand {
    @Argument(help: "The folder.", completion: .directory)
    var folder: String

    @Option(help: ArgumentHelp("The port to answer at; 0 takes a free one.", valueName: "n"))
    var port: UInt16 = 8080

    @OptionGroup var folderOptions: FolderOptions

    func perform() throws {
        guard DiskFileSystem().kind(of: folder) == .folder else {
            throw UserError(path: folder, "is not a folder", hint: "name the folder that 'themepack feed' wrote")
        }
        InterruptionHandler.expectInterrupt()
        let socket = try ListeningSocket(port: port)
        let rules = AccessRules(port: socket.port, token: nil)
        let files = StaticFolder(folder)
        let server = try HTTPServer()
        Console.print(rules.address + "\n")
        server.run(on: socket) { request in
            do throws(HTTPResponse) {
                return files.response(to: try rules.path(of: request), request)
            } catch {
                return error
            }
        }
    }
}
