public import ThemeModel
import ThemeSystem

/// All mounted themes at one moment, with their chains. A snapshot never changes.
public final class ThemeSnapshot: Sendable {
    private let themes: [ThemeID: Theme]
    /// The last theme of every chain.
    public let defaultTheme: Theme

    /// The ids of the mounted themes, sorted.
    public var ids: [ThemeID] { themes.keys.sorted() }

    /// The theme of an id; `nil` if it is not mounted.
    public func theme(_ id: ThemeID) -> Theme? { themes[id] }

    /// - Parameter previous: its themes are reused, with their merged settings, if their chains are the same.
    init(_ packs: [ThemeID: ThemePack], previous: ThemeSnapshot? = nil) throws(ThemeError) {
        guard packs[.default] != nil else { throw .defaultRequired(found: nil) }
        var themes: [ThemeID: Theme] = [:]
        for (id, pack) in packs {
            let theme = try Self.chain(of: pack, in: packs)
            let known = previous?.themes[id]
            themes[id] = known?.isSame(as: theme) == true ? known : theme
        }
        self.themes = themes
        guard let defaultTheme = themes[.default] else { throw .defaultRequired(found: nil) }
        self.defaultTheme = defaultTheme
    }

    package var packs: [ThemeID: ThemePack] { themes.mapValues(\.pack) }

    /// Returns this snapshot with changed packs.
    package func changing(
        _ change: (inout [ThemeID: ThemePack]) throws(ThemeError) -> Void
    ) throws(ThemeError) -> ThemeSnapshot {
        var packs = packs
        try change(&packs)
        for (id, pack) in packs where pack.theme.id != id {
            throw .wrongTheme(path: pack.path, expected: id, found: pack.theme.id)
        }
        return try ThemeSnapshot(packs, previous: self)
    }

    /// ``ImageMatch`` stores an index in 16 bits. A longer chain continues with the default theme.
    private static let chainLengthMax = Int(UInt16.max)

    private static func chain(of pack: ThemePack, in packs: [ThemeID: ThemePack]) throws(ThemeError) -> Theme {
        let chain = ThemeChain(of: pack.theme.id, default: .default) {
            packs[$0] != nil
        } parent: {
            packs[$0]?.theme.extends
        }
        if let cycle = chain.cycle { throw .chainCycle(cycle) }
        let links = chain.themes.compactMap { packs[$0] }
        guard links.count > chainLengthMax, let defaults = packs[.default] else {
            return Theme(links, missingParent: chain.missingParent)
        }
        return Theme(links.prefix(chainLengthMax) + [defaults], missingParent: chain.themes[chainLengthMax])
    }
}

extension Theme {
    fileprivate func isSame(as other: Theme) -> Bool {
        missingParent == other.missingParent && links.count == other.links.count
            && zip(links, other.links).allSatisfy { $0.pack === $1.pack }
    }
}

/// A reference that one thread replaces while others read it without waiting, at the cost of some atomic operations.
///
/// It is the left-right scheme (https://hal.science/hal-01207881). See docs/decisions/20-look-ups.md.
///
/// `@unchecked Sendable`: one caller of `replace` at a time writes a side, when no reader can be on that side.
package final class Published<Value: AnyObject & Sendable>: @unchecked Sendable {
    private let sides: UnsafeMutablePointer<Value>
    private let sideInForce = AtomicInteger(0)
    private let counterInUse = AtomicInteger(0)
    private let firstReaders = AtomicInteger(0)
    private let secondReaders = AtomicInteger(0)
    private let writing = Lock<Void>(())

    package init(_ value: Value) {
        sides = .allocate(capacity: 2)
        sides.initialize(repeating: value, count: 2)
    }

    deinit {
        sides.deinitialize(count: 2)
        sides.deallocate()
    }

    package var value: Value {
        let isFirst = counterInUse.value == 0
        if isFirst {
            firstReaders.add(1)
        } else {
            secondReaders.add(1)
        }
        let value = sides[sideInForce.value]
        if isFirst {
            firstReaders.add(-1)
        } else {
            secondReaders.add(-1)
        }
        return value
    }

    /// Replaces the value by the result of `change`. If that throws, the old value stays. Writers wait for each other.
    package func replace<Failure: Error>(_ change: (Value) throws(Failure) -> Value) throws(Failure) {
        try writing.withLock { _ throws(Failure) in
            let old = sideInForce.value
            let value = try change(sides[old])
            sides[1 - old] = value
            sideInForce.store(1 - old)
            // New readers then use the other counter, so this one reaches zero.
            if counterInUse.value == 0 {
                Self.wait(for: secondReaders)
                counterInUse.store(1)
                Self.wait(for: firstReaders)
            } else {
                Self.wait(for: firstReaders)
                counterInUse.store(0)
                Self.wait(for: secondReaders)
            }
            sides[old] = value
        }
    }

    private static func wait(for readers: borrowing AtomicInteger) {
        while readers.value != 0 { sched_yield() }
    }
}
