/// A dictionary whose copies share what they have in common. A change of a copy costs the logarithm of its size, where
/// one of a `Dictionary` costs its size.
package struct SharedDictionary<Key: Hashable, Value> {
    package private(set) var count: Int
    private var root: Node

    package init() {
        count = 0
        root = .leaf([])
    }

    package subscript(key: Key) -> Value? {
        get {
            var node = root
            var hash = node.isLeaf ? 0 : UInt(bitPattern: key.hashValue)
            while case .branch(let nodes) = node {
                node = nodes[Int(hash % Node.width)]
                hash /= Node.width
            }
            guard case .leaf(let entries) = node else { return nil }
            // Debug builds would allocate for a closure, or for each entry.
            for index in entries.indices where entries[index].key == key { return entries[index].value }
            return nil
        }
        set { count += root.set(newValue, for: key, UInt(bitPattern: key.hashValue), level: 0) }
    }

    /// All keys with their values, in no order.
    package var entries: [(key: Key, value: Value)] {
        var entries: [(key: Key, value: Value)] = []
        entries.reserveCapacity(count)
        root.forEach { entries.append($0) }
        return entries
    }

    fileprivate enum Node {
        case leaf([(key: Key, value: Value)])
        case branch([Node])

        static var width: UInt { 16 }
        private static var leafCountMax: Int { 8 }
        /// All bits of a hash are used up.
        private static var levelMax: Int { UInt.bitWidth / 4 }

        var isLeaf: Bool { if case .leaf = self { true } else { false } }

        func forEach(_ body: ((key: Key, value: Value)) -> Void) {
            switch self {
            case .leaf(let entries): entries.forEach(body)
            case .branch(let nodes): for node in nodes { node.forEach(body) }
            }
        }

        /// Returns by how much the number of keys grows.
        mutating func set(_ value: Value?, for key: Key, _ hash: UInt, level: Int) -> Int {
            switch self {
            case .branch(var nodes):
                // A node that no copy shares then changes in place.
                self = .leaf([])
                let growth = nodes[Int(hash % Self.width)].set(value, for: key, hash / Self.width, level: level + 1)
                self = .branch(nodes)
                return growth
            case .leaf(var entries):
                self = .leaf([])
                let count = entries.count
                let known = entries.firstIndex { $0.key == key }
                switch (known, value) {
                case (let known?, let value?): entries[known].value = value
                case (let known?, nil): entries.remove(at: known)
                case (nil, let value?): entries.append((key, value))
                case (nil, nil): break
                }
                let isFull = entries.count > Self.leafCountMax && level < Self.levelMax
                self = isFull ? Self.branch(of: entries, level) : .leaf(entries)
                return entries.count - count
            }
        }

        private static func branch(of entries: [(key: Key, value: Value)], _ level: Int) -> Node {
            var branch = Node.branch(Array(repeating: .leaf([]), count: Int(width)))
            for (key, value) in entries {
                _ = branch.set(value, for: key, UInt(bitPattern: key.hashValue) >> (4 * UInt(level)), level: level)
            }
            return branch
        }
    }
}

extension SharedDictionary: Sendable where Key: Sendable, Value: Sendable {}
extension SharedDictionary.Node: Sendable where Key: Sendable, Value: Sendable {}
