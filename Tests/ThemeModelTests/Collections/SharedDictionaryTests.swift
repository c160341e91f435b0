import TestSupport
import Testing

@testable import ThemeModel

@Suite("A dictionary whose copies share")
struct SharedDictionaryTests {
    /// A key of which many have one hash.
    private struct Key: Hashable {
        let number: Int
        let hash: Int

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    @Test("It has what a Dictionary has, and a copy stays as it was", arguments: [1, 20, 1000])
    func agreement(_ hashes: Int) {
        var random = SeededRandom(seed: UInt64(hashes))
        var dictionary: [Key: Int] = [:]
        var shared = SharedDictionary<Key, Int>()
        var copies: [(shared: SharedDictionary<Key, Int>, dictionary: [Key: Int])] = []
        for step in 0..<1500 {
            let number = Int.random(in: 0..<300, using: &random)
            let key = Key(number: number, hash: number % hashes)
            let value = Int.random(in: 0..<3, using: &random) == 0 ? nil : step
            dictionary[key] = value
            shared[key] = value
            if step % 100 == 0 { copies.append((shared, dictionary)) }
        }
        for (shared, dictionary) in copies + [(shared, dictionary)] {
            #expect(shared.count == dictionary.count)
            #expect(Dictionary(uniqueKeysWithValues: shared.entries.map { ($0.key, $0.value) }) == dictionary)
            for number in 0..<300 {
                let key = Key(number: number, hash: number % hashes)
                #expect(shared[key] == dictionary[key])
            }
        }
    }
}
