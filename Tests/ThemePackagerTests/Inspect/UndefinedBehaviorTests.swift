import CPNGShim
import Foundation
import Testing

@Suite(
    "Undefined behavior in C",
    .enabled(if: ProcessInfo.processInfo.environment["THEMEPACK_STRICT"] != nil, "only make's builds check for it"))
struct UndefinedBehaviorTests {
    @Test("It ends the process")
    func trap() async {
        await #expect(processExitsWith: .failure) {
            // A pointer to numbers of four bytes, at an odd address.
            let pixels = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
            pixels.initializeMemory(as: UInt8.self, repeating: 0, count: 8)
            var look = png_shim_look()
            var content = png_shim_content()
            let odd = UnsafePointer((pixels + 1).assumingMemoryBound(to: UInt32.self))
            png_shim_look_at_row(odd, 1, 1, 0, 0, &look, &content)
        }
    }
}
