import Testing
import ThemeSystem
import ThemeModel

@Suite("Parts of paths")
struct PathComponentTests {
    @Test(
        "A file has a name and a folder",
        arguments: [
            ("a.png", "a.png", "."), ("a/b.png", "b.png", "a"), ("/a.png", "a.png", "/"), ("/a/b/c", "c", "/a/b"),
            ("./a", "a", "."), ("a/", "", "a"), ("", "", "."),
            // The mark belongs to the same character as the slash before it.
            ("x/\u{301}e.png", "\u{301}e.png", "x"),
        ])
    func parts(path: String, name: String, folder: String) {
        #expect(Array(path.lastPathComponent.utf8) == Array(name.utf8))
        #expect(Array(path.parentFolder.utf8) == Array(folder.utf8))
        #expect(Array(Substring(path).parentFolder.utf8) == Array(folder.utf8))
    }

    @Test(
        "A path is below a folder if a slash follows the folder's path",
        arguments: [("a/b/c", "a", "b/c"), ("a/b/c", "a/b", "c"), ("ab/c", "a", nil), ("a", "a", nil), ("a/", "a", "")])
    func below(path: String, folder: String, rest: String?) {
        #expect(path.path(below: folder).map(String.init) == rest)
    }
}
