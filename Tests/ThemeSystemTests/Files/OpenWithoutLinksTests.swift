import Foundation
import ThemeSystem
import TestSupport
import Testing
import ThemeModel

/// By the kernel, and folder by folder, as where the kernel cannot.
@Suite("Paths without links", .serialized)
struct OpenWithoutLinksTests {
    let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox()
        try sandbox.write("a/b/file", "inside")
        try sandbox.write("outside/b/file", "outside")
        try sandbox.write("outside/file", "outside")
    }

    /// The value of `errno`; 0 if the path was opened.
    private func open(_ path: String, _ flags: Int32 = O_RDONLY, folderByFolder: Bool) -> Int32 {
        let descriptor = openWithoutLinks(path, flags, mode: 0o600, opensEachFolder: folderByFolder)
        guard descriptor >= 0 else { return errno }
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        close(descriptor)
        return 0
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.path)/\(path)", withDestinationPath: target)
    }

    @Test("Files and folders without links are opened", arguments: [false, true])
    func plain(folderByFolder: Bool) {
        let root = sandbox.path
        #expect(open("\(root)/a/b/file", folderByFolder: folderByFolder) == 0)
        #expect(open("\(root)/a//./b/../b/file", folderByFolder: folderByFolder) == 0)
        #expect(open("\(root)/a/b", O_RDONLY | O_DIRECTORY, folderByFolder: folderByFolder) == 0)
        #expect(open("/", searchFlags, folderByFolder: folderByFolder) == 0)
        #expect(open(".", searchFlags, folderByFolder: folderByFolder) == 0)
        #expect(open("\(root)/a/none/file", folderByFolder: folderByFolder) == ENOENT)
        #expect(open("\(root)/a/b/file/x", folderByFolder: folderByFolder) == ENOTDIR)
        #expect(open("\(root)/a/b/file", searchFlags, folderByFolder: folderByFolder) == ENOTDIR)
        #expect(open("\(root)/a/new", O_WRONLY | O_CREAT | O_EXCL, folderByFolder: folderByFolder) == 0)
        #expect(open("\(root)/a/new", O_WRONLY | O_CREAT | O_EXCL, folderByFolder: folderByFolder) == EEXIST)
    }

    @Test("A link is refused at each place of a path", arguments: [false, true], ["outside", "a", "none"])
    func links(folderByFolder: Bool, target: String) throws {
        try link("link", to: "\(sandbox.path)/\(target)")
        try link("a/b/end", to: "file")
        let root = sandbox.path
        for (path, flags) in [
            ("link", O_RDONLY), ("link", searchFlags), ("link/file", O_RDONLY), ("link/b/file", O_RDONLY),
            ("link/b", searchFlags), ("link/new", O_WRONLY | O_CREAT | O_EXCL), ("a/b/end", O_RDONLY),
            ("link/../a/b/file", O_RDONLY),
        ] {
            #expect(open("\(root)/\(path)", flags, folderByFolder: folderByFolder) == ELOOP, "\(path)")
        }
        for folder in ["a", "outside"] {
            #expect(try !FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").contains("new"))
        }
    }

    @Test("No call writes through a folder that has become a link")
    func calls() throws {
        let root = sandbox.path
        try sandbox.write("folder/file", "old")
        try FileManager.default.moveItem(atPath: "\(root)/folder", toPath: "\(root)/moved")
        try link("folder", to: "outside")
        let before = try sandbox.listing()
        let disk = DiskCalls()
        let results = [
            disk.create("\(root)/folder/new"), disk.createFolder("\(root)/folder/new"),
            disk.rename("\(root)/folder/file", "\(root)/a/stolen"),
            disk.rename("\(root)/a/b/file", "\(root)/folder/file"),
            disk.link("\(root)/folder/file", "\(root)/a/stolen"), disk.link("\(root)/a/b/file", "\(root)/folder/put"),
            disk.unlink("\(root)/folder/file"), disk.rmdir("\(root)/folder/b"),
        ]
        #expect(results == Array(repeating: -1, count: results.count))
        #expect(!disk.exists("\(root)/folder/file"))
        #expect(try sandbox.listing() == before)
    }

    @Test("A file in a folder that is named through a link is replaced in the link's target")
    func namedThroughLink() throws {
        try link("link", to: "a/b")
        try AtomicFile.replace("\(sandbox.path)/link/file", with: Array("new".utf8))
        #expect(try String(contentsOfFile: "\(sandbox.path)/a/b/file", encoding: .utf8) == "new")
    }

    @Test("If the folder becomes a link while a file is written, nothing is written outside")
    func exchangedWhileWriting() throws {
        let root = sandbox.path
        do {
            let file = try AtomicFile(at: "\(root)/a/b/file")
            try file.append(Array("new".utf8))
            try FileManager.default.moveItem(atPath: "\(root)/a/b", toPath: "\(root)/a/moved")
            try link("a/b", to: "\(root)/outside")
            #expect(throws: SystemError.self) { try file.finish() }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(root)/outside").sorted() == ["b", "file"])
        #expect(try String(contentsOfFile: "\(root)/outside/file", encoding: .utf8) == "outside")
        #expect(try String(contentsOfFile: "\(root)/a/moved/file", encoding: .utf8) == "inside")
    }
}
