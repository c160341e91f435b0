import PackFormat
import ThemeModel

extension Theme {
    /// The name of an image of the chain that is most like a misspelled one; `nil` if none is like it.
    ///
    /// Cost: reads the whole index of each pack of the chain. Damaged packs make no suggestion.
    public func suggestion(forImageNamed name: String) -> String? {
        var names: Set<String> = []
        for link in links {
            for known in (try? link.pack.imageNames()) ?? [] { names.insert(known.description) }
        }
        return NearMiss.suggestion(for: name, among: names.sorted())
    }
}
