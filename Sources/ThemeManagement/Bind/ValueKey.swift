/// Identifies a value by its source and type. It is a class, so that a comparison with itself is fast.
final class ValueKey: Hashable, Sendable {
    enum Source: Sendable {
        case setting(SettingKey)
        case image(ImageKey, Scale)
        case imageForKey(SettingKey, Scale)
        case path(any AnyKeyPath & Sendable)
        case token(ValueToken)
        case mapped(ValueToken, of: ValueKey)
    }

    let type: ObjectIdentifier
    let source: Source
    private let hash: Int

    init<Value>(_ type: Value.Type, _ source: Source) {
        self.type = ObjectIdentifier(type)
        self.source = source
        // Setting keys and image keys contain their hash.
        hash =
            switch source {
            case .setting(let key), .imageForKey(let key, _): Int(truncatingIfNeeded: key.hash)
            case .image(let key, _): Int(truncatingIfNeeded: key.hash)
            case .path(let path): path.hashValue
            case .token(let token), .mapped(let token, _): ObjectIdentifier(token).hashValue
            }
    }

    static func == (left: ValueKey, right: ValueKey) -> Bool {
        if left === right { return true }
        guard left.hash == right.hash, left.type == right.type else { return false }
        switch (left.source, right.source) {
        case (.setting(let left), .setting(let right)): return left == right
        case (.image(let left, let leftScale), .image(let right, let rightScale)):
            return left == right && leftScale == rightScale
        case (.imageForKey(let left, let leftScale), .imageForKey(let right, let rightScale)):
            return left == right && leftScale == rightScale
        case (.path(let left), .path(let right)): return left == right
        case (.token(let left), .token(let right)): return left === right
        case (.mapped(let left, _), .mapped(let right, _)): return left === right
        default: return false
        }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The source of a value that equals only itself.
final class ValueToken: Sendable {}
