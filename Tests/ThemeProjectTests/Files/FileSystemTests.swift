import TestSupport
import Testing
import ThemeProject

@Suite("File systems")
struct FileSystemTests {
    @Test("The file system in memory answers as the disk does")
    func twin() throws {
        let sandbox = try Sandbox()
        try ProjectFiles.sound.write(to: sandbox)
        let (memory, disk) = (ProjectFiles.sound.memory, DiskFileSystem())
        for path in ["", "/assets", "/themes/year", "/themes/year/common", "/nowhere"] {
            let left = (try? memory.entries(of: "/project" + path)).map(Set.init)
            #expect(left == (try? disk.entries(of: sandbox.path + path)).map(Set.init), "\(path)")
            #expect(memory.kind(of: "/project" + path) == disk.kind(of: sandbox.path + path))
        }
        for (path, limit) in [
            ("themes/year/theme.json", 1 << 20), ("themes/year/theme.json", 1), ("themes/year", 9), ("x", 9),
        ] {
            func outcome(_ fileSystem: any FileSystem, _ root: String) -> Result<[UInt8], FileError> {
                Result { () throws(FileError) in try fileSystem.read("\(root)/\(path)", first: 5, limit: limit).bytes
                }
            }
            #expect(outcome(memory, "/project") == outcome(disk, sandbox.path), "\(path)")
        }
    }
}
