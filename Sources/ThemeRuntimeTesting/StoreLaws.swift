import Dispatch
public import ThemeRuntime

/// What every ``ThemeStore`` must do, for callers who write their own.
public enum StoreLaws {
    /// Texts that must come back: ids of any kind.
    static let texts = [
        "year", "x", "New Year", "2024-01-01", String(repeating: "long", count: 16), "\u{E9}", "\u{65B0}\u{5E74}", "\"",
        "{}", "null", "a=b",
    ]

    /// Looks at a store in every way that a manager uses it.
    ///
    /// - Parameter make: makes stores on one and the same place, which is empty at first, and is empty again in the end.
    /// - Returns: the laws that are broken; none if all is well.
    public static func breaches(_ make: () throws -> any ThemeStore) -> [Breach] {
        var breaches = Breaches()
        breaches.equal("a place where nothing was saved loads nil", nil) { try make().load() }
        for text in texts {
            breaches.hold("what was saved is what is loaded") {
                let store = try make()
                try store.save(text)
                return difference(text, try store.load())
            }
            breaches.hold("another store on the same place loads it") { difference(text, try make().load()) }
        }
        breaches.hold("a shorter text replaces a longer one whole") {
            let store = try make()
            try store.save(String(repeating: "a", count: 64))
            try store.save("b")
            return difference("b", try store.load())
        }
        breaches.hold("of several threads that save, one wins, whole") {
            let store = try make()
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                for _ in 0..<10 { try? store.save(String(repeating: "\(number)", count: number + 1)) }
            }
            let found = try store.load()
            let isWhole = found.map { text in (0..<8).contains { String(repeating: "\($0)", count: $0 + 1) == text } }
            return isWhole == true ? nil : "loaded \(String(describing: found))"
        }
        breaches.equal("nil removes what was saved", nil) {
            let store = try make()
            try store.save(nil)
            return try store.load()
        }
        breaches.hold("removing what is not there is no failure") {
            try make().save(nil)
            return nil
        }
        return breaches.all
    }

    private static func difference(_ saved: String, _ loaded: String?) -> String? {
        loaded == saved ? nil : "saved '\(saved)', loaded \(loaded ?? "nil")"
    }
}
