import CZip
import Foundation
import TestSupport
import Testing

@testable import PackFormat
@testable import ThemePackager

@Suite("libzip")
struct LibZipTests {
    struct Failed: Error {}

    /// The archive that libzip writes from a plan's entries, with fixed attributes and times.
    private func archive(of plan: PackPlan, _ date: ArchiveDate) throws -> [UInt8] {
        let sandbox = try Sandbox()
        let path = "\(sandbox.path)/pack.zip"
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, nil) else { throw Failed() }
        // libzip holds pointers to the contents until it closes the archive.
        var contents: [UnsafeMutableBufferPointer<UInt8>] = []
        defer { for content in contents { content.deallocate() } }
        for entry in plan {
            let bytes: [UInt8]
            switch entry.content {
            case .bytes(let content): bytes = content
            case .verified(let content, let location): bytes = try content.bytes(at: location, from: MemoryFileSystem())
            }
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
            _ = copy.initialize(from: bytes)
            contents.append(copy)
            let source = zip_source_buffer(archive, copy.baseAddress, zip_uint64_t(copy.count), 0)
            let number = zip_file_add(archive, entry.path, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
            let index = zip_uint64_t(number)
            guard number >= 0, zip_set_file_compression(archive, index, Int32(ZIP_CM_STORE), 0) == 0,
                zip_file_set_dostime(archive, index, date.time, date.date, 0) == 0,
                zip_file_set_external_attributes(archive, index, 0, zip_uint8_t(ZIP_OPSYS_UNIX), 0o100644 << 16) == 0
            else { throw Failed() }
        }
        guard zip_close(archive) == 0 else { throw Failed() }
        return try sandbox.read("pack.zip")
    }

    @Test(
        "A pack equals libzip's archive of its entries", arguments: ["year", "default"],
        [ArchiveDate.earliest, ArchiveDate(secondsSince1970: 1_700_000_000)])
    func same(_ theme: String, _ date: ArchiveDate) throws {
        let plan = try Packs.plan(Packs.rich, theme)
        #expect(try Packs.bytes(of: plan, date: date) == archive(of: plan, date))
    }

    @Test("A pack of more than 65,535 entries also equals libzip's archive", arguments: [65_534, 65_535, 65_540])
    func zip64(_ count: Int) throws {
        let plan = try PackPlan(for: Packs.large(count - 2))
        #expect(plan.contents.entryCount + 1 == count && plan.count { _ in true } == count)
        #expect(try Packs.bytes(of: plan) == archive(of: plan, .earliest))
    }
}
