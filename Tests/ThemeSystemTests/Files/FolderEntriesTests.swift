import ThemeSystem
import Testing

struct FolderEntriesTests {
    @Test("The name of a file is read up to its end, in a short record and beyond the declared length")
    func names() throws {
        let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
        let pages = try #require(
            mmap(nil, 2 * pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0))
        defer { munmap(pages, 2 * pageSize) }
        // A byte after the record cannot be read.
        try #require(mprotect(pages + pageSize, pageSize, PROT_NONE) == 0)
        let offset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
        for length in [1, 255, 700] {
            let record = (offset + length + 1 + 7) / 8 * 8
            let start = pages + pageSize - record
            memset(start, 0, record)
            memset(start + offset, Int32(UInt8(ascii: "a")), length)
            let name = name(of: start.assumingMemoryBound(to: dirent.self))
            #expect(name == [UInt8](repeating: UInt8(ascii: "a"), count: length))
        }
    }
}
