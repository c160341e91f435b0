import Dispatch
public import ThemeManagement

/// The laws that every `ThemeStore` must keep, for tests of your own stores.
public enum StoreLaws {
    static let texts = [
        "year", "x", "New Year", "2024-01-01", String(repeating: "long", count: 16), "\u{E9}", "\u{65B0}\u{5E74}", "\"",
        "{}", "null", "a=b",
    ]

    /// Uses a store in every way that a manager does, and returns the broken laws.
    /// - Parameter make: makes a store. All its stores use one place, which is empty before the test and after it.
    public static func breaches(_ make: () throws -> any ThemeStore) -> [Breach] {
        var breaches = Breaches()
        breaches.equal("an empty place loads nil", nil) { try make().load() }
        for text in texts {
            breaches.check("a store loads the saved text") {
                let store = try make()
                try store.save(text)
                return difference(text, try store.load())
            }
            breaches.check("another store for the same place loads it") { difference(text, try make().load()) }
        }
        breaches.check("a shorter text replaces a longer one whole") {
            let store = try make()
            try store.save(String(repeating: "a", count: 64))
            try store.save("b")
            return difference("b", try store.load())
        }
        breaches.check("if several threads save, the whole text of one is kept") {
            let store = try make()
            DispatchQueue.concurrentPerform(iterations: 8) { number in
                for _ in 0..<10 { try? store.save(String(repeating: "\(number)", count: number + 1)) }
            }
            let found = try store.load()
            let isWhole = found.map { text in (0..<8).contains { String(repeating: "\($0)", count: $0 + 1) == text } }
            return isWhole == true ? nil : "loaded \(String(describing: found))"
        }
        breaches.equal("nil removes the saved text", nil) {
            let store = try make()
            try store.save(nil)
            return try store.load()
        }
        breaches.check("removing a missing choice succeeds") {
            try make().save(nil)
            return nil
        }
        return breaches.all
    }

    private static func difference(_ saved: String, _ loaded: String?) -> String? {
        loaded == saved ? nil : "saved '\(saved)', loaded \(loaded ?? "nil")"
    }
}
