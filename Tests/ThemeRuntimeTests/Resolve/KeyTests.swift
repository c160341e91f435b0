import PackFormat
import Testing
import ThemeModel

@testable import ThemeRuntime

@Suite("Keys of images, resources and settings")
struct KeyTests {
    private static let forms = ("caf\u{E9}/\u{E9}", "cafe\u{301}/e\u{301}")

    @Test("Keys are equal if their bytes are: two Unicode forms of a word are two keys")
    func equality() {
        let (composed, decomposed) = Self.forms
        #expect(composed == decomposed)
        #expect(ImageKey(composed) == ImageKey(composed) && ImageKey(composed) != ImageKey(decomposed))
        #expect(ResourceKey(composed) == ResourceKey(composed) && ResourceKey(composed) != ResourceKey(decomposed))
        #expect(SettingKey(composed) == SettingKey(composed) && SettingKey(composed) != SettingKey(decomposed))
        #expect(Set([composed, decomposed, composed].map { ImageKey($0) }).count == 2)
    }

    @Test(
        "A key keeps its text and has its hash, however the text is stored",
        arguments: ["", "a", forms.0, forms.1, "0123456789abcdef", String(repeating: "long/", count: 50)])
    func stored(_ text: String) {
        let part = String("<\(text)>".dropFirst().dropLast())
        for text in [text, part] {
            let hash = XXHash64.hash(text)
            let images = [ImageKey(text), ImageKey(text, hash: hash)]
            let resources = [ResourceKey(text), ResourceKey(text, hash: hash)]
            let settings = [SettingKey(text), SettingKey(text, hash: hash)]
            #expect(images.allSatisfy { $0.hash == hash && UTF8Order.equal($0.name, text) && $0 == images[0] })
            #expect(resources.allSatisfy { $0.hash == hash && UTF8Order.equal($0.path, text) && $0 == resources[0] })
            #expect(settings.allSatisfy { $0.hash == hash && UTF8Order.equal($0.path, text) && $0 == settings[0] })
        }
    }

    @Test("Differences of themes are found under each Unicode form of a word")
    func differences() throws {
        func theme(_ composed: Int, _ decomposed: Int) throws -> Theme {
            try SettingsTests.theme(
                "{\"\(Self.forms.0)\": \(composed)}", default: "{\"\(Self.forms.1)\": \(decomposed)}")
        }
        let old = try theme(1, 1)
        for new in [try theme(2, 1), try theme(1, 2)] {
            #expect(try ThemeDifferences(from: old, to: new).keys == [Self.forms.0])
        }
        #expect(try ThemeDifferences(from: old, to: theme(1, 1)).isEmpty)
    }

    #if DEBUG
        @Test("A wrong hash stops a debug build")
        func wrongHash() async {
            await #expect(processExitsWith: .failure) { _ = ImageKey("common/a", hash: 1) }
            await #expect(processExitsWith: .failure) { _ = ResourceKey("common/a", hash: 1) }
            await #expect(processExitsWith: .failure) { _ = SettingKey("Color.title", hash: 1) }
        }
    #endif
}
