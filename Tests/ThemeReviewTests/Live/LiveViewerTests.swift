import BrowserSupport
import Foundation
import TestSupport
import Testing

/// The open viewer, the selection and the filter of a page stay when files are saved.
@Suite(.enabled(if: Browser.executable != nil, "\(Browser.isMissing)"), .serialized)
struct LiveViewerTests {
    private let project: TestProject
    private let preview: PreviewProcess

    init() throws {
        project = try TestProject()
        try project.theme("default")
        try project.theme("dark", prefix: "dark_")
        for (number, name) in ["first", "second", "third"].enumerated() {
            try project.write("assets/\(name).png", Self.image(shade: UInt8(number + 20)))
            try project.write("themes/dark/dark_\(name).png", Self.image(shade: UInt8(number + 1)))
        }
        preview = try PreviewProcess(of: project.root)
    }

    /// Without alpha, so that a canvas gives the color back exactly.
    private static func image(_ width: Int = 100, shade: UInt8) -> [UInt8] {
        PNGFile(width, 100, .rgb, shade: shade).bytes
    }

    private func shows(_ shade: Int, in place: String) -> String {
        """
        [...\(place).querySelectorAll("img")].some((it) => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
          const context = canvas.getContext("2d");
          if (!it.complete || !it.naturalWidth) return false;
          context.drawImage(it, 0, 0);
          return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].every((it) => it === \(shade));
        })
        """
    }

    @Test("The open viewer shows each saved image, with its comparison, zoom and place")
    func savedImage() async throws {
        let page = try await Browser.open(preview.address)
        try await page.evaluate("openViewer(document.getElementById('second').querySelector('.row'), null); setMode(1)")
        try await page.evaluate("view.zoom = 16; draw(); stage.querySelector('.window').scrollTo(400, 300)")
        try await page.wait(until: "Math.abs(view.center[0] - .5) > .02")
        let state =
            "[viewer.open, view.mode, view.zoom, Math.round(100 * view.center[0]), Math.round(100 * view.center[1])]"
        let before = try await page.evaluate(state)
        for shade in [201, 101] {
            try project.write("themes/dark/dark_second.png", Self.image(shade: UInt8(shade)))
            try await page.wait(until: shows(shade, in: "stage"))
            #expect(try await page.evaluate(state) == before)
        }
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("An image that is deleted and written again keeps its place in the viewer, and is never compared with itself")
    func goneAndBack() async throws {
        try project.theme("neon", prefix: "neon_")
        try project.write("themes/neon/neon_second.png", Self.image(shade: 9))
        let page = try await Browser.open(preview.address)
        try await page.wait(until: "document.querySelectorAll('#second .shot').length === 3")
        try await page.evaluate("openViewer(document.querySelector('#second .row'), null); setMode(3)")
        let path = "\(project.root)/themes/dark/dark_second.png"
        for shade in [201, 101] {
            try FileManager.default.removeItem(atPath: path)
            try await page.wait(until: "document.querySelectorAll('#second .shot').length === 2")
            try await page.wait(until: "stage.textContent.includes('dark has no image here now')")
            #expect(try await page.evaluate("stage.querySelectorAll('img').length").number == 1)
            try project.write("themes/dark/dark_second.png", Self.image(shade: UInt8(shade)))
            try await page.wait(until: "stage.textContent.includes('Default and dark')")
            try await page.evaluate("setMode(0)")
            try await page.wait(until: shows(shade, in: "stage"))
            try await page.evaluate("setMode(3)")
        }
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("The selected item and the filter stay, also for what changes")
    func selectionAndFilter() async throws {
        let page = try await Browser.open(preview.address)
        try await page.evaluate("filter.querySelector('input[type=search]').value = 'second'; applyFilter()")
        try await page.press("j")
        let state =
            """
            [document.querySelector(".item.current")?.id, filter.querySelector("input[type=search]").value,
              [...document.querySelectorAll(".card:not([hidden])")].map((it) => it.id).join()]
            """
        let before = try await page.evaluate(state)
        #expect(before == ["second", "second", "second"])
        for (name, count) in [("second", 1), ("third", 2)] {
            try project.write("themes/dark/dark_\(name).png", Self.image(101, shade: UInt8(count + 9)))
            try await page.wait(until: "document.getElementById('\(name)').querySelector('.notes .error')")
            try await page.wait(until: "document.querySelector('.verdict').textContent.includes('\(count) error')")
        }
        // The finding of the shown image is shown above it, that of the other one is not.
        try await page.wait(until: "document.querySelectorAll('.finding:not([hidden])').length === 1")
        #expect(try await page.evaluate(state) == before)
        #expect(page.consoleMessages == [])
        try await page.close()
    }

    @Test("An image that is half written is named as damaged, and shown when it is whole")
    func halfWritten() async throws {
        let page = try await Browser.open(preview.address)
        let whole = Self.image(shade: 77)
        for length in [0, 20, whole.count / 2] {
            try project.write("themes/dark/dark_first.png", Array(whole.prefix(length)))
            try await page.wait(until: "document.getElementById('first').querySelector('.absent')")
        }
        try project.write("themes/dark/dark_first.png", whole)
        try await page.wait(until: shows(77, in: "document.getElementById('first')"))
        let marks = "[...document.querySelectorAll('#first :is(.absent, .notes)')].map((it) => it.textContent)"
        #expect(try await page.evaluate(marks) == [])
        #expect(page.consoleMessages == [])
        try await page.close()
    }
}
