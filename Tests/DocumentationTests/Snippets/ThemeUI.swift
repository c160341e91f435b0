import Testing
import ThemeManagement
import ThemeUI

// Stands for the decoded form of an image in a toolkit.
private struct Bitmap: DecodedImage {
    let byteCount: Int

    init(png: ThemeBytes) { byteCount = 4 * png.count }
}

let atDecodedImages: @Sendable () throws -> Void = {
    let theme = try ThemeLibrary(default: ThemePack(mounting: "\(packs)/default-1.0.0.themepack.zip")).defaultTheme
    // snippet
    let bitmaps = DecodedImages<Bitmap>(limit: 16 << 20)
    if let image = try theme.image("common/avatar", scale: .two) {
        let bitmap = try bitmaps.image(of: image.digest) { try Bitmap(png: image.bytes()) }
        print(bitmap.byteCount, bitmaps.count)
    }
    // end
    #expect(bitmaps.count == 1)

    // snippet
    let scale = Scale(displayScale: 2.625)  // @3x
    // end
    #expect(scale == .three)
}

// snippet
nonisolated struct ReaderLook: Equatable, Sendable {
    var title: ThemeColor
}
// end

let readerTitle = ThemeValue<ReaderLook, ThemeColor>(\.title)
